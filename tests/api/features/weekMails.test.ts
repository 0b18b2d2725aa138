import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMailQueue } from '../../../server/features/notifications/mailQueue'
import { unsubscribeToken } from '../../../server/features/notifications/unsubscribeToken'
import { sendWeekMails } from '../../../server/features/reports/weekMails'
import { createJobs, type Jobs } from '../../../server/jobs/jobs'
import { createTransport, type MailTransport } from '../../../server/mails/transport'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type MailServer, recipientOf, startMailServer } from '../support/mailServer'
import { type Business, openBusiness } from './support/business'

const site = { url: 'http://app.test', mainDomain: null }
const [HOUR, DAY] = [3_600_000, 86_400_000]
/** A Monday, in winter. */
const MONDAY = '2026-03-23T06:00:00Z'

describeOnDatabase('figures of a week by mail', use => {
  let now = 0
  let api: TestApi
  let business: Business
  let german: Person
  let jobs: Jobs
  let server: MailServer
  let transport: MailTransport
  beforeAll(async () => {
    server = await startMailServer()
    transport = createTransport({
      ...{ smtpUrl: server.url, from: 'no-reply@app.test', folder: '/nowhere', log: () => {}, logLinks: false },
    })
    jobs = createJobs({ database: use().database, isOn: true, sweepSeconds: 0.2, log: () => {} })
    api = await openApi({ on: use(), users: null, now: () => now, alarm: jobs })
    jobs.start([
      createMailQueue({
        ...{ database: api.database, log: api.services.log, transport, productName: 'Slotwise' },
        settings: { retrySeconds: [0.3], from: 'no-reply@app.test', host: 'app.test', site },
      }),
    ])
  })
  afterAll(async () => {
    await jobs.stop()
    transport.close()
    await server.close()
    await api.close()
  })
  beforeEach(async () => {
    now = Date.parse(MONDAY)
    business = await openBusiness(api)
    german = await api.addPersonIn(business.tenantId, 'owner')
    await api.owner.query(`update users set locale = 'de' where id = $1`, [german.id])
    expect((await business.send('PATCH', `/tenants/${business.tenantId}`, { weekMails: true })).status).toBe(200)
  })
  afterEach(async () => {
    await business.send('PATCH', `/tenants/${business.tenantId}`, { weekMails: false })
    server.mails.length = 0
  })

  const write = () => sendWeekMails({ ...api.services, site, config: {} as never, now: () => now })
  const told = async (as: Person = business.owner) =>
    (await business.get('/notifications?key=week_figures&perPage=100', as)).body as Record<string, string>[]

  test.each([
    ['in winter', MONDAY],
    ['after the clocks went forward', '2026-03-30T05:00:00Z'],
    ['after they went back', '2026-10-26T06:00:00Z'],
  ])('go to owners at 7 by the tenant’s clocks %s, once, whoever is first', async (_, seven) => {
    now = Date.parse(seven) - 1
    await write()
    expect(await told(), 'before 7').toEqual([])
    now = Date.parse(seven)
    await Promise.all([write(), write()])
    now += HOUR
    await write()
    expect((await told()).map(({ recipient }) => recipient).sort()).toEqual([business.owner.email, german.email].sort())
    now += DAY
    await write()
    expect(await told(), 'on Tuesday').toHaveLength(2)
    now += 6 * DAY
    await write()
    expect(await told(), 'the next week').toHaveLength(4)
  })

  test('say in their language what the reports say, and end by a link', async () => {
    const resourceId = await business.addResource()
    const variantId = await business.addVariant([resourceId])
    for (const days of [-7, -6, -14, 1]) {
      const times = [0, HOUR].map(after => new Date(now + days * DAY + 6 * HOUR + after).toISOString())
      await business.addBooking([resourceId], variantId, times as [string, string])
    }
    await api.addPersonIn(business.tenantId, 'admin')
    await write()
    const mailTo = ({ email }: Person) => server.mails.find(mail => recipientOf(mail) === email)
    await expect.poll(() => [business.owner, german].map(mailTo)).not.toContain(undefined)
    expect(mailTo(business.owner)?.text).toContain('Bookings: 2 (the week before: 1)')
    const mail = mailTo(german)
    expect(mail?.subject).toContain('16.–22. März 2026')
    expect(mail?.text).toMatch(/Umsatz: 100,00\s€ \(in der Woche davor: 50,00\s€\)/)
    expect(mail?.text).toContain('Gebucht für die sieben Tage danach: 1')
    expect(mail?.text).toContain('http://app.test/reports/bookings?from=2026-03-16&to=2026-03-23')

    const link = String(mail?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line)
    const path = /http:\/\/app\.test\/api(\/public\/unsubscribe\/[\w-]+)/.exec(link)?.[1] ?? ''
    expect(mail?.html).toContain(path)
    expect((await api.request(path)).body).toContain('Keine Zahlen der Woche mehr')
    expect((await api.request(path, { method: 'POST' })).status).toBe(200)
    expect((await api.request(path, { method: 'POST' })).status, 'used again').toBe(200)
    now += 7 * DAY
    await write()
    expect((await told()).filter(({ recipient }) => recipient === german.email)).toHaveLength(1)
    expect((await told()).filter(({ recipient }) => recipient === business.owner.email)).toHaveLength(2)
  })

  test('are ended by nobody who makes up a link, or has one of another tenant', async () => {
    const elsewhere = await openBusiness(api)
    await api.addMember(elsewhere.tenantId, german, 'owner')
    const { rows } = await api.owner.query('select link_secret from tenants where id = $1', [elsewhere.tenantId])
    const own = (id: string) => unsubscribeToken(business.tenantId, 'owner', id, rows[0].link_secret)
    const theirs = unsubscribeToken(elsewhere.tenantId, 'owner', german.id, rows[0].link_secret)
    for (const token of [
      own(german.id),
      own(business.owner.id),
      `${theirs.slice(0, -10)}${'A'.repeat(10)}`,
      'a'.repeat(70),
    ])
      for (const method of ['GET', 'POST'])
        expect((await api.request(`/public/unsubscribe/${token}`, { method })).status, token).toBe(404)
    expect((await api.request(`/public/unsubscribe/${theirs}`, { method: 'POST' })).status).toBe(200)
    await write()
    expect(await told(), 'here').toHaveLength(2)
  })

  test('are not for staff to read among the messages', async () => {
    await write()
    expect(await told()).toHaveLength(2)
    expect(await told(await api.addPersonIn(business.tenantId, 'staff'))).toEqual([])
  })
})
