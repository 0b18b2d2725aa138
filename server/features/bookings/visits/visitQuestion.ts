import { sql } from 'kysely'
import type { Part, VisitSlot } from '../../../../src/calls/visits'
import { DAY, formatInstant, MINUTE, type ValidationErrors } from '../../../../src/declare'
import type { Snapshot } from '../../../../src/scheduling'
import type { VisitPlan, VisitQuestion } from '../../../../src/scheduling/visits/question'
import { invalid, type MemberCaller, type Transaction } from '../../../serve'
import { countsCustomers, loadSetup, readSetupState, type Setup, type SetupState } from '../../availability/loadSetup'
import { loadSnapshot, snapshotOf } from '../../availability/loadSnapshot'
import { channelFor, visitWaitOf } from '../../caller'
import { missing, possibleResources } from '../checkAllocation'
import { type LockTargets, lockPlaces, locksOf } from '../lockAllocation'
import { loadOffer, type Offer, totalFor } from '../offer'

export interface AskedVisit {
  parts: readonly Part[]
  channelId: string | null
  order: 'fixed' | 'any'
  sameStaff: boolean
}

const longestVisit = DAY / MINUTE

export const visitQuestion = (caller: MemberCaller, { parts, ...asked }: AskedVisit): VisitQuestion => ({
  ...asked,
  channelId: channelFor(caller, asked.channelId),
  parts: parts.map(({ quantity, durationMinutes, maxWaitMinutes, startsAt, ...part }) => ({
    ...part,
    ...(quantity !== null && { quantity }),
    ...(durationMinutes !== null && { durationMinutes }),
    maxWaitMinutes: maxWaitMinutes ?? Math.max(part.minWaitMinutes, visitWaitOf(caller)),
    startsAt: startsAt === null ? null : Date.parse(startsAt),
  })),
})

export const lengthOf = (
  variants: Snapshot['variants'],
  { variantId, durationMinutes }: VisitQuestion['parts'][number],
) => {
  const variant = variants.find(({ id }) => id === variantId)
  return variant?.durationType === 'flexible' ? (durationMinutes ?? 0) : (variant?.durationMinutes ?? 60)
}

/** @throws Problem `not_found` or `validation`, by the part's path */
const requireParts = (setup: Pick<Snapshot, 'variants' | 'channels'>, { parts, channelId }: VisitQuestion): void => {
  if (channelId && !setup.channels?.some(({ id }) => id === channelId)) throw missing('channelId', 'channel')
  const errors: ValidationErrors = {}
  const guests = new Map<number, number>()
  for (const [index, part] of parts.entries()) {
    const variant = setup.variants.find(({ id }) => id === part.variantId)
    if (!variant) throw missing(`parts.${index}.variantId`, 'variant')
    if (variant.durationType === 'daily')
      errors[`parts.${index}.variantId`] = { key: 'validation.noPartByDays', args: {} }
    if (variant.durationType === 'flexible' && part.durationMinutes === undefined)
      errors[`parts.${index}.durationMinutes`] = { key: 'validation.required', args: {} }
    if (part.resourceIds.some(id => !variant.resources.some(({ resourceId }) => resourceId === id)))
      errors[`parts.${index}.resourceIds`] = { key: 'validation.notOnVariant', args: {} }
    if (part.startsAt !== null && part.startsAt % MINUTE !== 0)
      errors[`parts.${index}.startsAt`] = { key: 'validation.wholeMinutes', args: {} }
    const wait = guests.has(part.guest) ? part.minWaitMinutes : 0
    guests.set(part.guest, (guests.get(part.guest) ?? 0) + wait + lengthOf(setup.variants, part))
  }
  if (Math.max(...guests.values()) > longestVisit) errors.parts = { key: 'validation.visitTooLong', args: {} }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

export const personsAmong = async (
  db: Transaction,
  tenantId: string,
  resourceIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select resources.id from resources
    join resource_types as types on types.tenant_id = resources.tenant_id and types.id = resources.resource_type_id
    where resources.tenant_id = ${tenantId} and types.kind = 'person'
    and resources.id = any(${resourceIds})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const personsIn = (db: Transaction, tenantId: string, { resources }: Pick<Setup, 'resources'>) =>
  personsAmong(
    db,
    tenantId,
    resources.map(({ id }) => id),
  )

const withPersons = (snapshot: Snapshot, persons: ReadonlySet<string>): Snapshot => ({
  ...snapshot,
  resources: snapshot.resources.map(one => ({ ...one, isPerson: persons.has(one.id) })),
})

const variantsOf = ({ parts }: VisitQuestion): string[] =>
  [...new Set(parts.map(({ variantId }) => variantId))].toSorted()

const longestPart = ({ parts }: VisitQuestion): { durationMinutes?: number } => {
  const durationMinutes = Math.max(0, ...parts.map(part => part.durationMinutes ?? 0))
  return durationMinutes > 0 ? { durationMinutes } : {}
}

/** @throws Problem `not_found` or `validation`, by the part's path */
export const loadVisitSetup = async (
  db: Transaction,
  tenantId: string,
  question: VisitQuestion,
  customerId: string | null,
  state?: SetupState,
): Promise<Setup> => {
  const setup = await loadSetup(db, tenantId, { subject: { variantIds: variantsOf(question) }, customerId, state })
  requireParts(setup, question)
  if (customerId && !setup.customer) throw missing('customerId', 'customer')
  return setup
}

export interface VisitPlace {
  question: VisitQuestion
  startsAt: number
  customerId: string | null
  leaving?: readonly string[]
  indexes?: readonly number[]
  isSettled?: true
}

const lockTargets = (setup: Setup, { question, startsAt, customerId }: VisitPlace): LockTargets => {
  const { parts, follows } = question
  const from = follows?.end ?? startsAt
  const waits = parts.reduce((sum, { maxWaitMinutes }) => sum + maxWaitMinutes, 0)
  const lengths = parts.reduce((sum, part) => sum + lengthOf(setup.variants, part), 0)
  const resources = parts.flatMap(({ variantId, resourceIds }) => {
    const variant = setup.variants.find(({ id }) => id === variantId)
    return variant ? possibleResources(variant, resourceIds) : []
  })
  return {
    resourceIds: [...new Set(resources)],
    customerIds: customerId ? [customerId] : [],
    spans: [{ from, to: from + Math.min(longestVisit, waits + lengths) * MINUTE }],
  }
}

/**
 * Locks all places that a visit may take, in the order of single bookings (docs/domain.md#preventing-double-booking).
 */
export const loadVisitPlace = async (
  db: Transaction,
  tenantId: string,
  place: VisitPlace,
  { now, lock, state }: { now: number; lock: boolean; state?: SetupState },
): Promise<Snapshot> => {
  const { question, startsAt, customerId } = place
  let setup = await loadVisitSetup(db, tenantId, question, customerId, state)
  let locks = lock ? locksOf(setup, lockTargets(setup, place)) : []
  // The customer's bookings may change before the lock is granted.
  if (lock && customerId && countsCustomers(setup)) {
    await lockPlaces(db, setup, lockTargets(setup, place))
    locks = []
    setup = await loadVisitSetup(db, tenantId, question, customerId)
  }
  const span = { from: startsAt, to: startsAt + DAY, ...longestPart(question), now, locks }
  const [snapshot, persons] = await Promise.all([snapshotOf(db, tenantId, setup, span), personsIn(db, tenantId, setup)])
  return withPersons(without(snapshot, place.leaving), persons)
}

const without = (snapshot: Snapshot, bookingIds: readonly string[] = []): Snapshot => {
  const left = new Set(bookingIds)
  const allocations = snapshot.allocations?.filter(({ bookingId }) => !left.has(bookingId))
  return { ...snapshot, ...(allocations && { allocations }) }
}

interface VisitLoad {
  /** For visits that start in `[from, to)`. */
  from: number
  to: number
  now: number
  customerId?: string | null | undefined
  isAnonymous?: boolean
  leaving?: readonly string[] | undefined
}

/** @throws Problem `not_found` or `validation`, by the part's path */
export const loadVisit = async (
  db: Transaction,
  tenantId: string,
  question: VisitQuestion,
  { to, leaving, ...load }: VisitLoad,
): Promise<{ snapshot: Snapshot; offers: Offer[] }> => {
  const snapshot = await loadSnapshot(db, tenantId, {
    variantIds: variantsOf(question),
    ...load,
    to: to + DAY,
    ...longestPart(question),
  })
  requireParts(snapshot, question)
  const [persons, offers] = await Promise.all([personsIn(db, tenantId, snapshot), loadOffers(db, tenantId, question)])
  return { snapshot: withPersons(without(snapshot, leaving), persons), offers }
}

export const loadOffers = async (
  db: Transaction,
  tenantId: string,
  { parts }: VisitQuestion,
  given?: SetupState,
): Promise<Offer[]> => {
  const state = given ?? (await readSetupState(db, tenantId))
  const offers: Offer[] = []
  for (const { variantId } of parts) offers.push(await loadOffer(db, tenantId, variantId, state))
  return offers
}

export const toVisitSlot = (
  { startsAt, endsAt, waitMinutes, staffChanges, parts }: VisitPlan,
  question: VisitQuestion,
  offers: readonly Offer[],
  timeZone: string,
): VisitSlot => {
  const priced = parts.map(({ index, startsAt, endsAt, waitMinutes, resourceIds, timeslotId }, position) => {
    const offer = offers[position] as Offer
    const { guest = 0, quantity = offer.minQuantity } = question.parts[index] ?? {}
    const times = { startsAt: formatInstant(startsAt), endsAt: formatInstant(endsAt) }
    const total = totalFor(offer, { ...times, timeZone }, quantity)
    return { index, guest, ...times, waitMinutes, resourceIds: [...resourceIds], timeslotId, total }
  })
  return {
    startsAt: formatInstant(startsAt),
    endsAt: formatInstant(endsAt),
    waitMinutes,
    staffChanges,
    total: {
      amount: priced.reduce((sum, { total }) => sum + total.amount, 0),
      currency: offers[0]?.price.currency ?? '',
    },
    parts: priced,
  }
}
