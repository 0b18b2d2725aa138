import { MINUTE } from '../../../src/declare'
import {
  type CheckCode,
  type CheckResult,
  createEngine,
  type DecisionOptions,
  decide,
  refusalsOf,
  type Snapshot,
} from '../../../src/scheduling'
import { invalidField, Problem, type Transaction } from '../../serve'
import {
  countsCustomers,
  keptSetup,
  loadSetup,
  readSetupState,
  type Setup,
  type SetupState,
} from '../availability/loadSetup'
import { snapshotOf } from '../availability/loadSnapshot'
import type { AllocationRequest } from './allocationRequest'
import { type LockTargets, lockPlaces, locksOf } from './lockAllocation'
import { SlotUnavailable, toReason } from './slotUnavailable'

export const missing = (field: string, what: string): Problem =>
  new Problem('not_found', `There is no such ${what}.`, {
    errors: { [field]: { key: 'validation.reference', args: {} } },
  })

type Named = Pick<AllocationRequest, 'variantId' | 'channelId' | 'customerId' | 'resourceIds' | 'endsAt'>

const problemOf = (setup: Setup, { variantId, channelId, resourceIds, endsAt }: Named): Problem | null => {
  const variant = setup.variants.find(({ id }) => id === variantId)
  if (!variant) return missing('variantId', 'variant')
  if (channelId && !setup.channels.some(({ id }) => id === channelId)) return missing('channelId', 'channel')
  if (resourceIds.some(id => !variant.resources.some(({ resourceId }) => resourceId === id)))
    return invalidField('resourceIds', 'validation.notOnVariant')
  if (endsAt === null && variant.durationType !== 'fixed') return invalidField('endsAt', 'validation.required')
  return null
}

/** @throws Problem `not_found` or `validation` for references that the setup lacks */
export const requireKnown = (setup: Setup, question: Named): Setup['variants'][number] => {
  const problem = problemOf(setup, question)
  if (problem) throw problem
  if (question.customerId && !setup.customer) throw missing('customerId', 'customer')
  return variantIn(setup, question.variantId)
}

const variantIn = (setup: Setup, variantId: string): Setup['variants'][number] => {
  const variant = setup.variants.find(({ id }) => id === variantId)
  if (!variant) throw missing('variantId', 'variant')
  return variant
}

export const possibleResources = (
  { resourceSelection, resources }: Setup['variants'][number],
  pinned: readonly string[],
): readonly string[] =>
  resourceSelection === 'any' && pinned.length > 0 ? pinned : resources.map(({ resourceId }) => resourceId)

export const loadPlaceSetup = (
  db: Transaction,
  {
    tenantId,
    variantId,
    customerId,
    exceptBookingId,
    state,
  }: Pick<AllocationRequest, 'tenantId' | 'variantId' | 'customerId'> & {
    exceptBookingId?: string | undefined
    state?: SetupState | undefined
  },
): Promise<Setup> =>
  loadSetup(db, tenantId, { subject: { variantIds: [variantId] }, customerId, exceptBookingId, state })

export interface LoadedPlace {
  setup: Setup
  state: SetupState
  snapshot: Snapshot
}

interface LoadOptions {
  lock: boolean
  state?: SetupState
}

/** Epoch milliseconds. */
export const endOf = (setup: Setup, { variantId, startsAt, endsAt }: AllocationRequest): number =>
  endsAt ?? startsAt + (variantIn(setup, variantId).durationMinutes ?? 60) * MINUTE

const lockTargetsOf = (setup: Setup, question: AllocationRequest): LockTargets => {
  const { variantId, customerId, startsAt, resourceIds } = question
  return {
    resourceIds: possibleResources(variantIn(setup, variantId), resourceIds),
    customerIds: customerId ? [customerId] : [],
    spans: [{ from: startsAt, to: endOf(setup, question) }],
  }
}

const readPlace = (db: Transaction, setup: Setup, question: AllocationRequest, lock: boolean): Promise<Snapshot> => {
  const { tenantId, startsAt, durationMinutes, now } = question
  const locks = lock ? locksOf(setup, lockTargetsOf(setup, question)) : []
  return snapshotOf(db, tenantId, setup, { from: startsAt, to: endOf(setup, question), durationMinutes, now, locks })
}

/**
 * Locks a place and loads it, in one round trip if the cached setup is current; otherwise locks again with the current
 * one. If the two orders deadlock, the transaction is repeated.
 */
export const loadPlace = async (
  db: Transaction,
  question: AllocationRequest,
  { lock, state: given }: LoadOptions,
): Promise<LoadedPlace> => {
  const { tenantId, variantId, customerId } = question
  const kept = keptSetup(tenantId, { variantIds: [variantId] })
  const mayGuess = kept && !countsCustomers(kept.value) && !problemOf(kept.value, question)
  const [state, guess] = await Promise.all([
    given ?? readSetupState(db, tenantId, customerId),
    mayGuess && readPlace(db, kept.value, question, lock),
  ])
  const setup = await loadPlaceSetup(db, { ...question, state })
  requireKnown(setup, question)
  if (guess && kept?.version === state.version)
    return { setup, state, snapshot: { ...guess, customer: setup.customer } }
  if (!lock || !customerId || !countsCustomers(setup))
    return { setup, state, snapshot: await readPlace(db, setup, question, lock) }
  await lockPlaces(db, setup, lockTargetsOf(setup, question))
  // The customer's bookings may have changed before the lock was granted.
  const locked = await loadPlaceSetup(db, question)
  return { setup: locked, state, snapshot: await readPlace(db, locked, question, false) }
}

export const askAbout = (
  { snapshot }: Pick<LoadedPlace, 'snapshot'>,
  { variantId, channelId, resourceIds, quantity, durationMinutes, exceptBookingId, phases }: AllocationRequest,
): ReturnType<ReturnType<typeof createEngine>['ask']> =>
  createEngine(snapshot).ask({
    variantId,
    channelId,
    resourceIds,
    ...(quantity && { quantity }),
    ...(durationMinutes && { durationMinutes }),
    ...(exceptBookingId && { excludeBookingId: exceptBookingId }),
    ...(phases && { phases }),
  })

/** Requires the lock. @throws SlotUnavailable */
export const decideAllocation = (
  place: LoadedPlace,
  question: AllocationRequest,
  options: DecisionOptions,
): CheckResult => {
  const { booking, reasons, alternativeResourceIds } = decide(askAbout(place, question), question, options)
  if (!booking) throw new SlotUnavailable(question, reasons.map(toReason), alternativeResourceIds)
  return booking
}

/** @throws SlotUnavailable, or Problem for references that do not exist */
export const checkAllocation = async (
  db: Transaction,
  question: AllocationRequest,
  options: DecisionOptions,
): Promise<CheckResult> => decideAllocation(await loadPlace(db, question, { lock: true }), question, options)

const conflictCodes: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'timeslot_full',
  'resource_busy',
  'capacity_exceeded',
  'related_resource_busy',
])

/** Ignores the rules. @throws SlotUnavailable */
export const requireNoConflict = async (db: Transaction, question: AllocationRequest): Promise<void> => {
  const result = askAbout(await loadPlace(db, question, { lock: true }), question).check(question)
  if (!result.available && result.reasons.some(({ code }) => conflictCodes.has(code)))
    throw new SlotUnavailable(question, refusalsOf(result).map(toReason), result.alternativeResourceIds)
}
