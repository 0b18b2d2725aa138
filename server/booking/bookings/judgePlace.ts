import { type CheckCode, type CheckResult, prepare } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import { invalidField, Problem } from '../../http/problem'
import { countsCustomers, loadSetup, type Setup, type SetupState } from '../availability/loadSetup'
import { snapshotOf } from '../availability/loadSnapshot'
import { lockPlace } from './lockPlace'
import type { PlaceQuestion } from './placeQuestion'
import { SlotUnavailable, toReason } from './slotUnavailable'

const MINUTE = 60_000

/** A reference that leads nowhere in this tenant. */
export const missing = (field: string, what: string): Problem =>
  new Problem('not_found', `There is no such ${what}.`, {
    errors: { [field]: { key: 'validation.reference', args: {} } },
  })

/** @throws Problem `not_found` or `validation` for what the question names and the setup does not have */
const requireKnown = (setup: Setup, question: PlaceQuestion): Setup['variants'][number] => {
  const { variantId, channelId, customerId, resourceIds, endsAt } = question
  const variant = setup.variants.find(({ id }) => id === variantId)
  if (!variant) throw missing('variantId', 'variant')
  if (channelId && !setup.channels.some(({ id }) => id === channelId)) throw missing('channelId', 'channel')
  if (customerId && !setup.customer) throw missing('customerId', 'customer')
  if (resourceIds.some(id => !variant.resources.some(({ resourceId }) => resourceId === id)))
    throw missing('resourceIds', 'resource of this variant')
  if (endsAt === null && variant.durationType !== 'fixed') throw invalidField('endsAt', 'validation.required')
  return variant
}

/** What is set up around a question, before anything is locked. */
export const loadPlaceSetup = (
  db: Transaction,
  {
    tenantId,
    variantId,
    customerId,
    exceptBookingId,
    state,
  }: Pick<PlaceQuestion, 'tenantId' | 'variantId' | 'customerId'> & {
    exceptBookingId?: string | undefined
    state?: SetupState | undefined
  },
): Promise<Setup> =>
  loadSetup(db, tenantId, { subject: { variantIds: [variantId] }, customerId, exceptBookingId, state })

/** Loads what a question concerns; `given` is its setup when that is there already. */
export const loadPlace = async (
  db: Transaction,
  question: PlaceQuestion,
  { lock, given }: { lock: boolean; given?: Setup | undefined },
): Promise<{ setup: Setup; answers: ReturnType<ReturnType<typeof prepare>['ask']> }> => {
  const { tenantId, variantId, channelId, customerId, startsAt, endsAt, resourceIds, exceptBookingId, now } = question
  const { durationMinutes, quantity } = question
  let setup = given ?? (await loadPlaceSetup(db, question))
  const variant = requireKnown(setup, question)
  const end = endsAt ?? startsAt + (variant.durationMinutes ?? 60) * MINUTE
  let locking: Promise<void> | undefined
  if (lock) {
    const isOneOfThese = variant.resourceSelection === 'any' && resourceIds.length > 0
    const possible = isOneOfThese ? resourceIds : variant.resources.map(({ resourceId }) => resourceId)
    locking = lockPlace(db, setup, { resourceIds: possible, customerId, startsAt, endsAt: end })
    if (customerId && countsCustomers(setup)) {
      await locking
      // Which resources the customer has booked may have changed until the lock was there.
      setup = await loadPlaceSetup(db, question)
    }
  }
  // Sent with the lock, and run when it is there: a connection answers in turn, and each statement sees what is committed when it begins.
  const loading = snapshotOf(db, tenantId, setup, { from: startsAt, to: end, durationMinutes, now })
  const [snapshot] = await Promise.all([loading, locking])
  const answers = prepare(snapshot).ask({
    variantId,
    channelId,
    resourceIds,
    ...(quantity && { quantity }),
    ...(durationMinutes && { durationMinutes }),
    ...(exceptBookingId && { excludeBookingId: exceptBookingId }),
  })
  return { setup, answers }
}

interface JudgeOptions {
  /** As staff with a reason may. */
  override: boolean
  /** What does not stand against this one, such as rules against a booking that was there before them. */
  ignore?: ReadonlySet<CheckCode>
  /** The setup of the question, when it is there already. */
  setup?: Setup
}

/**
 * Takes the locks of a place, and judges it by the same engine as availability and its explanation.
 * @throws SlotUnavailable, or Problem for what does not exist
 */
export const judgePlace = async (
  db: Transaction,
  question: PlaceQuestion,
  { override, ignore = new Set(), setup }: JudgeOptions,
): Promise<CheckResult> => {
  const { answers } = await loadPlace(db, question, { lock: true, given: setup })
  const { startsAt, endsAt } = question
  const strict = answers.check({ startsAt, endsAt })
  if (strict.available) return strict
  const lenient = answers.check({ startsAt, endsAt }, { override: true })
  const overrides = lenient.overrides.filter(({ code }) => !ignore.has(code))
  if (lenient.available && (override || overrides.length === 0)) return { ...lenient, overrides }
  if (!override) throw unavailable(question, strict)
  const { checks } = answers.explain({ startsAt, endsAt })
  const reasons = checks.filter(
    ({ passed, severity, isOverridable }) => !passed && severity === 'error' && !isOverridable,
  )
  throw unavailable(question, { ...strict, headline: null, reasons })
}

/** What stands against a booking that has its place already: others in it. */
const conflictCodes: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'timeslot_full',
  'resource_busy',
  'capacity_exceeded',
  'related_resource_busy',
])

/**
 * Makes sure that a booking shares its place with nobody, whatever rules say now.
 * @throws SlotUnavailable
 */
export const requireNoConflict = async (db: Transaction, question: PlaceQuestion): Promise<void> => {
  const { answers } = await loadPlace(db, question, { lock: true })
  const result = answers.check(question)
  if (!result.available && result.reasons.some(({ code }) => conflictCodes.has(code)))
    throw unavailable(question, result)
}

const unavailable = (question: PlaceQuestion, { headline, reasons, alternativeResourceIds }: CheckResult) => {
  const others = reasons.filter(({ severity }) => severity === 'error')
  const first = headline ? [headline] : []
  const all = [...first, ...others.filter(one => one.code !== headline?.code || one.resourceId !== headline.resourceId)]
  return new SlotUnavailable(question, all.map(toReason), alternativeResourceIds)
}
