import { sql } from 'kysely'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY } from '../../../src/time/instant'
import { systemCaller } from '../../http/identity/caller'
import { runSystemWork, type UnitOfWork } from '../../http/unitOfWork'
import type { PeriodicJob } from '../../jobs/periodicJob'
import { noteAction } from '../audit/noteAction'
import type { JobServices } from '../product'
import type { Condition } from '../scope'

/** Records per transaction. */
const batch = 500

interface Purged {
  entityType: string
  entityId: string
  entityLabel: string | null
}

export const purge = async (unit: UnitOfWork, condition: Condition): Promise<number> => {
  const { rows } = await sql<Purged>`
    delete from trash where tenant_id = ${unit.caller.tenant?.id} and (entity_type, entity_id) in (
      select entity_type, entity_id from trash where tenant_id = ${unit.caller.tenant?.id} and ${condition} limit ${batch})
    returning entity_type, entity_id, entity_label`.execute(unit.db)
  for (const { entityType, entityId, entityLabel } of rows)
    noteAction(unit, {
      ...{ action: 'purged', resource: { name: entityType }, record: { id: entityId }, label: entityLabel },
    })
  return rows.length
}

/**
 * Includes entities that no longer have a trash.
 * @throws AggregateError if some tenants' trash was not emptied; the others' was
 */
export const emptyTrash = async (services: Omit<JobServices, 'config'>): Promise<number> => {
  const { database, resources, now } = services
  const days = Object.fromEntries(resources.flatMap(({ name, trash }) => (trash ? [[name, trash.days]] : [])))
  const isDue: Condition = sql`deleted_at <= ${formatInstant(now())}::timestamptz
    - make_interval(days => coalesce((${JSON.stringify(days)}::jsonb ->> entity_type)::int, 0))`
  const tenants = await database.run({ as: 'platform' }, db =>
    db.selectFrom('tenants').select(['id', 'timeZone', 'currency', 'isActive']).execute(),
  )
  let count = 0
  const failures: unknown[] = []
  for (const tenant of tenants) {
    try {
      let some: number
      do {
        some = await runSystemWork(services, systemCaller(tenant), unit => purge(unit, isDue))
        count += some
      } while (some === batch)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The trash of some tenants was not emptied.')
  return count
}

export const trashJob: PeriodicJob<JobServices> = {
  every: DAY,
  run: emptyTrash,
  done: 'records deleted for ever from the trash',
  failed: 'the trash was not emptied',
}
