import { createMailQueue } from '../../server/features/notifications/mailQueue'
import { quietShift } from '../../server/jobs/jobs'
import { product } from '../../server/product'
import { DAY, HOUR } from '../../src/declare'
import { openApi } from '../api/http/support/fixture'
import { startLocalPostgres } from '../api/support/localPostgres'
import { random as seeded } from '../bench/support/random'
import { openShop } from './businesses'
import { openClockedDatabase } from './clock'
import { doSomething, type Staff } from './doings'
import { breaches, type Year } from './laws'

export interface Lived {
  calls: number
  bookings: number
  mails: number
  violations: number
}

export interface Options {
  seed: number
  /** The number of the first business. */
  first: number
  shops: number
  days: number
  /** The first day. */
  from: string
}

interface Watched extends Options {
  /** @param broken each with its day and law */
  onDay: (date: string, broken: readonly string[]) => void
}

const eventDays = 60
const site = { url: 'http://app.test', mainDomain: null }
const config = { EVENT_RETENTION_DAYS: eventDays, PLATFORM_LOG_DAYS: 90 } as never

/**
 * Lives through days of a few businesses in one process, with a clock that is set: people book, move, wait and leave, the server's
 * jobs run, and every night all laws are looked at. The same seed lives through the same.
 */
export const liveThrough = async ({ seed, first, shops, days, from, onDay }: Watched): Promise<Lived> => {
  const postgres = await startLocalPostgres()
  if (!postgres) throw new Error('A year needs a PostgreSQL server: install one, such as the package postgresql.')
  const { on, clock } = await openClockedDatabase(postgres.url)
  try {
    const random = seeded(seed)
    const begin = Date.parse(`${from}T00:00:00Z`)
    await clock.set(begin)
    const errors: string[] = []
    const api = await openApi({
      on,
      users: null,
      now: clock.now,
      log: (level, message, details = {}) => {
        if (level === 'error' || level === 'warn') errors.push(`log: ${message} ${JSON.stringify(details)}`)
      },
    })
    const sent: string[] = []
    const mailing = createMailQueue({
      ...{ database: on.database, log: api.services.log, productName: 'Slotwise', now: clock.now },
      transport: { send: async mail => void sent.push(String(mail.messageId)), close: () => {} },
      settings: { retrySeconds: [30], from: 'no-reply@app.test', host: 'app.test', site },
    })
    const world = { api, now: clock.now, random }
    const staff: Staff[] = []
    for (let index = first; index < first + shops; index++)
      staff.push({
        // Of its own, so that a shop does the same whatever others do.
        world: { ...world, random: seeded(seed + index * 100_003) },
        shop: await openShop(api, index),
        session: { heard: [], known: [], imported: new Map() },
        calls: 0,
        customers: [],
      })
    const year: Year = {
      ...world,
      staff,
      sent,
      eventDays,
      query: async (text, values = []) => (await on.owner.query(text, [...values])).rows as never,
    }
    const services = { ...api.services, config }
    const work = async (isWanted: (every: number) => boolean) => {
      for (const job of product.jobs) if (isWanted(job.every)) await job.run(services)
      await Promise.all((await mailing.tenantsDue()).map(tenantId => mailing.work(tenantId, quietShift())))
    }
    const live = async (one: Staff): Promise<string[]> => {
      if (one.world.random() > 0.7) return []
      try {
        await doSomething(one)
        return []
      } catch (error) {
        return [(error as Error).message]
      }
    }
    let [calls, violations] = [0, 0]
    for (let day = 0; day < days; day++) {
      const broken: string[] = []
      const date = new Date(begin + day * DAY).toISOString().slice(0, 10)
      for (const hour of [6, 14, 22]) {
        await clock.set(begin + day * DAY + hour * HOUR + Math.floor(random() * 30) * 60_000)
        for (const why of (await Promise.all(staff.map(live))).flat()) broken.push(`${date}: ${why}`)
        await work(every => every < HOUR)
      }
      await work(every => every >= HOUR)
      for (const why of await breaches(year)) broken.push(`${date}, ${why}`)
      for (const why of errors.splice(0)) broken.push(`${date}, ${why}`)
      for (const { session } of staff) {
        calls += session.heard.length
        session.heard = []
      }
      violations += broken.length
      onDay(date, broken)
    }
    const [counted] = await year.query<{ count: number }>('select count(*)::int as count from bookings')
    await api.close()
    return { calls, bookings: counted?.count ?? 0, mails: sent.length, violations }
  } finally {
    await on.close()
    await postgres.stop()
  }
}
