import { sql } from 'kysely'
import type { Database } from '../db/database'
import type { Alarm, JobQueue, Shift } from '../jobs/jobs'
import { workOff } from '../jobs/workOff'
import { writeDeadLetters } from '../jobs/writeDeadLetters'
import type { Log } from '../log'
import { type AttemptOptions, attempt } from './attempt'
import { noteHealth, type TellTurnedOff } from './health'
import {
  type Attempted,
  ahead,
  cancelWaiting,
  catchUp,
  giveBack,
  lockQueue,
  mostCalls,
  nextDueIn,
  noteAttempts,
  type Taken,
  takeDue,
} from './rows'
import { webhookQueue } from './settings'

interface QueueOptions extends AttemptOptions {
  database: Database
  alarm: Alarm
  log: Log
  tellTurnedOff?: TellTurnedOff | undefined
}

const what = ({ error, responseStatus }: Attempted): string =>
  responseStatus === null ? String(error) : `${error} (${responseStatus})`

/** A due delivery is taken under a lease, sent outside any transaction, and recorded. */
export const createWebhookQueue = ({ database, alarm, log, tellTurnedOff, ...options }: QueueOptions): JobQueue => {
  const turn = (tenantId: string, done: readonly Attempted[], room: number, inHand: readonly string[]) =>
    database.run(
      { as: 'tenant', tenantId },
      async db => {
        await lockQueue(db, tenantId)
        const noted = new Map((await noteAttempts(db, tenantId, done)).map(one => [one.id, one]))
        const counted = done.filter(({ id }) => noted.has(id))
        if (counted.length > 0)
          await noteHealth(db, tenantId, counted, {
            disableAfterMinutes: options.settings.disableAfterMinutes,
            tellTurnedOff,
          })
        const lost = counted.filter(({ status, responseStatus }) => status === 'failed' && responseStatus !== 410)
        await writeDeadLetters(
          db,
          tenantId,
          lost.map(one => ({
            ...{ queue: 'webhook' as const, subjectType: 'webhookDeliveries', subjectId: one.id },
            eventId: noted.get(one.id)?.eventId ?? null,
            attempts: noted.get(one.id)?.attempts ?? 0,
            lastError: what(one),
          })),
        )
        if (room === 0) return { taken: [], nextMs: null }
        const taken = await takeDue(db, tenantId, room, inHand)
        return { taken, nextMs: taken.length > 0 ? null : await nextDueIn(db, tenantId) }
      },
      { retry: true },
    )

  const work = async (tenantId: string, shift: Shift): Promise<void> => {
    const nextMs = await workOff<Taken, Attempted>(shift, {
      most: mostCalls.ofTenant,
      turn: (done, room, inHand) => turn(tenantId, done, room, inHand),
      attempt: taken => attempt(options, taken, { signal: shift.hurry }),
      // Such as a secret that cannot be opened.
      onLost: ({ webhookId }, error) =>
        log('error', 'a webhook could not be sent', { webhookId, error: String(error) }),
      giveBack: ids => database.run({ as: 'tenant', tenantId }, db => giveBack(db, tenantId, ids)),
    })
    if (nextMs !== null) alarm.wakeIn(webhookQueue, tenantId, nextMs)
  }

  return {
    name: webhookQueue,
    work,
    tenantsDue: async () => {
      const rows = await database.run({ as: 'platform' }, async db => {
        const found = await sql<{ tenantId: string }>`
          select distinct tenant_id from webhook_deliveries where status in ('pending', 'retrying')
          and (next_attempt_at <= now() or updated_at > now() + ${ahead}) and (leased_until is null or leased_until <= now())`.execute(
          db,
        )
        return found.rows
      })
      for (const { tenantId } of rows)
        await database.run({ as: 'tenant', tenantId }, async db => {
          await cancelWaiting(
            db,
            tenantId,
            sql`select id from webhooks where tenant_id = ${tenantId} and not is_active`,
          )
          await catchUp(db, tenantId)
        })
      return rows.map(({ tenantId }) => tenantId)
    },
  }
}
