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
    '1,2026-02-02 13:39:59,2026-02-02 13:39:59,2026-02-02 13:39:59,2026-03-03 11:00:00,2026-03-03 12:00:00,NULL,NULL,rNO4vD83GynY,#7cbae8,Booked,0,2,5,7,NULL,NULL',
  ].join('\n'),
  LibreBooking: [
    '"User","Resource","Title","Description","Begin","End","Duration","Reference Number","Created","Last Modified",',
    '"Ann Able","Cut","Team","","2026-03-03 11:00","2026-03-03 12:00","1 hour","5f1a2b","2026-02-02 09:00","2026-02-02 09:00",',
  ].join('\n'),
}

const calendar = (program: string, name: string, ...events: string[][]) =>
  [
    ...['BEGIN:VCALENDAR', `PRODID:${program}`, 'VERSION:2.0', `X-WR-CALNAME:${name}`],
    ...events.flatMap(event => ['BEGIN:VEVENT', 'DTSTAMP:20260202T090000Z', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
const atEleven = ['DTSTART;TZID=Europe/Berlin:20260303T110000', 'DTEND;TZID=Europe/Berlin:20260303T120000']

/** Files in other formats, with the bookings in them. */
const otherFormats: readonly (readonly [profile: string, file: string, count: number])[] = [
  [
    'Google Calendar',
    calendar(
      '-//Google Inc//Google Calendar 70.9054//EN',
      'Chair',
      // Weekly for three dates: the second moved by an hour, the third cancelled by itself.
      [...atEleven, 'UID:g-1', 'SUMMARY:Cut (Ann Able)', 'RRULE:FREQ=WEEKLY;COUNT=3', 'ATTENDEE:mailto:ann@x.test'],
      [
        ...['DTSTART;TZID=Europe/Berlin:20260310T120000', 'DTEND;TZID=Europe/Berlin:20260310T130000', 'UID:g-1'],
        ...['RECURRENCE-ID;TZID=Europe/Berlin:20260310T110000', 'SUMMARY:Cut (Ann Able)'],
        'ATTENDEE:mailto:ann@x.test',
      ],
      [
        ...['DTSTART;TZID=Europe/Berlin:20260317T110000', 'DTEND;TZID=Europe/Berlin:20260317T120000', 'UID:g-1'],
        ...['RECURRENCE-ID;TZID=Europe/Berlin:20260317T110000', 'STATUS:CANCELLED', 'SUMMARY:Cut (Ann Able)'],
        'ATTENDEE:mailto:ann@x.test',
      ],
      ['DTSTART;VALUE=DATE:20260304', 'UID:g-2', 'SUMMARY:Birthday', 'TRANSP:TRANSPARENT'],
    ),
    3,
  ],
  [
    'Easy!Appointments',
    calendar('-//EasyAppointments//Open Source Web Scheduler//EN', '', [
      ...['DTSTART:20260303T100000Z', 'DTEND:20260303T110000Z', 'UID:ea-1', 'STATUS:CONFIRMED', 'SUMMARY:Cut'],
      ...['ATTENDEE;ROLE=REQ-PARTICIPANT;CN=Ann Able:mailto:ann@x.test', 'ORGANIZER;CN=Chair:mailto:c@x.test'],
      'ATTENDEE;PARTSTAT=ACCEPTED;CN=Chair:mailto:c@x.test',
    ]),
    1,
  ],
  [
    'LibreBooking',
    calendar('-//BookedScheduler//NONSGML 2.8//EN', '', [
      ...['CREATED:20260202T090000Z', 'DTSTART:20260303T100000Z', 'DTEND:20260303T110000Z', 'LOCATION:Cut'],
      ...['ORGANIZER;CN=Ann Able:MAILTO:ann@x.test', 'STATUS:CONFIRMED', 'SUMMARY:Team', 'UID:5f1a2b&x'],
    ]),
    1,
  ],
  [
    'iCalendar',
    calendar('-//Apple Inc.//macOS 15.0//EN', 'Chair', [
      ...[
        'UID:a-1',
        'SUMMARY:Cut',
        'DTSTART:20260303T100000Z',
        'DURATION:PT1H',
        'ATTENDEE;CN=Ann Able:mailto:ann@x.test',
      ],
    ]),
    1,
  ],
  [
    'Cal.com',
    JSON.stringify({
      status: 'success',
      data: [
        {
          ...{ id: 1, uid: 'c-1', title: 'Cut between Chair and Ann', description: 'First', status: 'accepted' },
          ...{
            start: '2026-03-03T10:00:00.000Z',
            end: '2026-03-03T11:00:00.000Z',
            duration: 60,
            createdAt: '2026-02-02T09:00:00.000Z',
          },
          hosts: [{ id: 1, name: 'Chair', email: 'c@x.test', username: 'chair', timeZone: 'Europe/Berlin' }],
          eventType: { id: 7, slug: '7' },
          attendees: [{ name: 'Ann Able', email: 'ann@x.test', timeZone: 'Europe/Berlin', absent: false }],
        },
        {
          ...{ id: 2, uid: 'c-2', title: 'Cut between Chair and Bob', status: 'cancelled' },
          ...{ start: '2026-03-03T10:00:00.000Z', end: '2026-03-03T11:00:00.000Z', eventType: { id: 7, slug: '7' } },
          ...{ hosts: [{ name: 'Chair' }], attendees: [{ name: 'Bob Bold', email: 'bob@x.test' }] },
        },
      ],
    }),
    2,
  ],
]

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
    expect((await send('POST', `/imports/${id}/${name}`)).status).toBe(202)
    await createImportQueue({ ...api.services, hooks: product.hooks }).work(business.tenantId, quietShift())
    return (await send('GET', `/imports/${id}`)).body
  }

  const upload = (file: string) =>
    api.request('/imports?resource=bookings&fileName=moved', {
      method: 'POST',
      as: business.owner,
      tenantId: business.tenantId,
      bytes: new TextEncoder().encode(file),
    })

  test.each([
    ...Object.entries(files).map(([name, file]) => [name, file, file.split('\n').length - 1, 'table'] as const),
    ...otherFormats.map(
      ([name, file, count]) => [name, file, count, file.startsWith('{') ? 'JSON' : 'calendar'] as const,
    ),
  ])('of %s are known, and read as they are', async (name, file, count) => {
    const bring = async () => {
      const { body } = await upload(file)
      expect(body).toMatchObject({ profile: name, questions: [], rowCount: count })
      const checked = await step(body.id, 'check')
      const rows = (await send('GET', `/imports/${body.id}/rows`)).body
      expect(rows.map(({ errors }: { errors: object }) => errors)).toEqual(rows.map(() => ({})))
      expect(checked.counts.error).toBe(0)
      return step(body.id, 'start')
    }
    expect((await bring()).counts).toMatchObject({ create: count })
    const made = (await send('GET', '/bookings?sort=startsAt')).body
    expect(made).toContainEqual(
      expect.objectContaining({
        ...{ customerName: 'Ann Able', status: 'confirmed', source: 'import', title: 'Haircut · Cut' },
        ...{ startsAt: '2026-03-03T10:00:00.000Z', endsAt: '2026-03-03T11:00:00.000Z' },
      }),
    )
    expect(JSON.stringify(made)).not.toContain('NULL')
    const cancelled = made.filter(({ status }: { status: string }) => status === 'cancelled')
    expect(cancelled).toHaveLength(file.match(/,true,|CANCELLED|"cancelled"/g)?.length ?? 0)
    expect(made.some(({ status }: { status: string }) => status === 'no_show')).toBe(name === 'Calendly')
    expect((await bring()).counts).toMatchObject({ create: 0, unchanged: count })
  })

  test.each([
    ['a calendar that cannot be read', 'BEGIN:VCALENDAR\r\nnothing', /no calendar/],
    ['an empty calendar', calendar('x', ''), /no rows/],
    [
      'a series without an end, each second',
      calendar('x', '', [...atEleven, 'UID:1', 'RRULE:FREQ=SECONDLY']),
      /At most 50000 rows|At most 50,000 rows/,
    ],
    ['more than 8 MB', `BEGIN:VCALENDAR${' '.repeat(8 * 1024 * 1024)}`, /8 MB/],
  ])('%s is refused at the file', async (_, file, message) => {
    const { status, body } = await upload(file)
    expect({ status, error: body.errors?.file }).toEqual({ status: 422, error: expect.stringMatching(message) })
  })
})
