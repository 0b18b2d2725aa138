import { FROM, openBookedTenant, TO } from './support/bookedTenant'
import { type Bench, type Measurement, medianOfEach, middle } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const range = `from=${new Date(FROM).toISOString()}&to=${new Date(TO).toISOString()}`
/** Calls after which V8 has compiled what they run, as in a process that has served for a minute. */
const warmUp = 3_000
const rounds = 60
const inRound = 5

/** The median milliseconds of this process's processor, garbage collection included, that a call takes. */
const processorOf = async (call: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = -rounds / 4; round < rounds; round++) {
    const before = process.cpuUsage()
    for (let time = 0; time < inRound; time++) await call()
    const { user, system } = process.cpuUsage(before)
    if (round >= 0) times.push((user + system) / 1000 / inRound)
  }
  return middle(times)
}

/**
 * What somebody asks for who has it already, beside the same asked for the first time. The database has a process of its own, and
 * there is no socket to a client: what the first rows say is what the API's process does, waiting left out.
 */
export default {
  title: 'GET /api/availability that has not changed (304), 30 days × 30 min, every rule, PostgreSQL',
  run: () =>
    onPostgres({ users: null, now: () => FROM - 86_400_000 }, async ({ api }) => {
      const tenant = await openBookedTenant(api)
      await tenant.bookNearby()
      await tenant.settle()
      const headers = await headersOf(api, tenant)
      const found: Measurement[] = []
      for (const count of [1, 10, 100]) {
        const url = `/availability?variantId=${tenant.variantOf(count)}&${range}`
        const ask = async (status: number, more = {}) => {
          const answer = await api.app.request(url, { headers: { ...headers, ...more } })
          await answer.text()
          if (answer.status !== status) throw new Error(`It answered ${answer.status}.`)
          return answer
        }
        const anew = () => ask(200)
        const tag = (await anew()).headers.get('etag') ?? ''
        const again = () => ask(304, { 'if-none-match': tag })
        for (let time = 0; time < warmUp; time++) await again()
        const [figure, whole] = [await processorOf(again), await processorOf(anew)]
        const [waited = 0, waitedAnew = 0] = await medianOfEach(rounds, [again, anew])
        const what = `${count} ${count === 1 ? 'resource' : 'resources'}`
        found.push(
          {
            what: `${what}: the processor's time in the process`,
            figure,
            unit: 'ms',
            against: { what: 'answered anew', figure: whole },
            ...(count === 10 && { aim: '≤ 1 ms' }),
          },
          {
            what: `${what}: until it is there`,
            figure: waited,
            unit: 'ms',
            against: { what: 'answered anew', figure: waitedAnew },
          },
        )
      }
      return found
    }),
} satisfies Bench
