import { openBusiness } from '../api/features/support/business'
import { type Bench, type Measurement, medianOfEach } from './support/measurement'
import { type Ground, onBothDatabases } from './support/onDatabases'

const HOUR = 3_600_000
/** A Monday. */
const MONDAY = Date.UTC(2027, 0, 4)
const events = 1_000

/** A feed of 1,000 events over HTTP: all of it, nothing new, and beside them one row by its key. */
const measure = async ({ api, server, where }: Ground): Promise<Measurement[]> => {
  const business = await openBusiness(api)
  const chair = await business.addResource()
  const variantId = await business.addVariant([chair])
  for (let n = 0; n < events; n++) {
    const [from = '', to = ''] = [n, n + 1].map(hour => new Date(MONDAY + hour * HOUR * 4).toISOString())
    await business.addBooking([chair], variantId, [from, to])
  }
  const { body } = await business.send('POST', '/calendar-feeds', { name: 'All', scope: 'tenant' })
  const path = new URL(body.url).pathname.replace(/^\/api/, '')
  const read = async (headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}${path}`, { headers })
    return { answer, text: await answer.text() }
  }
  const first = await read()
  if (first.text.split('BEGIN:VEVENT').length - 1 !== events)
    throw new Error(`It has other events: ${first.text.slice(0, 300)}`)
  const known = { 'if-none-match': first.answer.headers.get('etag') ?? '' }
  if ((await read(known)).answer.status !== 304) throw new Error('What is known is told anew.')
  const [all = 0, same = 0, floor = 0] = await medianOfEach(40, [
    () => read(),
    () => read(known),
    () => fetch(`${server.url}/docs/problems`).then(answer => answer.text()),
  ])
  const against = { what: 'an answer without the database', figure: floor }
  return [
    {
      what: `a feed of ${events.toLocaleString('en')} events, ${where}`,
      figure: all,
      unit: 'ms',
      against,
      aim: '≤ 100 ms',
    },
    { what: `the same, known already (304), ${where}`, figure: same, unit: 'ms', against, aim: '≤ 10 ms' },
  ]
}

export default {
  title: 'A calendar feed of 1,000 events',
  run: () => onBothDatabases({ users: null, now: () => MONDAY }, measure),
} satisfies Bench
