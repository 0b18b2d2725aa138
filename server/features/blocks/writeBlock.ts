import { sameValue } from '../../../src/declare'
import { blocks } from '../../../src/resources/blocks'
import { resourceRules } from '../../../src/resources/resourceRules'
import { blackoutsOf, zoneOf } from '../../../src/scheduling'
import {
  createRecord,
  deleteRecords,
  findRecord,
  findRecords,
  lockInvariant,
  type ResourceHooks,
  refusal,
  requireVersion,
  rowsAllow,
  type Scope,
  scopeOf,
  type Transaction,
  type UnitOfWork,
  updateRecord,
} from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'
import { beyondOwn } from '../caller'
import { freeName } from '../freeName'
import { resourceRulesHooks } from '../rules/resourceRulesHooks'
import { blocksHooks } from './blocksHooks'
import { timesOf } from './blockTimes'
import { ruleIdsOf, type StoredBlock } from './described'
import { zonesOf } from './zonesOf'

type BlockScope = Scope<typeof blocks> & Pick<MemberRequest, 'caller'>

export const blockScope = (request: MemberRequest): BlockScope => ({
  ...scopeOf(blocks, blocksHooks, request),
  caller: request.caller,
})

/**
 * The calendar shows all blocks, so other people's answer 403, not 404.
 * @throws Problem `not_found` or `forbidden`
 */
export const findBlock = async (
  db: Transaction,
  scope: BlockScope,
  id: string,
  { use, lock = false }: { use: 'read' | 'write'; lock?: boolean },
): Promise<StoredBlock> => {
  const block = await findRecord(db, { ...scope, ...beyondOwn({ caller: scope.caller }) }, id, { lock })
  if (rowsAllow(blocks, use, block, scope.caller)) return block
  throw refusal('forbidden', 'refusal.ownBlocks')
}

/** Locks it. @throws Problem `not_found`, `forbidden` or `stale` */
export const holdBlock = async (
  db: Transaction,
  scope: BlockScope,
  id: string,
  ifMatch: string | null = null,
): Promise<StoredBlock> => {
  const block = await findBlock(db, scope, id, { use: 'write', lock: true })
  await requireVersion(db, scope, block, ifMatch)
  return block
}

const ruleScope = (scope: BlockScope, blockId: string): Scope<typeof resourceRules> => ({
  ...scope,
  resource: resourceRules,
  hooks: { ...resourceRulesHooks, columns: () => ({ blockId }) },
})

const blackoutsFor = async (db: Transaction, { caller }: BlockScope, block: StoredBlock) => {
  const [timeZone = caller.tenant.timeZone] = (await zonesOf(db, caller.tenant.id, block.resourceIds)).values()
  return blackoutsOf(timesOf(block), zoneOf(timeZone)).blackouts
}

/** Two blocks with one reason would take the same name. */
const lockNames = ({ db, caller }: UnitOfWork) => lockInvariant(db, `names of blocks ${caller.tenant?.id}`)

const nameFor = async (unit: UnitOfWork, reason: string | null) =>
  reason === null ? undefined : freeName(unit, resourceRules, reason.replace(/\s+/g, ' '))

const addRule = async (unit: UnitOfWork, scope: BlockScope, block: StoredBlock, parameters: object) => {
  const { resourceIds, reason: message } = block
  await createRecord(unit, ruleScope(scope, block.id), {
    ...{ ruleType: 'blackout', parameters, resourceIds, message },
    name: await nameFor(unit, message),
  })
}

/** @throws Problem `validation`, `not_found` or `forbidden` */
export const createBlock = async (
  unit: UnitOfWork,
  scope: BlockScope,
  input: Readonly<Record<string, unknown>>,
): Promise<StoredBlock> => {
  const block = await createRecord(unit, scope, input)
  unit.reason = block.reason
  await lockNames(unit)
  for (const parameters of await blackoutsFor(unit.db, scope, block)) await addRule(unit, scope, block, parameters)
  return block
}

const changesOf = (before: StoredBlock, after: StoredBlock) => {
  const isSame = (name: keyof StoredBlock) => sameValue(before[name], after[name])
  return {
    times: !['startsAt', 'endsAt', 'repeats'].every(name => isSame(name as keyof StoredBlock)),
    resourceIds: !isSame('resourceIds'),
    reason: !isSame('reason'),
  }
}

/** Keeps an admin's changes to a rule, unless this change overrides them. */
const changeRules = async (
  unit: UnitOfWork,
  scope: BlockScope,
  before: StoredBlock,
  after: StoredBlock,
): Promise<void> => {
  const changed = changesOf(before, after)
  const rules = ruleScope(scope, after.id)
  const ids = await ruleIdsOf(unit.db, scope, after.id)
  const found = await findRecords(unit.db, rules, ids, { lock: true })
  found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const blackouts = changed.times ? await blackoutsFor(unit.db, scope, after) : []
  if (changed.reason) await lockNames(unit)
  for (const [index, { id, name }] of found.entries()) {
    if (changed.times && !blackouts[index]) continue
    const input = {
      ...(changed.times && { parameters: blackouts[index] }),
      ...(changed.resourceIds && { resourceIds: after.resourceIds }),
      ...(changed.reason && { message: after.reason, name: (await nameFor(unit, after.reason)) ?? name }),
    }
    await updateRecord(unit, rules, id, { input, ifMatch: null })
  }
  if (!changed.times) return
  for (const parameters of blackouts.slice(found.length)) await addRule(unit, scope, after, parameters)
  const left = found.slice(blackouts.length)
  if (left.length > 0) await deleteRecords(unit, rules, left)
}

/** @throws Problem `validation`, `not_found`, `forbidden` or `stale` */
export const changeBlock = async (
  unit: UnitOfWork,
  scope: BlockScope,
  id: string,
  { input, ifMatch }: { input: Readonly<Record<string, unknown>>; ifMatch: string | null },
): Promise<StoredBlock> => {
  const before = await holdBlock(unit.db, scope, id, ifMatch)
  const after = await updateRecord(unit, scope, id, { input, ifMatch: null })
  unit.reason = after.reason
  if (after.version !== before.version) await changeRules(unit, scope, before, after)
  return after
}

/** @throws Problem `not_found`, `forbidden` or `stale` */
export const deleteBlock = async (
  unit: UnitOfWork,
  scope: BlockScope,
  id: string,
  { ifMatch }: { ifMatch: string | null },
): Promise<void> => {
  const block = await holdBlock(unit.db, scope, id, ifMatch)
  unit.reason = block.reason
  const rules = ruleScope(scope, id)
  const ids = await ruleIdsOf(unit.db, scope, id)
  await deleteRecords(unit, rules, await findRecords(unit.db, rules, ids, { lock: true }))
  await deleteRecords(unit, scope, [block])
}

export const blockWrites: NonNullable<ResourceHooks['writes']> = {
  create: (unit, scope, input) => createBlock(unit, scope as BlockScope, input),
  update: (unit, scope, id, changes) => changeBlock(unit, scope as BlockScope, id, changes),
  remove: (unit, scope, id, options) => deleteBlock(unit, scope as BlockScope, id, options),
}
