import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database'
import type { JobQueue } from '../jobs/jobs'
import { leaseQueue } from '../jobs/leaseQueue'
import type { Log } from '../log'
import { type AttemptOptions, attempt } from './attempt'
import { isGone, noteHealth, type TellTurnedOff } from './health'
import { type Attempted, cancelWaiting, isOpen, lockQueue, mostCalls, noteAttempts, type Taken, takeDue } from './rows'
import { webhookQueue } from './settings'

interface QueueOptions extends AttemptOptions {
  database: Database
  log: Log
  tellTurnedOff?: TellTurnedOff | undefined
}

const what = ({ error, responseStatus }: Attempted): string =>
  responseStatus === null ? String(error) : `${error} (${responseStatus})`

export const createWebhookQueue = ({ database, log, tellTurnedOff, ...options }: QueueOptions): JobQueue => {
  const note = async (db: Transaction, tenantId: string, done: readonly Attempted[]) => {
    await lockQueue(db, tenantId)
    const noted = new Map((await noteAttempts(db, tenantId, done)).map(one => [one.id, one]))
    const counted = done.filter(({ id }) => noted.has(id))
    if (counted.length > 0)
      await noteHealth(db, tenantId, counted, {
        disableAfterMinutes: options.settings.disableAfterMinutes,
        tellTurnedOff,
      })
    return counted
      .filter(({ status, responseStatus }) => status === 'failed' && !isGone(responseStatus))
      .map(one => ({
        ...{ subjectType: 'webhookDeliveries', subjectId: one.id, lastError: what(one) },
        eventId: noted.get(one.id)?.eventId ?? null,
        attempts: noted.get(one.id)?.attempts ?? 0,
      }))
  }
  return leaseQueue<Taken, Attempted>(
    { database, log },
    {
      name: webhookQueue,
      table: 'webhook_deliveries',
      due: 'nextAttemptAt',
      isOpen,
      catchesUp: sql`true`,
      most: mostCalls.ofTenant,
      tidy: (db, tenantId) =>
        cancelWaiting(db, tenantId, sql`select id from webhooks where tenant_id = ${tenantId} and not is_active`),
      note,
      take: takeDue,
      attempt: (taken, { hurry }) => attempt(options, taken, { signal: hurry }),
    },
  )
}
