import { sql } from 'kysely'
import type { SetupDocument } from '../../../src/contract'
import type { SetupPlan } from '../../../src/contract/calls/setup'
import type { Transaction } from '../../db/database'
import { versionTagsIn } from '../../http/answer'
import { Problem, refusal } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { noteAction } from '../audit/noteAction'
import { rehearsed } from '../bulk'
import { lockInvariant } from '../lockInvariant'
import { carryOut } from './carryOut'
import { documentOf } from './document'
import { allSections, type Ground, isOnly, type Kept, readKept, type Values } from './entries'
import { hashOf, type PlannedChange, planSetup } from './plan'

/** docs/setting-up.md */
export const exportedSetup = async (db: Transaction, ground: Ground): Promise<SetupDocument> =>
  documentOf(await readKept(db, ground), ground.caller)

const lockSetup = (db: Transaction, { caller }: Ground): Promise<void> =>
  lockInvariant(db, `set-up ${caller.tenant?.id}`)

const summaryOf = (changes: readonly PlannedChange[], unchanged: number): SetupPlan['summary'] => {
  const summary = { create: 0, change: 0, delete: 0, deactivate: 0, unmanaged: 0, unchanged }
  for (const { action } of changes) summary[action]++
  return summary
}

interface Options {
  isDryRun?: boolean
  isPruned?: boolean
  ifMatch?: string | null
  reason?: string
}

/**
 * Makes a tenant's set-up match the document.
 * @throws Problem `validation` with all errors at their paths, or `stale` if the plan differs from `ifMatch`
 */
export const appliedSetup = async (
  unit: UnitOfWork,
  document: SetupDocument,
  ground: Ground,
  { isDryRun = false, isPruned = false, ifMatch = null, reason = 'Set-up' }: Options = {},
): Promise<SetupPlan> => {
  await lockSetup(unit.db, ground)
  const kept = await readKept(unit.db, ground)
  const planned = await planSetup(unit.db, document, kept, ground)
  const work = () => carryOut(unit, kept, planned, ground, { isPruned })
  const changes = isDryRun ? await rehearsed(unit, work) : await work()
  const plan = hashOf(planned.fingerprint, changes)
  const tags = versionTagsIn(ifMatch)
  if (tags && !tags.includes(`"${plan}"`))
    throw new Problem(
      'stale',
      'The set-up or the document was changed since this was planned. Look at the plan again.',
      {
        message: { key: 'refusal.planChanged', args: {} },
      },
    )
  const summary = summaryOf(changes, planned.unchanged)
  const isChange = changes.some(({ action }) => action !== 'unmanaged')
  if (!isDryRun && isChange) {
    unit.reason = reason
    noteAction(unit, {
      ...{ action: 'applied', resource: { name: 'setup' }, record: null },
      changes: Object.fromEntries(Object.entries(summary).map(([name, count]) => [name, { from: null, to: count }])),
    })
  }
  return { dryRun: isDryRun, plan, changes, summary }
}

const isOfSettings = ({ screens }: { screens?: { base: string } | undefined }): boolean =>
  screens?.base.startsWith('/settings') === true

/** A new tenant has only members, settings and the one record of each such kind. */
const isEmptyTenant = async (
  db: Transaction,
  kept: Kept,
  ground: Ground,
  machine: ReadonlySet<string>,
): Promise<boolean> => {
  const sections = allSections(kept)
  const isFilled = sections.some(section =>
    (kept.entries.get(section) ?? []).some(({ before }) => !isOnly(section, (before ?? {}) as Values)),
  )
  if (isFilled) return false
  const names = new Set(sections.map(({ resource }) => resource.name))
  for (const resource of ground.resources) {
    const isLeftOut =
      resource.scope !== 'tenant' || resource.kind === 'singleton' || resource.partOf || names.has(resource.name)
    if (isLeftOut || machine.has(resource.name) || isOfSettings(resource)) continue
    const { rows } =
      await sql`select from ${sql.table(resource.name)} where tenant_id = ${ground.caller.tenant?.id} limit 1`.execute(
        db,
      )
    if (rows.length > 0) return false
  }
  return true
}

/** @throws Problem `not_empty` */
export const requireEmpty = async (db: Transaction, ground: Ground, machine: ReadonlySet<string>): Promise<void> => {
  await lockSetup(db, ground)
  const kept = await readKept(db, ground)
  if (!(await isEmptyTenant(db, kept, ground, machine))) throw refusal('not_empty', 'refusal.notEmpty')
}
