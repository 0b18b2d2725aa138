import {
  type CheckCode,
  type CheckResult,
  createEngine,
  type DecisionOptions,
  decide,
  refusalsOf,
} from '../../../src/scheduling'
import { MINUTE } from '../../../src/time/instant'
import type { Transaction } from '../../db/database'
import { invalidField, Problem } from '../../http/problem'
import { countsCustomers, loadSetup, type Setup, type SetupState } from '../availability/loadSetup'
import { snapshotOf } from '../availability/loadSnapshot'
import type { AllocationRequest } from './allocationRequest'
import { lockAllocation } from './lockAllocation'
import { SlotUnavailable, toReason } from './slotUnavailable'

/** The problem of a reference to a record that the tenant does not have. */
export const missing = (field: string, what: string): Problem =>
  new Problem('not_found', `There is no such ${what}.`, {
    errors: { [field]: { key: 'validation.reference', args: {} } },
  })

/** @throws Problem `not_found` or `validation` for anything in the question that the setup lacks */
export const requireKnown = (
  setup: Setup,
  question: Pick<AllocationRequest, 'variantId' | 'channelId' | 'customerId' | 'resourceIds' | 'endsAt'>,
): Setup['variants'][number] => {
  const { variantId, channelId, customerId, resourceIds, endsAt } = question
  const variant = setup.variants.find(({ id }) => id === variantId)
  if (!variant) throw missing('variantId', 'variant')
  if (channelId && !setup.channels.some(({ id }) => id === channelId)) throw missing('channelId', 'channel')
  if (customerId && !setup.customer) throw missing('customerId', 'customer')
  if (resourceIds.some(id => !variant.resources.some(({ resourceId }) => resourceId === id)))
    throw invalidField('resourceIds', 'validation.notOnVariant')
  if (endsAt === null && variant.durationType !== 'fixed') throw invalidField('endsAt', 'validation.required')
  return variant
}

/** The resources that a booking may take: all of the variant's unless one of the pinned ones is enough. */
export const possibleResources = (
  { resourceSelection, resources }: Setup['variants'][number],
  pinned: readonly string[],
): readonly string[] =>
  resourceSelection === 'any' && pinned.length > 0 ? pinned : resources.map(({ resourceId }) => resourceId)

/** Loads the setup of a question, before anything is locked. */
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

/** Locks and loads the place of a question. `given`: its setup, if already loaded. */
export const loadPlace = async (
  db: Transaction,
  question: AllocationRequest,
  { lock, given }: { lock: boolean; given?: Setup | undefined },
): Promise<{ setup: Setup; answers: ReturnType<ReturnType<typeof createEngine>['ask']> }> => {
  const { tenantId, variantId, channelId, customerId, startsAt, endsAt, resourceIds, exceptBookingId, now } = question
  const { durationMinutes, quantity } = question
  let setup = given ?? (await loadPlaceSetup(db, question))
  const variant = requireKnown(setup, question)
  const end = endsAt ?? startsAt + (variant.durationMinutes ?? 60) * MINUTE
  let locking: Promise<void> | undefined
  if (lock) {
    const possible = possibleResources(variant, resourceIds)
    locking = lockAllocation(db, setup, { resourceIds: possible, customerId, startsAt, endsAt: end })
    if (customerId && countsCustomers(setup)) {
      await locking
      // The customer's booked resources may have changed before the lock was granted.
      setup = await loadPlaceSetup(db, question)
    }
  }
  // Sent with the lock and run after it: a connection runs statements in order, and each sees what is committed when it begins.
  const loading = snapshotOf(db, tenantId, setup, { from: startsAt, to: end, durationMinutes, now })
  const [snapshot] = await Promise.all([loading, locking])
  const answers = createEngine(snapshot).ask({
    variantId,
    channelId,
    resourceIds,
    ...(quantity && { quantity }),
    ...(durationMinutes && { durationMinutes }),
    ...(exceptBookingId && { excludeBookingId: exceptBookingId }),
  })
  return { setup, answers }
}

interface JudgeOptions extends DecisionOptions {
  /** The setup of the question, if already loaded. */
  setup?: Setup
}

/**
 * Locks a place and judges it with the engine that also computes availability and explanations.
 * @throws SlotUnavailable, or Problem for what does not exist
 */
export const checkAllocation = async (
  db: Transaction,
  question: AllocationRequest,
  { setup, ...options }: JudgeOptions,
): Promise<CheckResult> => {
  const { answers } = await loadPlace(db, question, { lock: true, given: setup })
  const { booking, reasons, alternativeResourceIds } = decide(answers, question, options)
  if (!booking) throw new SlotUnavailable(question, reasons.map(toReason), alternativeResourceIds)
  return booking
}

/** Codes that speak against an existing place: conflicts with other bookings. */
const conflictCodes: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'timeslot_full',
  'resource_busy',
  'capacity_exceeded',
  'related_resource_busy',
])

/**
 * Requires that no other booking conflicts with this one's place; ignores the rules.
 * @throws SlotUnavailable
 */
export const requireNoConflict = async (db: Transaction, question: AllocationRequest): Promise<void> => {
  const { answers } = await loadPlace(db, question, { lock: true })
  const result = answers.check(question)
  if (!result.available && result.reasons.some(({ code }) => conflictCodes.has(code)))
    throw new SlotUnavailable(question, refusalsOf(result).map(toReason), result.alternativeResourceIds)
}
