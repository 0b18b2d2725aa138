import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readServerConfig } from '../../server/config'
import { product } from '../../server/product'
import { startServer } from '../../server/startServer'
import { demoPassword } from '../../src/resources/demoAccounts'
import { openTestDatabase } from '../../testing/testDatabase'
import { startLocalPostgres } from '../api/support/localPostgres'
import { gatherCrowd } from './support/forked'
import { type Bench, p95 } from './support/measurement'

const places = 50
const visitors = Number(process.env.VISITORS ?? 10_000)
const seconds = Number(process.env.SECONDS ?? 60)

const run: Bench['run'] = async () => {
  const postgres = await startLocalPostgres()
  if (!postgres) throw new Error('There is no PostgreSQL here to run this on.')
  const database = await openTestDatabase(postgres.url)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-sale-'))
  const server = await startServer(
    product,
    readServerConfig({
      ...{ PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url ?? '', DEMO: 'on', TRUSTED_PROXIES: '1' },
      // To solve challenges for thousands would be the visitors' work.
      ...{ PUBLIC_POW_BITS: '4', RATE_LIMIT_ACCOUNT: '0', RATE_LIMIT_ADDRESS: '0' },
    }),
    (level, message, details) => {
      if (level === 'error') console.error(message, details)
    },
    { web: 'pages' },
  )
  const call = async <T>(
    method: string,
    target: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<T> => {
    const answer = await fetch(`${server.url}${target}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T)
  }
  const account = { email: 'admin@demo.test', password: demoPassword }
  const { access_token } = await call<{ access_token: string }>(
    'POST',
    '/auth/v1/token?grant_type=password',
    {},
    account,
  )
  const authorization = `Bearer ${access_token}`
  const tenants = await call<{ id: string; slug: string }[]>('GET', '/api/tenants', { authorization })
  const headers = { authorization, 'X-Tenant-ID': tenants.find(({ slug }) => slug === 'harbor-spa')?.id ?? '' }
  const make = async (target: string, body: object) =>
    (await call<{ id: string }>('POST', `/api${target}`, headers, body)).id
  const always = Array.from({ length: 7 }, (_, day) => ({ dayOfWeek: day + 1, startTime: '18:00', endTime: '19:00' }))
  const scheduleId = await make('/schedules', { name: 'Evenings', timeZone: 'Europe/Berlin', weeklyHours: always })
  const resourceTypeId = await make('/resources/types', { name: 'Hall', kind: 'space' })
  const resourceId = await make('/resources', { name: 'Hall', resourceTypeId, capacity: places, scheduleId })
  const itemId = await make('/catalog-items', { name: 'Concert', slug: 'concert' })
  const variantId = await make(`/catalog-items/${itemId}/variants`, {
    ...{ name: 'Seat', durationMinutes: 60, slotIntervalMinutes: 60, capacityMode: 'pooled', maxQuantity: 1 },
  })
  const link = { resources: [{ resourceId, priority: 0 }] }
  await call('PUT', `/api/catalog-items/${itemId}/variants/${variantId}/resources`, headers, link)
  await call('PATCH', `/api/catalog-items/${itemId}`, headers, { status: 'active' })
  const from = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const to = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const [slot] = await call<{ startsAt: string }[]>(
    'GET',
    `/api/public/harbor-spa/availability?variantId=${variantId}&from=${from}&to=${to}`,
    {},
  )
  if (!slot) throw new Error('Nothing is for sale.')

  const crowd = gatherCrowd({
    ...{ url: server.url, slug: 'harbor-spa', item: 'concert', variantId, startsAt: slot.startsAt },
    ...{ visitors, seconds, patience: 120_000 },
  })
  let isOver = false
  const desk: number[] = []
  let refused = 0
  const deskWorks = async () => {
    while (!isOver) {
      const begin = performance.now()
      await call('GET', `/api/bookings?perPage=25&sort=startsAt&order=ASC`, headers).catch(() => refused++)
      desk.push(performance.now() - begin)
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  }
  const [outcome] = await Promise.all([
    crowd.finally(() => {
      isOver = true
    }),
    deskWorks(),
  ])
  const { rows } = await database.owner.query(
    `select count(*) filter (where status = 'confirmed')::int as booked, coalesce(sum(quantity) filter (where status = 'confirmed'), 0)::int as taken,
      count(*) filter (where status = 'held')::int as held from bookings where variant_id = $1`,
    [variantId],
  )
  console.log({
    ...outcome,
    lastTries: outcome.lastTries.length,
    references: outcome.references.length,
    inDatabase: rows[0],
  })
  await server.close()
  await database.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
  const all = Object.entries(outcome.answers)
  const count = (of: RegExp) => all.reduce((sum, [name, many]) => sum + (of.test(name) ? many : 0), 0)
  return [
    { what: `places booked, of ${places}`, figure: (100 * rows[0].taken) / places, unit: '%', aim: '100 %' },
    { what: 'answers of 5xx but 503', figure: (100 * count(/ 5(?!03)\d\d$/)) / count(/./), unit: '%', aim: '0 %' },
    { what: 'answers of 503', figure: (100 * count(/ 503$/)) / count(/./), unit: '%', aim: '≤ 20 %' },
    {
      what: `of ${visitors} visitors in ${seconds} s, told whether they have a place`,
      figure: (100 * (outcome.told.booked + outcome.told.soldOut)) / visitors,
      unit: '%',
      aim: '100 %',
    },
    { what: 'the answer to the last try, 95th percentile', figure: p95(outcome.lastTries), unit: 'ms', aim: '≤ 3 s' },
    {
      what: `a list at the desk meanwhile (${refused} refused), 95th percentile`,
      figure: p95(desk),
      unit: 'ms',
      aim: '≤ 500 ms',
    },
  ]
}

export default { title: 'A flash sale on the booking page: 50 places', run } satisfies Bench
