import { sql } from 'kysely'
import { DAY } from '../../src/time/instant'
import type { ServerConfig } from '../config'
import type { Database } from '../db/database'
import type { PeriodicJob } from '../jobs/periodicJob'

/** Events per transaction. */
const batch = 2000

const deliveryDays = 30

const forgetDeliveries = (database: Database, tenantId: string): Promise<unknown> =>
  database.run({ as: 'tenant', tenantId }, db =>
    sql`delete from webhook_deliveries where tenant_id = ${tenantId} and status not in ('pending', 'retrying')
      and created_at < now() - make_interval(days => ${deliveryDays}::int)`.execute(db),
  )

const forgetSome = (database: Database, tenantId: string, days: number): Promise<number> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const { rows } = await sql<{ count: number }>`
      with old as (
        select id, not exists (select from events as later where later.tenant_id = events.tenant_id
          and later.subject_id = events.subject_id and later.sequence > events.sequence) as is_last
        from events where tenant_id = ${tenantId} and data is not null
        and occurred_at < now() - make_interval(days => ${days})
        and not exists (select from webhook_deliveries as open where open.tenant_id = ${tenantId}
          and open.event_id = events.id and open.status in ('pending', 'retrying'))
        limit ${batch}
      ),
      emptied as (
        update events set data = null, previous = null, actor_name = null
        from old where events.tenant_id = ${tenantId} and events.id = old.id and old.is_last
      ),
      dropped as (
        delete from events using old where events.tenant_id = ${tenantId} and events.id = old.id and not old.is_last
      )
      select count(*) as count from old`.execute(db)
    return rows[0]?.count ?? 0
  })

/** A restored database renumbers its transactions, which would sort old events last. */
const settleOrder = (database: Database, tenantId: string): Promise<unknown> =>
  database.run({ as: 'tenant', tenantId }, db =>
    sql`update events set commit_order = 0 where tenant_id = ${tenantId}
      and commit_order >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(db),
  )

/** A subject's last event keeps the sequence, without its data. */
export const forgetOldEvents = async (database: Database, days: number): Promise<number> => {
  const tenants = await database.run({ as: 'platform' }, db => db.selectFrom('tenants').select('id').execute())
  let count = 0
  for (const { id } of tenants) {
    await settleOrder(database, String(id))
    await forgetDeliveries(database, String(id))
    let some: number
    do {
      some = await forgetSome(database, String(id), days)
      count += some
    } while (some === batch)
  }
  return count
}

export const eventRetention: PeriodicJob<{ database: Database; config: Pick<ServerConfig, 'EVENT_RETENTION_DAYS'> }> = {
  every: DAY,
  run: ({ database, config }) => forgetOldEvents(database, config.EVENT_RETENTION_DAYS),
  failed: 'old events were not deleted',
}
