import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import type { PublicPart } from '../../../src/calls/publicParts'
import type { CallBody, ValidationErrors } from '../../../src/declare'
import { deleteRecords, implement, invalid, Problem, type Transaction, type UnitOfWork } from '../../serve'
import { cancel, confirm } from '../bookings/actions'
import { checkAnswers } from '../bookings/answers'
import { announce, answeredBooking, type BookingRecord, bookingScope, findBooking } from '../bookings/bookingScope'
import { type Held, ownPlace } from '../bookings/changeBooking'
import { askAbout, loadPlace } from '../bookings/checkAllocation'
import { createBooking } from '../bookings/createBooking'
import { loadOffer } from '../bookings/offer'
import { newReference } from '../bookings/reference'
import { requireAction } from '../bookings/requireAction'
import { requireTime } from '../bookings/requireTime'
import { createVisit } from '../bookings/visits/createVisit'
import { deleteTogether, extendHoldTogether, wholeOf } from '../bookings/visits/together'
import { cancel as cancelVisit, confirm as confirmVisit } from '../bookings/visits/visitActions'
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
import { askedVisit, bookedVisit, type ShownVisit, visitOf, visitPlace } from './publicVisits'
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
  const shown = await visitWith(db, visit, booking)
  return { ...(shown ? bookedVisit(shown) : bookedOf(visit, booking)), manageToken, manageUrl }
}

/** Null for a single booking. */
export const visitWith = async (
  db: Transaction,
  visit: Visit,
  { visitId }: BookingRecord,
  lang?: Language,
): Promise<ShownVisit | null> => (visitId ? visitOf(db, visit, visitId, lang) : null)

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

/** Neither staff nor the customer took it out of the hold; what ran out can still be booked. */
const isInHold = (booking: BookingRecord): boolean => heldState(booking) !== 'cancelled'

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

const needsApproval = async (db: Transaction, visit: Visit, shown: ShownVisit): Promise<boolean> => {
  for (const booking of shown.bookings.filter(isInHold)) if (await waitsForApproval(db, visit, booking)) return true
  return false
}

/** Readable with the link alone. */
export const heldPlaceOf = async (db: Transaction, visit: Visit, booking: BookingRecord, lang: Language) => {
  const { tenant } = visit
  const { id, variantId, resourceIds, holdExpiresAt, startsAt } = booking
  const { title, questions } = await textsOf(db, { tenantId: tenant.id, variantId, lang })
  const people = (await peopleOf(db, tenant.id, [variantId])).get(variantId) ?? []
  const status = heldState(booking)
  const shared = {
    ...{ status, expiresAt: holdExpiresAt ?? startsAt },
    manageToken:
      status === 'taken' && !(await isAnothers(db, booking)) ? await linkToken(db, tenant.id, id, 'manage') : null,
  }
  const shown = await visitWith(db, visit, booking, lang)
  if (shown)
    return {
      ...{ ...visitPlace(shown.booked), ...shared, title: bookedVisit(shown).title, questions: [], personName: null },
      requiresApproval: await needsApproval(db, visit, shown),
      parts: shown.parts.map(({ title, startsAt, endsAt, questions, personName, total }, index) => {
        const status = heldState(shown.bookings[index] as BookingRecord)
        return { title, startsAt, endsAt, questions, personName, total, status }
      }),
    }
  return {
    ...{ ...placeOf(booking), ...shared, title, questions, parts: [] },
    requiresApproval: await waitsForApproval(db, visit, booking),
    personName: people.find(person => resourceIds.includes(person.id))?.name ?? null,
  }
}

/** Also passes an expired hold. */
const requireHeld = (held: Held): void => requireAction(held, 'confirm')

type Wanted = CallBody<typeof calls.publicPage.hold>

type Asked = Wanted & { channel: string | undefined }

const unnamed = { customerId: null, customer: null, notes: null, internalNotes: null }
const unpriced = { paymentStatus: null, override: false, reason: null, notify: false }

const holdOne = async (unit: UnitOfWork, guest: Visit, { channel, ...body }: Asked) => {
  const { startsAt, endsAt, quantity, personId } = body
  const variantId = body.variantId ?? ''
  const { channelId } = await findSold(unit.db, guest.tenant.id, { variantId, personId, channel })
  await requireFewHolds(unit, guest)
  await requireShare(unit, guest, { variantId, channelId, startsAt })
  const booking = await createBooking(unit, guest, {
    ...{ variantId, startsAt, endsAt, quantity, channelId, hold: true },
    ...{ resourceIds: personId ? [personId] : [], answers: null, total: null, externalId: null, metadata: {} },
    ...{ ...unnamed, ...unpriced },
  })
  await noteHold(unit, guest, booking.id)
  const holdToken = (await linkToken(unit.db, guest.tenant.id, booking.id, 'hold')) ?? ''
  const expiresAt = booking.holdExpiresAt ?? booking.startsAt
  const requiresApproval = await waitsForApproval(unit.db, guest, booking)
  return { ids: [booking.id], answer: { holdToken, ...placeOf(booking), expiresAt, requiresApproval } }
}

/** One hold of the network's, whose token is that of the first part. */
const holdVisit = async (unit: UnitOfWork, guest: Visit, { startsAt, ...body }: Asked & { parts: PublicPart[] }) => {
  const asked = await askedVisit(unit.db, guest, body)
  await requireFewHolds(unit, guest)
  const variantIds = new Set(asked.parts.map(({ variantId }) => variantId))
  const requireShareOf = (variantId: string, without: string | null) =>
    requireShare(unit, guest, { variantId, channelId: asked.channelId ?? '', startsAt }, without)
  for (const variantId of variantIds) await requireShareOf(variantId, null)
  const parts = asked.parts.map(part => ({ ...part, answers: null, total: null }))
  const { id, booked } = await createVisit(unit, guest, {
    ...{ ...asked, parts, startsAt, hold: true, sendsReminders: false, dryRun: false },
    ...{ ...unnamed, ...unpriced },
  })
  for (const one of booked) await noteHold(unit, guest, one.id)
  // The last of several equal services as if the others had been held before.
  for (const variantId of variantIds) {
    const equal = booked.filter(one => one.variantId === variantId)
    if (equal.length > 1) await requireShareOf(variantId, equal.at(-1)?.id ?? null)
  }
  const [first] = booked
  if (!first) throw new Error('A visit has parts.')
  const shown = await visitOf(unit.db, guest, id, undefined)
  const holdToken = (await linkToken(unit.db, guest.tenant.id, first.id, 'hold')) ?? ''
  const expiresAt = first.holdExpiresAt ?? first.startsAt
  const requiresApproval = await needsApproval(unit.db, guest, shown)
  const ids = booked.map(one => one.id)
  return { ids, answer: { holdToken, ...visitPlace(shown.booked), expiresAt, requiresApproval } }
}

/** Says of a time that is taken what it says to everybody who asks for it. */
export const create = implement(
  calls.publicPage.hold,
  async request => {
    const { body, query } = request
    const guest = await visit(request, challengeNamedBy(body.challenge))
    requireTime(body, guest.services.now())
    const counts = await takeChallenge(guest, { ...body, channel: query.channel })
    const place = () =>
      guest.write(async unit => {
        // Retries get the first answer.
        if (!counts) throw challengeFails()
        const asked = { ...body, channel: query.channel }
        return body.parts ? holdVisit(unit, guest, { ...asked, parts: body.parts }) : holdOne(unit, guest, asked)
      })
    const noting = { customerId: null, customer: null }
    const { ids, answer } = await orOthers(guest, () => (body.parts ? place() : notingRefusal(guest, noting, place)))
    announce(guest, ...ids)
    return answer
  },
  {
    refusedAlike: body => {
      const { variantId, startsAt, endsAt, quantity, personId, parts, sameStaff } = body as Wanted
      return JSON.stringify([variantId, startsAt, endsAt, quantity, personId, parts, sameStaff])
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
      ...(await heldPlaceOf(db, guest, booking, request.query.lang)),
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
    return extendHoldTogether(held, undefined, false)
  })
  announce(guest, after.id)
  return { expiresAt: after.holdExpiresAt ?? after.startsAt }
})

const givenBack = { reason: null, by: 'customer', notify: false } as const

export const release = implement(calls.publicPage.release, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const id = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
    const held = { unit, request: guest, before }
    requireHeld(held)
    if (!isOpen(before)) return before.id
    // A hold without a customer leaves no trace.
    if (isNobodys(before) && before.visitId) await deleteTogether(held, before.visitId)
    else if (isNobodys(before)) {
      await reofferFreedTime(unit, guest, before)
      await deleteRecords(unit, bookingScope(guest), [before])
    } else if (before.visitId) await cancelVisit(await wholeOf(held, before.visitId), givenBack)
    else await cancel(held, givenBack)
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

/** By question, and of a visit by part. */
const unansweredIn = async (
  db: Transaction,
  asked: BookingRecord | readonly BookingRecord[],
  { answers, partAnswers }: Confirmation,
): Promise<ValidationErrors> => {
  const check = async ({ tenantId, variantId, answers: given }: BookingRecord, now: object | null | undefined) => {
    const { questions } = await loadOffer(db, String(tenantId), variantId)
    return checkAnswers(questions, { ...given, ...now }, { mustBeComplete: true })
  }
  if (!Array.isArray(asked)) return check(asked as BookingRecord, answers)
  const errors: ValidationErrors = {}
  for (const [index, part] of asked.entries()) {
    if (part.status !== 'held' && part.status !== 'expired') continue
    for (const [name, error] of Object.entries(await check(part, partAnswers[index])))
      errors[name.replace(/^answers/, `partAnswers.${index}`)] = error
  }
  return errors
}

export const book = implement(calls.publicPage.confirm, async request => {
  const { token } = request.params
  const { values: body, errors: wrong } = request.body
  const guest = await visit(request, bookingNamedBy(token))
  const { services, tenant } = guest
  if (body.website) {
    const booked = await guest.read(async db => {
      const booking = await linkedBooking(db, guest, { kind: 'hold', token })
      const shown = await visitWith(db, guest, booking)
      return shown ? bookedVisit(shown) : bookedOf(guest, booking)
    })
    const manageToken = fakeToken()
    return {
      ...{ ...booked, status: 'confirmed' as const },
      ...{ reference: newReference(), manageToken },
      manageUrl: linkUrl(services.site, tenant.slug, 'manage', manageToken),
    }
  }
  const { ids, answer } = await orOthers(guest, () =>
    guest.write(async unit => {
      const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
      const held = { unit, request: guest, before }
      requireHeld(held)
      if (services.now() - Date.parse(before.statusChangedAt) < fastestPerson)
        throw new Problem(challengeFailed, 'That was faster than people type. Try again.')
      const asking = await askingOf(unit.db, guest, before)
      const knowsCustomer = before.customerId !== null
      const whole = before.visitId ? await wholeOf(held, before.visitId) : null
      const errors = {
        ...missingIn(body, asking, { knowsCustomer }),
        ...addressesIn({ 'customer.name': body.customer?.name }),
        ...(await unansweredIn(unit.db, whole ? whole.visit.parts : before, body)),
        ...wrong,
      }
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const parts = whole ? whole.visit.parts.filter(isInHold) : [before]
      await noteConfirmed(
        unit,
        guest,
        parts.map(({ id }) => id),
      )
      for (const { id } of parts) tellCustomer(unit.db, id)
      const { customerId, note } = knowsCustomer
        ? { customerId: before.customerId, note: null }
        : await visitorCustomer(unit, guest, body.customer ?? {})
      const said = {
        ...{ customerId, customer: null, notes: body.notes },
        givenName: body.customer?.name,
        internalNotes: [before.internalNotes, note].filter(Boolean).join('\n') || null,
        ...{ override: false, reason: null, notify: true },
      }
      if (whole) await confirmVisit(whole, { ...said, partAnswers: body.partAnswers })
      const after = whole
        ? await findBooking(unit.db, guest, before.id)
        : await confirm(held, { ...said, answers: body.answers as never, total: null })
      return { ids: parts.map(({ id }) => id), answer: await confirmedOf(unit.db, guest, after) }
    }),
  )
  // The link may have ended since the first answer.
  if (request.isRepeated()) await guest.read(db => linkedBooking(db, guest, { kind: 'hold', token }))
  announce(guest, ...ids)
  return answer
})
