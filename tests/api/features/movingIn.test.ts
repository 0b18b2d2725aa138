import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImportQueue } from '../../../server/crud/imports/importQueue'
import { quietShift } from '../../../server/jobs/jobs'
import { product } from '../../../server/product'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { openBusiness } from './support/business'

/** As each product writes it, with people who do not exist. */
const files: Readonly<Record<string, string>> = {
  Calendly: [
    'User Name,Team,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Invitee Time Zone,Invitee accepted marketing emails,Text Reminder Number,Event Type Name,Start Date & Time,End Date & Time,Location,Event Created Date & Time,Canceled,Canceled By,Cancellation reason,Question 1,Response 1,UTM Campaign,UTM Source,UTM Medium,UTM Term,UTM Content,Salesforce UUID,Event Price,Payment Currency,Guest Email(s),Invitee Reconfirmed,Marked as No-Show,Meeting Notes,Group,User Email,Event UUID,Invitee UUID,Invitee scheduled by,Scheduling method',
    'Chair,,Ann Able,Ann,Able,ann@x.test,Central European Time,,,Cut,2026-03-03 11:00 am,2026-03-03 12:00 pm,,2026-02-02 01:40 am,false,,,,,,,,,,,,,,,No,Bring it,,o@x.test,e-1,i-1,,',
    'Chair,,Bob Bold,Bob,Bold,bob@x.test,Central European Time,,,Cut,2026-03-03 11:00 am,2026-03-03 12:00 pm,,2026-02-02 01:40 am,true,,,,,,,,,,,,,,,No,,,o@x.test,e-2,i-2,,',
    'Chair,,Cem Calm,Cem,Calm,cem@x.test,Central European Time,,,Cut,2026-02-03 11:00 am,2026-02-03 12:00 pm,,2026-02-02 01:40 am,false,,,,,,,,,,,,,,,Yes,,,o@x.test,e-3,i-3,,',
  ].join('\n'),
  'Acuity Scheduling': [
    '"Start Time","End Time","Timezone","First Name","Last Name","Phone","Email","Type","Calendar","Appointment Price","Paid?","Amount Paid Online","Certificate Code","Notes","Date Scheduled","Label","Scheduled By","Appointment ID"',
    '"March 3, 2026 11:00 am","March 3, 2026 12:00 pm","Europe/Berlin","Ann","Able","\'+493012345601","ann@x.test","Cut","Chair","29.00","yes","0.00","","Bring it","2026-02-02","","","i-1"',
    '"February 3, 2026 11:00 am","February 3, 2026 12:00 pm","Europe/Berlin","Cem","Calm","","cem@x.test","Cut","Chair","29.00","no","0.00","","","2026-02-02","","","i-3"',
  ].join('\n'),
  'Cal.com': [
    'Booking UID,Title,Status,Start Time,End Time,Attendee Name,Email,Event Type,Location',
    'i-1,Cut between Chair and Ann,ACCEPTED,2026-03-03 11:00:00,2026-03-03 12:00:00,Ann Able; Gus Guest,ann@x.test; gus@x.test,Cut,integrations:daily',
    'i-2,Cut between Chair and Bob,CANCELLED,2026-03-03 11:00:00,2026-03-03 12:00:00,Bob Bold,bob@x.test,Cut,',
  ].join('\n'),
  'Easy!Appointments': [
    'id,create_datetime,update_datetime,book_datetime,start_datetime,end_datetime,location,notes,hash,color,status,is_unavailability,id_users_provider,id_users_customer,id_services,id_google_calendar,id_caldav_calendar',
    '1,2026-02-02 13:39:59,2026-02-02 13:39:59,2026-02-02 13:39:59,2026-03-03 11:00:00,2026-03-03 12:00:00,NULL,,rNO4vD83GynY,#7cbae8,Booked,0,2,5,7,NULL,NULL',
  ].join('\n'),
  LibreBooking: [
    '"User","Resource","Title","Description","Begin","End","Duration","Reference Number","Created","Last Modified",',
    '"Ann Able","Cut","Team","","2026-03-03 11:00","2026-03-03 12:00","1 hour","5f1a2b","2026-02-02 09:00","2026-02-02 09:00",',
  ].join('\n'),
}

describeOnDatabase('files of other products', use => {
  let api: TestApi
  let business: Awaited<ReturnType<typeof openBusiness>>

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => Date.parse('2026-03-02T09:00:00Z') })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    // Easy!Appointments names records by numbers: they are codes here.
    const chair = await business.addResource({ name: 'Chair', code: '2' })
    await business.addVariant([chair], { name: 'Cut', sku: '7' })
    await business.add('customers', { name: 'Ann Able', email: 'ann@x.test', externalId: '5' })
  })

  const send = (method: string, url: string, body?: unknown) =>
    api.request(url, { method, as: business.owner, tenantId: business.tenantId, ...(body !== undefined && { body }) })
  const step = async (id: string, name: string) => {
    expect((await send('POST', `/imports/${id}/${name}`)).status).toBe(200)
    await createImportQueue({ ...api.services, hooks: product.hooks }).work(business.tenantId, quietShift())
    return (await send('GET', `/imports/${id}`)).body
  }

  test.each(Object.keys(files))('of %s are known, and read as they are', async name => {
    const file = files[name] ?? ''
    const bring = async () => {
      const { body } = await api.request('/imports?resource=bookings&fileName=moved.csv', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        bytes: new TextEncoder().encode(file),
      })
      expect(body).toMatchObject({ profile: name, questions: [] })
      const checked = await step(body.id, 'check')
      const rows = (await send('GET', `/imports/${body.id}/rows`)).body
      expect(rows.map(({ errors }: { errors: object }) => errors)).toEqual(rows.map(() => ({})))
      expect(checked.counts.error).toBe(0)
      return step(body.id, 'start')
    }
    const count = file.split('\n').length - 1
    expect((await bring()).counts).toMatchObject({ create: count })
    const made = (await send('GET', '/bookings?sort=startsAt')).body
    expect(made).toContainEqual(
      expect.objectContaining({
        ...{ customerName: 'Ann Able', status: 'confirmed', source: 'import', title: 'Haircut · Cut' },
        ...{ startsAt: '2026-03-03T10:00:00.000Z', endsAt: '2026-03-03T11:00:00.000Z' },
      }),
    )
    const cancelled = made.filter(({ status }: { status: string }) => status === 'cancelled')
    expect(cancelled).toHaveLength(file.match(/,true,|CANCELLED/g)?.length ?? 0)
    expect(made.some(({ status }: { status: string }) => status === 'no_show')).toBe(name === 'Calendly')
    expect((await bring()).counts).toMatchObject({ create: 0, unchanged: count })
  })
})
