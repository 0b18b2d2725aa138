import { DAY, MINUTE } from '../../../src/time/instant'
import type { Database } from '../../db/database'
import { forgetOldEvents } from '../../events/retention'
import type { Alarm } from '../../jobs/jobs'
import type { Log } from '../../log'
import { repeat } from '../../repeat'
import { tellByClock } from './tellByClock'

/**
 * Writes the clock's events every minute; deletes events older than `days` once a day.
 * @returns stops this and waits for the current run
 */
export const startEvents = (database: Database, days: number, alarm: Alarm, log: Log): (() => Promise<void>) => {
  const logged = (work: () => Promise<number>, what: string) => () =>
    work().then(
      () => {},
      (error: unknown) => log('error', what, { error: String(error) }),
    )
  const stops = [
    repeat(
      logged(() => tellByClock(database, Date.now(), alarm), 'what time did to bookings was not told'),
      MINUTE,
    ),
    repeat(
      logged(() => forgetOldEvents(database, days), 'old events were not deleted'),
      DAY,
    ),
  ]
  return async () => void (await Promise.all(stops.map(stop => stop())))
}
