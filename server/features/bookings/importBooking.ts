import { sql } from 'kysely'
import { DAY, formatInstant, type Message, sameValue, type ValidationErrors, validate } from '../../../src/declare'
import { type Booking, bookings } from '../../../src/resources/bookings'
import type { AllocationInput, CheckCode, CheckResult } from '../../../src/scheduling'
import { invalid, invalidField, Problem, type ResourceHooks, type Scope, type UnitOfWork } from '../../serve'
import { channelFor } from '../caller'
import { slotUnavailable } from '../problemCodes'
import { type AllocationRequest, placeQuestion } from './allocationRequest'
import { takesPlace } from './allocations'
import { bookedCustomer, findCustomer } from './bookedCustomer'
import { answeredBooking, type BookingRecord, findBooking, type MemberRequest } from './bookingScope'
import { changeBooking } from './changeBooking'
import {
  askAbout,
  decideAllocation,
  endOf,
  type LoadedPlace,
  loadPlace,
  missing,
  possibleResources,
} from './checkAllocation'
import { insertBooking } from './createBooking'
import { loadOffer, type Offer, totalFor } from './offer'
import { isReference } from './reference'
import { timeErrors } from './requireTime'
import { SlotUnavailable } from './slotUnavailable'

type Row = Partial<
  Pick<
    Booking,
    | 'variantId'
    | 'channelId'
    | 'resourceIds'
    | 'customerId'
    | 'startsAt'
    | 'endsAt'
    | 'status'
    | 'quantity'
    | 'total'
    | 'paymentStatus'
    | 'reference'
  >
> & {
  customerName?: string | null
  customerEmail?: string | null
  customerPhone?: string | null
  bookedAt?: string | null
}

const requestOf = (unit: UnitOfWork, { caller, resources, params }: Scope): MemberRequest =>
  // Nobody is notified of imported bookings.
  ({ caller, params, services: { now: () => unit.now, resources } }) as unknown as MemberRequest

/** Files cannot hold places, since holds end by themselves. */
const inFiles = ['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined']

const besides = [
  'resourceIds',
  'customerName',
  'customerEmail',
  'customerPhone',
  'status',
  'bookedAt',
  'reference',
] as const

const declared = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !besides.includes(name as (typeof besides)[number])))

const wrong = (key: Message['key'], args: Message['args'] = {}): Message => ({ key, args })

type Taken = AllocationInput & { startsAt: number; endsAt: number }

/** Adds places that a dry run's earlier rows would have taken. */
const withEarlier = ({ rehearsal }: UnitOfWork, place: LoadedPlace, question: AllocationRequest): LoadedPlace => {
  if (!rehearsal) return place
  const { setup, snapshot } = place
  const ids = setup.resources.map(({ id }) => id)
  const [from, to] = [question.startsAt - DAY, endOf(setup, question) + DAY]
  const kept = (key: string) => rehearsal.earlier(key) as readonly Taken[]
  const onResources = ids.flatMap(id =>
    kept(`resource ${id}`).filter(({ startsAt, endsAt }) => endsAt > from && startsAt < to),
  )
  const inTimeslots = (snapshot.timeslots ?? []).flatMap(({ id }) =>
    kept(`timeslot ${id}`).filter(({ resourceId }) => !ids.includes(resourceId)),
  )
  const allocations = [...(snapshot.allocations ?? []), ...onResources, ...inTimeslots]
  return { ...place, snapshot: { ...snapshot, allocations } }
}

const keepTaken = (
  { rehearsal }: UnitOfWork,
  { id, status, variantId, channelId, customerId, quantity, startsAt, endsAt }: BookingRecord,
  { allocations, timeslotId }: CheckResult,
  { capacityMode }: Offer,
): void => {
  for (const allocation of allocations) {
    const taken: Taken = {
      ...allocation,
      ...{ bookingId: id, status, variantId, channelId, customerId, quantity, timeslotId, capacityMode },
      ...{ startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) },
    }
    const { resourceId } = allocation
    rehearsal?.keep(`resource ${resourceId}`, taken)
    if (timeslotId) rehearsal?.keep(`timeslot ${timeslotId}`, taken)
  }
}

/** Only capacity can refuse a row, since rules are ignored. */
const reasonOf = ({ reasons }: SlotUnavailable): Message => {
  const [first] = reasons
  const own: Partial<Record<CheckCode, Message['key']>> = {
    resource_busy: 'validation.noPlace.resource_busy',
    capacity_exceeded: 'validation.noPlace.capacity_exceeded',
    related_resource_busy: 'validation.noPlace.related_resource_busy',
    timeslot_full: 'validation.noPlace.timeslot_full',
  }
  return wrong((first && own[first.code]) ?? 'validation.noPlace', { reason: first?.text ?? '' })
}

const atColumns = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SlotUnavailable) {
      const errors = { startsAt: reasonOf(error) }
      throw new Problem(slotUnavailable, error.reasons[0]?.text ?? error.message, { errors, cause: error })
    }
    const { errors } = error instanceof Problem ? error.options : {}
    if (!errors || !Object.keys(errors).some(name => name.startsWith('customer.'))) throw error
    const named = Object.entries(errors).map(([name, one]) => [
      name.replace(/^customer\.(.)/, (_, letter: string) => `customer${letter.toUpperCase()}`),
      one,
    ])
    throw invalid(Object.fromEntries(named))
  }
}

const named = (name: string): string => `named ${name.toLowerCase()}`

const keepMade = ({ rehearsal }: UnitOfWork, id: string, { customerName, customerEmail, customerPhone }: Row): void => {
  if (!rehearsal) return
  const contacts = [customerEmail, customerPhone].flatMap(contact => (contact ? [`contact ${contact}`] : []))
  const names = customerName ? [named(customerName)] : []
  const isKnown = (contacts.length > 0 ? contacts : names).some(key => rehearsal.earlier(key).length > 0)
  if (!isKnown) for (const key of [...contacts, ...names]) rehearsal.keep(key, id)
}

const idsNamed = async ({ db }: UnitOfWork, tenantId: string, name: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from customers where tenant_id = ${tenantId} and lower(name) = lower(${name}) and anonymized_at is null
    limit 2`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * @returns undefined if the row names none; null for a new one
 * @throws Problem `validation` for a name that several have
 */
const metCustomer = async (
  unit: UnitOfWork,
  { caller }: MemberRequest,
  row: Row,
  before: BookingRecord | null,
): Promise<string | null | undefined> => {
  const { customerId, customerName: name, customerEmail: email, customerPhone: phone } = row
  if (customerId !== undefined) return customerId
  const tenantId = caller.tenant.id
  if (email || phone) return findCustomer(unit.db, tenantId, { customerId: null, customer: { email, phone } })
  if (!name) return undefined
  if (before?.customerName?.toLowerCase() === name.toLowerCase()) return before.customerId
  const ids = await idsNamed(unit, tenantId, name)
  const [id = null] = ids
  if (ids.length + (unit.rehearsal?.earlier(named(name)).length ?? 0) > 1)
    throw invalidField('customerName', 'validation.ambiguous')
  return id
}

const customerFor = async (
  unit: UnitOfWork,
  request: MemberRequest,
  row: Row,
  before: BookingRecord | null,
): Promise<{ customerId: string | null | undefined; isNew: boolean }> => {
  const met = await metCustomer(unit, request, row, before)
  if (met !== null || row.customerId === null) return { customerId: met, isNew: false }
  const customer = { name: row.customerName, email: row.customerEmail, phone: row.customerPhone }
  const given = Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== undefined))
  const asked = { customerId: null, customer: given, channelId: null, mayLackContact: true }
  return { customerId: await bookedCustomer(unit, request, asked), isNew: true }
}

const requireValid = (row: Row, { caller }: MemberRequest, now: number): Record<string, unknown> => {
  const { tenant, role } = caller
  const { startsAt, status, bookedAt, reference } = row
  const given = {
    ...declared(row),
    channelId: row.channelId ?? caller.tenant.id,
    endsAt: row.endsAt ?? startsAt,
    total: row.total ?? { amount: 0, currency: tenant.currency },
  }
  const validated = validate(bookings, given, { role })
  const errors: ValidationErrors = validated.ok ? {} : { ...validated.errors }
  if (!startsAt) delete errors.endsAt
  else Object.assign(errors, timeErrors({ startsAt, endsAt: row.endsAt ?? null }, Math.min(now, Date.parse(startsAt))))
  if (status === 'held' || status === 'expired')
    errors.status = wrong('validation.choice', { values: inFiles.join(', ') })
  const isOver = status === 'completed' || status === 'no_show'
  if (isOver && startsAt && Date.parse(startsAt) > now) errors.status = wrong('validation.notBegun')
  if (bookedAt && Date.parse(bookedAt) > now) errors.bookedAt = wrong('validation.inFuture')
  if (reference && !isReference(reference)) errors.reference = wrong('validation.bookingReference')
  if (Object.keys(errors).length > 0 || !validated.ok) throw invalid(errors)
  return validated.values
}

const rememberedPlace = (place: LoadedPlace, question: AllocationRequest): CheckResult => {
  const answers = askAbout(place, question)
  const result = answers.check(question, { override: true })
  if (result.available) return result
  const variant = place.setup.variants.find(({ id }) => id === question.variantId)
  const pinned = question.resourceIds
  const taken = pinned.length > 0 || !variant ? pinned : possibleResources(variant, pinned).slice(0, 1)
  const allocations = taken.map(resourceId => ({ resourceId, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }))
  return { ...result, allocations, overrides: [] }
}

const ended = (status: Booking['status'], now: string): Partial<Booking> =>
  takesPlace(status)
    ? {}
    : {
        previousStatus: status === 'declined' ? 'pending' : 'confirmed',
        ...(status === 'cancelled' && { cancelledAt: now, cancelledBy: 'staff' }),
      }

/**
 * Checks capacity, but no rules, opening hours or past times.
 * @throws Problem `validation` at the columns, or `slot_unavailable`
 */
const create = async (unit: UnitOfWork, scope: Scope, row: Row): Promise<BookingRecord> => {
  const { db, now } = unit
  const request = requestOf(unit, scope)
  const { caller } = request
  const tenantId = caller.tenant.id
  const values = requireValid(row, request, now)
  const { status = 'confirmed' } = row
  const variantId = row.variantId ?? ''
  const { customerId = null, isNew } = await customerFor(unit, request, row, null)
  if (customerId === null) throw invalidField('customerName', 'validation.customerNeeded')
  const asked = placeQuestion({
    ...{ tenantId, variantId, customerId, now, exceptBookingId: undefined },
    channelId: channelFor(caller, row.channelId ?? null),
    startsAt: Date.parse(row.startsAt ?? ''),
    endsAt: row.endsAt ? Date.parse(row.endsAt) : null,
    quantity: row.quantity,
    resourceIds: row.resourceIds ?? [],
  })
  const isTaking = takesPlace(status)
  const place = withEarlier(unit, await loadPlace(db, asked, { lock: isTaking && !unit.rehearsal }), asked)
  const { setup, state } = place
  const offer = await loadOffer(db, tenantId, variantId, state)
  const channelId = asked.channelId ?? offer.defaultChannelId
  if (!channelId) throw missing('channelId', 'channel')
  const question = { ...asked, channelId }
  const result = isTaking ? decideAllocation(place, question, { override: true }) : rememberedPlace(place, question)
  const quantity = row.quantity ?? offer.minQuantity
  const total = row.total ?? totalFor(offer, result, quantity)
  const text = (name: string) => (values[name] ?? null) as string | null
  const booking = await insertBooking(unit, request, {
    ...{ state, offer, setup, question, result, quantity, status, total },
    holdExpiresAt: null,
    createdBy: caller.userId,
    reason: unit.reason,
    answers: {},
    createdAt: row.bookedAt ?? undefined,
    values: {
      source: 'import',
      paymentStatus: row.paymentStatus ?? (total.amount > 0 ? 'unpaid' : 'not_required'),
      notes: text('notes'),
      internalNotes: text('internalNotes'),
      sendsReminders: values.sendsReminders === true,
      externalId: text('externalId'),
      metadata: (values.metadata ?? {}) as Booking['metadata'],
      ...(row.reference && { reference: row.reference }),
      ...ended(status, formatInstant(now)),
    },
  })
  if (isNew) keepMade(unit, customerId, row)
  if (isTaking) keepTaken(unit, booking, result, offer)
  return booking
}

/** Only actions may change these, since they may notify people or need a place. */
const fixed = (stored: BookingRecord, before: BookingRecord, row: Row): ValidationErrors => {
  const now: Row = { ...before, bookedAt: before.createdAt }
  const names = ['variantId', 'channelId', 'startsAt', 'endsAt', 'status', 'bookedAt', 'reference'] as const
  const errors = names.flatMap(name => {
    const said = row[name]
    const isSame = said === undefined || said === null || sameValue(said, now[name])
    // A past booking may have completed by itself.
    return isSame || (name === 'status' && said === stored.status) ? [] : [[name, wrong('validation.immutable')]]
  })
  const isMoved = row.resourceIds && row.resourceIds.toSorted().join() !== before.resourceIds.toSorted().join()
  return { ...Object.fromEntries(errors), ...(isMoved && { resourceIds: wrong('validation.immutable') }) }
}

const update = async (unit: UnitOfWork, scope: Scope, id: string, row: Row): Promise<BookingRecord> => {
  const request = requestOf(unit, scope)
  const before = await findBooking(unit.db, request, id, { lock: true })
  const errors = fixed(before, answeredBooking(request, before), row)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { variantId, channelId, startsAt, endsAt, ...fields } = declared(row)
  const { customerId, isNew } = await customerFor(unit, request, row, before)
  const changed = await changeBooking(
    { unit, request, before },
    {
      fields: { ...fields, ...(customerId !== undefined && { customerId }) },
      answers: null,
      reason: unit.reason,
      reprice: false,
    },
  )
  if (isNew && customerId) keepMade(unit, customerId, row)
  return changed
}

/** docs/importing.md#bookings */
export const importedBookings: ResourceHooks['writes'] = {
  rehearses: true,
  create: (unit, scope, row) => atColumns(() => create(unit, scope, row as Row)),
  update: (unit, scope, id, { input }) => atColumns(() => update(unit, scope, id, input as Row)),
  remove: () => {
    throw new Error('Bookings are cancelled instead.')
  },
}

export const bookingInFile: ResourceHooks['exported'] = (record, { caller, now }) => {
  const booking = answeredBooking(requestOf({ now } as UnitOfWork, { caller } as Scope), record)
  return { ...booking, bookedAt: booking.createdAt }
}
