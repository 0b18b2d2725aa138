import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import type { CallBody, ValidationErrors } from '../../../src/declare'
import { deleteRecords, implement, invalid, Problem, type Transaction, type UnitOfWork } from '../../serve'
import { cancel, confirm, extendHold } from '../bookings/actions'
import { checkAnswers } from '../bookings/answers'
import { announce, answeredBooking, type BookingRecord, bookingScope } from '../bookings/bookingScope'
import { type Held, ownPlace } from '../bookings/changeBooking'
import { askAbout, loadPlace } from '../bookings/checkAllocation'
import { createBooking } from '../bookings/createBooking'
import { loadOffer } from '../bookings/offer'
import { newReference } from '../bookings/reference'
import { requireAction } from '../bookings/requireAction'
import { requireTime } from '../bookings/requireTime'
import { notingRefusal } from '../demand/refusedDemand'
import { tellCustomer } from '../notifications/tellCustomer'
import { challengeFailed } from '../problemCodes'
import { reofferFreedTime } from '../waitlist/freedTime'
import { challengeFails, challengeNamedBy, takeChallenge } from './challenges'
import { noteConfirmed, noteHold, requireFewHolds } from './guard'
import { type Language, textsOf } from './inLanguage'
import { linkedBooking } from './linkedBooking'
import { bookingNamedBy, fakeToken, linkToken, linkUrl } from './links'
import { addressesIn } from './noAddresses'
import { findSold, peopleOf } from './pageContent'
import { orOthers } from './refusals'
import { requireShare } from './share'
import { noPage, type RequiredField, type Visit, visit } from './visitor'
import { visitorCustomer } from './visitorCustomer'

/** Faster answers come from programs. */
const fastestPerson = 2000

/** Readable with the link alone. */
export const placeOf = ({ startsAt, endsAt, timeZone, quantity, total }: BookingRecord) => ({
  ...{ startsAt, endsAt, timeZone, quantity, total },
})

export const bookedOf = (visit: Visit, booking: BookingRecord) => {
  const { reference, status, title } = answeredBooking(visit, booking)
  return { reference, status, title, ...placeOf(booking) }
}

export const confirmedOf = async (db: Transaction, visit: Visit, booking: BookingRecord) => {
  const manageToken = await linkToken(db, visit.tenant.id, booking.id, 'manage')
  if (!manageToken) throw noPage()
  const manageUrl = linkUrl(visit.services.site, visit.tenant.slug, 'manage', manageToken)
  return { ...bookedOf(visit, booking), manageToken, manageUrl }
}

interface Asking {
  code: string
  kind: string
  pagePolicy: string | null
  requiredFields: RequiredField[]
}

export const askingOf = async (db: Transaction, visit: Visit, { channelId }: BookingRecord): Promise<Asking> => {
  const { rows } = await sql<Asking>`select code, kind, page_policy, required_fields from channels
    where tenant_id = ${visit.tenant.id} and id = ${channelId}`.execute(db)
  if (!rows[0]) throw noPage()
  return rows[0]
}

export const isOpen = ({ status }: BookingRecord): boolean => status === 'held'

/** A visitor's hold without a name. */
export const isNobodys = ({ source, customerId, waitlistEntryId }: BookingRecord): boolean =>
  source === 'public' && !customerId && !waitlistEntryId

export const heldState = ({ status }: BookingRecord): 'open' | 'over' | 'taken' | 'cancelled' => {
  if (status === 'held') return 'open'
  if (status === 'expired') return 'over'
  return status === 'cancelled' || status === 'declined' ? 'cancelled' : 'taken'
}

/** As far as is known without the customer. */
export const waitsForApproval = async (db: Transaction, visit: Visit, before: BookingRecord): Promise<boolean> => {
  // Reading needs only a transaction.
  const question = ownPlace({ unit: { db } as UnitOfWork, request: visit, before })
  return askAbout(await loadPlace(db, question, { lock: false }), question).check(question).requiresApproval
}

/** Staff confirmed the hold for somebody else, whose link the visitor must not get. */
const isAnothers = async (db: Transaction, { tenantId, id }: BookingRecord): Promise<boolean> => {
  const { rows } = await sql`select from public_bookings
    where tenant_id = ${tenantId} and booking_id = ${id} and confirmed_at is null`.execute(db)
  return rows.length > 0
}

/** Readable with the link alone. */
export const keptOf = async (db: Transaction, visit: Visit, booking: BookingRecord, lang: Language) => {
  const { tenant } = visit
  const { id, variantId, resourceIds, holdExpiresAt, startsAt } = booking
  const { title, questions } = await textsOf(db, { tenantId: tenant.id, variantId, lang })
  const people = (await peopleOf(db, tenant.id, [variantId])).get(variantId) ?? []
  const status = heldState(booking)
  return {
    ...placeOf(booking),
    requiresApproval: await waitsForApproval(db, visit, booking),
    ...{ title, status, questions, expiresAt: holdExpiresAt ?? startsAt },
    personName: people.find(person => resourceIds.includes(person.id))?.name ?? null,
    manageToken:
      status === 'taken' && !(await isAnothers(db, booking)) ? await linkToken(db, tenant.id, id, 'manage') : null,
  }
}

/** Also passes an expired hold. */
const requireHeld = (held: Held): void => requireAction(held, 'confirm')

type Wanted = CallBody<typeof calls.publicPage.hold>

/** Says of a time that is taken what it says to everybody who asks for it. */
export const create = implement(
  calls.publicPage.hold,
  async request => {
    const { body, query } = request
    const guest = await visit(request, challengeNamedBy(body.challenge))
    requireTime(body, guest.services.now())
    const counts = await takeChallenge(guest, { ...body, channel: query.channel })
    const hold = () =>
      guest.write(async unit => {
        // Retries get the first answer.
        if (!counts) throw challengeFails()
        const { channelId } = await findSold(unit.db, guest.tenant.id, { ...body, channel: query.channel })
        await requireFewHolds(unit, guest)
        await requireShare(unit, guest, { variantId: body.variantId, channelId, startsAt: body.startsAt })
        const { variantId, startsAt, endsAt, quantity, personId } = body
        const booking = await createBooking(unit, guest, {
          ...{ variantId, startsAt, endsAt, quantity, channelId, hold: true },
          ...{
            resourceIds: personId ? [personId] : [],
            customerId: null,
            customer: null,
            answers: null,
            notes: null,
            internalNotes: null,
          },
          ...{ total: null, paymentStatus: null, externalId: null, metadata: {}, override: false, reason: null },
          notify: false,
        })
        await noteHold(unit, guest, booking.id)
        const holdToken = (await linkToken(unit.db, guest.tenant.id, booking.id, 'hold')) ?? ''
        const expiresAt = booking.holdExpiresAt ?? booking.startsAt
        const requiresApproval = await waitsForApproval(unit.db, guest, booking)
        return { id: booking.id, answer: { holdToken, ...placeOf(booking), expiresAt, requiresApproval } }
      })
    const { id, answer } = await orOthers(guest, () => notingRefusal(guest, { customerId: null, customer: null }, hold))
    announce(guest, id)
    return answer
  },
  {
    refusedAlike: body => {
      const { variantId, startsAt, endsAt, quantity, personId } = body as Wanted
      return JSON.stringify([variantId, startsAt, endsAt, quantity, personId])
    },
    admits: body => (body as { holdToken: string }).holdToken,
  },
)

export const read = implement(calls.publicPage.heldPlace, async request => {
  const { token } = request.params
  const guest = await visit(request)
  return guest.read(async db => {
    const booking = await linkedBooking(db, guest, { kind: 'hold', token })
    const asking = await askingOf(db, guest, booking)
    return {
      ...(await keptOf(db, guest, booking, request.query.lang)),
      pagePolicy: asking.pagePolicy,
      requiredFields: asking.requiredFields,
      knowsCustomer: booking.customerId !== null,
      canExtend: isOpen(booking) && !booking.isHoldExtended,
    }
  })
})

export const extend = implement(calls.publicPage.extendHold, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const after = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
    const held = { unit, request: guest, before }
    requireAction(held, 'extendHold')
    return extendHold(held)
  })
  announce(guest, after.id)
  return { expiresAt: after.holdExpiresAt ?? after.startsAt }
})

export const release = implement(calls.publicPage.release, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const id = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
    const held = { unit, request: guest, before }
    requireHeld(held)
    if (!isOpen(before)) return before.id
    // A hold without a customer leaves no trace.
    if (isNobodys(before)) {
      await reofferFreedTime(unit, guest, before)
      await deleteRecords(unit, bookingScope(guest), [before])
    } else await cancel(held, { reason: null, by: 'customer' })
    return before.id
  })
  announce(guest, id)
})

type Confirmation = CallBody<typeof calls.publicPage.confirm>['values']

const missingIn = (
  { customer, notes, acceptsPolicy }: Confirmation,
  { requiredFields, pagePolicy }: Asking,
  { knowsCustomer }: { knowsCustomer: boolean },
): ValidationErrors => {
  const needed = { key: 'validation.required', args: {} } as const
  const lacks = (name: RequiredField) => requiredFields.includes(name)
  return {
    ...(!knowsCustomer && !customer?.name && { 'customer.name': needed }),
    ...(!knowsCustomer && lacks('email') && !customer?.email && { 'customer.email': needed }),
    ...(!knowsCustomer && lacks('phone') && !customer?.phone && { 'customer.phone': needed }),
    ...(lacks('notes') && !notes && { notes: needed }),
    ...(pagePolicy && !acceptsPolicy && { acceptsPolicy: { key: 'validation.policyNotAccepted', args: {} } as const }),
  }
}

export const book = implement(calls.publicPage.confirm, async request => {
  const { token } = request.params
  const { values: body, errors: wrong } = request.body
  const guest = await visit(request, bookingNamedBy(token))
  const { services, tenant } = guest
  if (body.website) {
    const booking = await guest.read(db => linkedBooking(db, guest, { kind: 'hold', token }))
    const manageToken = fakeToken()
    return {
      ...bookedOf(guest, { ...booking, status: 'confirmed' }),
      ...{ reference: newReference(), manageToken },
      manageUrl: linkUrl(services.site, tenant.slug, 'manage', manageToken),
    }
  }
  const { id, answer } = await orOthers(guest, () =>
    guest.write(async unit => {
      const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
      const held = { unit, request: guest, before }
      requireHeld(held)
      if (services.now() - Date.parse(before.statusChangedAt) < fastestPerson)
        throw new Problem(challengeFailed, 'That was faster than people type. Try again.')
      const asking = await askingOf(unit.db, guest, before)
      const knowsCustomer = before.customerId !== null
      const { questions } = await loadOffer(unit.db, tenant.id, before.variantId)
      const errors = {
        ...missingIn(body, asking, { knowsCustomer }),
        ...addressesIn({ 'customer.name': body.customer?.name }),
        ...checkAnswers(questions, { ...before.answers, ...body.answers }, { mustBeComplete: true }),
        ...wrong,
      }
      if (Object.keys(errors).length > 0) throw invalid(errors)
      await noteConfirmed(unit, guest, before.id)
      tellCustomer(unit.db, before.id)
      const { customerId, note } = knowsCustomer
        ? { customerId: before.customerId, note: null }
        : await visitorCustomer(unit, guest, body.customer ?? {})
      const after = await confirm(held, {
        ...{ customerId, customer: null, answers: body.answers as never, notes: body.notes },
        givenName: body.customer?.name,
        internalNotes: [before.internalNotes, note].filter(Boolean).join('\n') || null,
        ...{ total: null, override: false, reason: null, notify: true },
      })
      return { id: after.id, answer: await confirmedOf(unit.db, guest, after) }
    }),
  )
  // The link may have ended since the first answer.
  if (request.isRepeated()) await guest.read(db => linkedBooking(db, guest, { kind: 'hold', token }))
  announce(guest, id)
  return answer
})
