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
  requireVersion,
  type Scope,
  scopeOf,
  type Transaction,
  type UnitOfWork,
  updateRecord,
} from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'
import { resourceRulesHooks } from '../rules/resourceRulesHooks'
import { freeName } from '../rules/ruleName'
import { blocksHooks, requireOwnOnly } from './blocksHooks'
import { timesOf } from './blockTimes'
import { ruleIdsOf, type StoredBlock } from './described'
import { zonesOf } from './zonesOf'

export const blockScope = (request: MemberRequest): Scope<typeof blocks> => scopeOf(blocks, blocksHooks, request)

/** Locks it. @throws Problem `not_found`, `forbidden` or `stale` */
export const holdBlock = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
  ifMatch: string | null = null,
): Promise<StoredBlock> => {
  const block = await findRecord(db, blockScope(request), id, { lock: true })
  requireOwnOnly(request, block.resourceIds)
  await requireVersion(db, blockScope(request), block, ifMatch)
  return block
}

const ruleScope = (request: MemberRequest, blockId: string): Scope<typeof resourceRules> =>
  scopeOf(resourceRules, { ...resourceRulesHooks, columns: () => ({ blockId }) }, request)

const blackoutsFor = async (db: Transaction, { caller }: MemberRequest, block: StoredBlock) => {
  const [timeZone = caller.tenant.timeZone] = (await zonesOf(db, caller.tenant.id, block.resourceIds)).values()
  return blackoutsOf(timesOf(block), zoneOf(timeZone)).blackouts
}

/** Two blocks with one reason would take the same name. */
const lockNames = ({ db, caller }: UnitOfWork) => lockInvariant(db, `names of blocks ${caller.tenant?.id}`)

/** Without a reason, the rule's own. */
const nameFor = async (unit: UnitOfWork, reason: string | null) =>
  reason === null ? undefined : freeName(unit, reason.replace(/\s+/g, ' '))

const addRule = async (unit: UnitOfWork, request: MemberRequest, block: StoredBlock, parameters: object) => {
  const { resourceIds, reason: message } = block
  await createRecord(unit, ruleScope(request, block.id), {
    ...{ ruleType: 'blackout', parameters, resourceIds, message },
    name: await nameFor(unit, message),
  })
}

/** @throws Problem `validation`, `not_found` or `forbidden` */
export const createBlock = async (
  unit: UnitOfWork,
  request: MemberRequest,
  input: Readonly<Record<string, unknown>>,
): Promise<StoredBlock> => {
  if (Array.isArray(input.resourceIds)) requireOwnOnly(request, input.resourceIds)
  const block = await createRecord(unit, blockScope(request), input)
  unit.reason = block.reason
  await lockNames(unit)
  for (const parameters of await blackoutsFor(unit.db, request, block)) await addRule(unit, request, block, parameters)
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

/** What an admin changed of a rule stays unless the same is changed here. */
const changeRules = async (
  unit: UnitOfWork,
  request: MemberRequest,
  before: StoredBlock,
  after: StoredBlock,
): Promise<void> => {
  const changed = changesOf(before, after)
  const scope = ruleScope(request, after.id)
  const ids = await ruleIdsOf(unit.db, request, after.id)
  const rules = await findRecords(unit.db, scope, ids, { lock: true })
  rules.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const blackouts = changed.times ? await blackoutsFor(unit.db, request, after) : []
  if (changed.reason) await lockNames(unit)
  for (const [index, { id, name }] of rules.entries()) {
    if (changed.times && !blackouts[index]) continue
    const input = {
      ...(changed.times && { parameters: blackouts[index] }),
      ...(changed.resourceIds && { resourceIds: after.resourceIds }),
      ...(changed.reason && { message: after.reason, name: (await nameFor(unit, after.reason)) ?? name }),
    }
    await updateRecord(unit, scope, id, { input, ifMatch: null })
  }
  if (!changed.times) return
  for (const parameters of blackouts.slice(rules.length)) await addRule(unit, request, after, parameters)
  const left = rules.slice(blackouts.length)
  if (left.length > 0) await deleteRecords(unit, scope, left)
}

/** @throws Problem `validation`, `not_found`, `forbidden` or `stale` */
export const changeBlock = async (
  unit: UnitOfWork,
  request: MemberRequest,
  id: string,
  { input, ifMatch }: { input: Readonly<Record<string, unknown>>; ifMatch: string | null },
): Promise<StoredBlock> => {
  const before = await holdBlock(unit.db, request, id, ifMatch)
  if (Array.isArray(input.resourceIds)) requireOwnOnly(request, input.resourceIds)
  const after = await updateRecord(unit, blockScope(request), id, { input, ifMatch: null })
  unit.reason = after.reason
  if (after.version !== before.version) await changeRules(unit, request, before, after)
  return after
}

/** @throws Problem `not_found`, `forbidden` or `stale` */
export const deleteBlock = async (
  unit: UnitOfWork,
  request: MemberRequest,
  id: string,
  ifMatch: string | null,
): Promise<void> => {
  const block = await holdBlock(unit.db, request, id, ifMatch)
  unit.reason = block.reason
  const scope = ruleScope(request, id)
  const ids = await ruleIdsOf(unit.db, request, id)
  await deleteRecords(unit, scope, await findRecords(unit.db, scope, ids, { lock: true }))
  await deleteRecords(unit, blockScope(request), [block])
}
