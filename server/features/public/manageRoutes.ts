import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { formatInstant, spokenLocale } from '../../../src/declare'
import type { CancellationDeadline } from '../../../src/scheduling'
import { implement, invalid, invalidField, Problem, type Transaction, type UnitOfWork } from '../../serve'
import { cancel, deadlinesOf, reschedule } from '../bookings/actions'
import { announce, type BookingRecord, findBooking } from '../bookings/bookingScope'
import type { Held } from '../bookings/changeBooking'
import { loadOffer } from '../bookings/offer'
import { requireAction } from '../bookings/requireAction'
import { requireTime } from '../bookings/requireTime'
import { reschedule as rescheduleVisit } from '../bookings/visits/moveVisit'
import { wholeOf } from '../bookings/visits/together'
import { cancel as cancelVisit, type HeldVisit, wrongStatus } from '../bookings/visits/visitActions'
import { readKept } from '../bookings/visits/wholeVisit'
import { customersCalendar } from '../notifications/calendarPart'
import { readCustomers, readTenant } from '../notifications/facts'
import { visitEntry } from '../notifications/mailSubjects'
import { readVisits } from '../notifications/mailVisits'
import { tellCustomer } from '../notifications/tellCustomer'
import { tooLate } from '../problemCodes'
import { givenName } from './guard'
import { askingOf, bookedOf, visitWith } from './heldPlace'
import { type Language, textsOf } from './inLanguage'
import { linkedBooking } from './linkedBooking'
import { linkUrl } from './links'
import { addressesIn } from './noAddresses'
import { type Person, peopleOf } from './pageContent'
import { bookedVisit, peopleIn, type ShownVisit, shownPerson } from './publicVisits'
import { contactOf, orOthers } from './refusals'
import { noPage, type Visit, visit } from './visitor'

type Change = 'cancel' | 'reschedule'

const latestFor = async (db: Transaction, guest: Visit, before: BookingRecord): Promise<Record<Change, number>> => {
  const start = Date.parse(before.startsAt)
  // Reading needs only a transaction.
  const deadlines = await deadlinesOf({ unit: { db } as UnitOfWork, request: guest, before })
  const latest = (deadline: CancellationDeadline | null) =>
    deadline ? Math.min(start, Date.parse(deadline.latestAt)) : start
  return { cancel: latest(deadlines.cancel), reschedule: latest(deadlines.reschedule) }
}

const isActive = ({ status }: BookingRecord): boolean => status === 'pending' || status === 'confirmed'

const shownPeople = async (db: Transaction, { tenant }: Visit, { variantId }: BookingRecord): Promise<Person[]> =>
  (await peopleOf(db, tenant.id, [variantId])).get(variantId) ?? []

const isMailed = async (db: Transaction, { tenant }: Visit, ids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`select from notifications where tenant_id = ${tenant.id} and booking_id = any(${ids})
    and audience = 'customer' and key in ('booking_confirmed', 'booking_pending') and status in ('queued', 'sent') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

const latestForParts = async (db: Transaction, guest: Visit, parts: readonly BookingRecord[]) => {
  const each = await Promise.all(parts.map(part => latestFor(db, guest, part)))
  const earliest = (change: Change) => Math.min(...each.map(latest => latest[change]))
  return { each, all: { cancel: earliest('cancel'), reschedule: earliest('reschedule') } }
}

const managedVisitOf = async (db: Transaction, guest: Visit, booking: BookingRecord, shown: ShownVisit) => {
  const now = guest.services.now()
  const standing = shown.bookings.filter(isActive)
  const { each, all } = await latestForParts(db, guest, standing)
  const latestOf = (bookingId: string) => each[standing.findIndex(({ id }) => id === bookingId)]?.cancel ?? 0
  const asking = await askingOf(db, guest, booking)
  const latestChangeAt = Math.min(all.cancel, all.reschedule, Date.parse(shown.booked.endsAt ?? ''))
  return {
    ...bookedVisit(shown),
    name: await givenName(db, guest.tenant.id, booking.id),
    isMailed: await isMailed(
      db,
      guest,
      shown.parts.map(({ bookingId }) => bookingId),
    ),
    canCancel: standing.length > 0 && now <= all.cancel,
    canReschedule: standing.length > 0 && now <= all.reschedule,
    latestChangeAt: formatInstant(latestChangeAt),
    ...{ variantId: booking.variantId, isFlexible: false, people: [], personId: null },
    parts: shown.parts.map(({ bookingId, questions, ...part }) => ({ ...part, canCancel: now <= latestOf(bookingId) })),
    sameStaff: shown.booked.sameStaff,
    channel: asking.kind === 'online' ? asking.code : null,
    contact: await contactOf(db, guest),
  }
}

const managedOf = async (db: Transaction, guest: Visit, booking: BookingRecord, lang?: Language) => {
  const shown = await visitWith(db, guest, booking, lang)
  return shown ? managedVisitOf(db, guest, booking, shown) : managedBookingOf(db, guest, booking)
}

const managedBookingOf = async (db: Transaction, guest: Visit, booking: BookingRecord) => {
  const now = guest.services.now()
  const latest = await latestFor(db, guest, booking)
  const asking = await askingOf(db, guest, booking)
  const { durationType } = await loadOffer(db, guest.tenant.id, booking.variantId)
  const people = await shownPeople(db, guest, booking)
  return {
    ...bookedOf(guest, booking),
    name: await givenName(db, guest.tenant.id, booking.id),
    isMailed: await isMailed(db, guest, [booking.id]),
    canCancel: isActive(booking) && now <= latest.cancel,
    canReschedule: isActive(booking) && now <= latest.reschedule,
    latestChangeAt: formatInstant(Math.min(latest.cancel, latest.reschedule)),
    variantId: booking.variantId,
    isFlexible: durationType !== 'fixed',
    people,
    personId: people.find(({ id }) => booking.resourceIds.includes(id))?.id ?? null,
    ...{ parts: [], sameStaff: false },
    channel: asking.kind === 'online' ? asking.code : null,
    contact: await contactOf(db, guest),
  }
}

const requireStillPossible = async (
  unit: UnitOfWork,
  guest: Visit,
  before: BookingRecord,
  change: Change,
): Promise<void> => {
  requireAction({ unit, request: guest, before }, isActive(before) ? change : 'approve')
  const { [change]: latest } = await latestFor(unit.db, guest, before)
  if (guest.services.now() <= latest) return
  const latestAt = formatInstant(latest)
  throw new Problem(tooLate, `This could be done until ${latestAt}. Please get in touch with us.`, {
    extensions: { latestAt, contact: await contactOf(unit.db, guest) },
  })
}

const requireVisitPossible = async (held: Held, visitId: string, change: Change): Promise<HeldVisit> => {
  const whole = await wholeOf(held, visitId)
  const standing = whole.visit.parts.filter(isActive)
  if (standing.length === 0) throw wrongStatus()
  const { each, all } = await latestForParts(held.unit.db, held.request as Visit, standing)
  const first = standing[each.findIndex(latest => latest[change] === all[change])] ?? held.before
  await requireStillPossible(held.unit, held.request as Visit, first, change)
  return whole
}

const manage = implement(calls.publicPage.manage, async request => {
  const { token } = request.params
  const guest = await visit(request)
  return guest.read(async db => {
    const booking = await linkedBooking(db, guest, { kind: 'manage', token })
    const { title } = await textsOf(db, { ...booking, lang: request.query.lang })
    const managed = await managedOf(db, guest, booking, request.query.lang)
    return booking.visitId ? managed : { ...managed, title }
  })
})

const calendar = implement(calls.publicPage.managedCalendar, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const { reference, text } = await guest.read(async db => {
    const { id: tenantId } = guest.tenant
    const booking = await linkedBooking(db, guest, { kind: 'manage', token })
    const tenant = await readTenant(db, tenantId)
    const customers = await readCustomers(db, tenantId, booking.customerId ? [booking.customerId] : [])
    const locale = spokenLocale(customers.get(booking.customerId ?? '')?.locale ?? tenant.locale)
    const manageUrl = linkUrl(guest.services.site, tenant.slug, 'manage', token)
    const told = { tenant, locale, productName: guest.services.productName }
    const ids = booking.visitId ? [booking.visitId] : []
    const [whole] = (await readVisits(db, tenantId, { ids, now: guest.services.now() })).values()
    const entry = whole ? visitEntry(whole, { ...told, manageUrl }) : { booking, manageUrl }
    return { reference: entry.booking.reference, text: customersCalendar({ ...told, entries: [entry] }) }
  })
  return new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${reference}.ics"`,
      'Cache-Control': 'no-store',
    },
  })
})

/** @throws Problem `validation` for an unknown part, or without a visit */
const partOf = async (db: Transaction, guest: Visit, { visitId }: BookingRecord, index: number) => {
  const { bookingIds } = visitId ? await readKept(db, guest.tenant.id, visitId) : { bookingIds: [] }
  const id = bookingIds[index]
  if (!id) throw invalidField('part', 'validation.noSuchPart')
  return findBooking(db, guest, id, { lock: true })
}

const cancelBooking = implement(calls.publicPage.cancel, async request => {
  const { token } = request.params
  const { reason, part } = request.body
  const guest = await visit(request)
  const errors = addressesIn({ reason })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { ids, answer } = await guest.write(async unit => {
    const linked = await linkedBooking(unit.db, guest, { kind: 'manage', token }, { lock: true })
    Object.assign(guest.caller.visitor ?? {}, { id: linked.customerId, name: linked.customerName })
    unit.reason = reason
    const before = part === null ? linked : await partOf(unit.db, guest, linked, part)
    const held = { unit, request: guest, before }
    if (before.visitId && part === null) {
      const whole = await requireVisitPossible(held, before.visitId, 'cancel')
      await cancelVisit(whole, { reason, by: 'customer', notify: true })
    } else {
      await requireStillPossible(unit, guest, before, 'cancel')
      tellCustomer(unit.db, before.id)
      await cancel(held, { reason, by: 'customer' })
    }
    return { ids: [before.id], answer: await managedOf(unit.db, guest, await findBooking(unit.db, guest, linked.id)) }
  })
  announce(guest, ...ids)
  return answer
})

/** Each part keeps the person that visitors can ask for, unless anybody will do. */
const moveVisit = async (
  held: Held,
  visitId: string,
  { startsAt, anyPerson }: { startsAt: string; anyPerson: boolean },
): Promise<void> => {
  const guest = held.request as Visit
  const whole = await requireVisitPossible(held, visitId, 'reschedule')
  const people = await peopleIn(held.unit.db, guest, whole.visit.parts)
  const keeps = ({ variantId, resourceIds }: BookingRecord): string[] => {
    const person = anyPerson ? null : shownPerson(people, variantId, resourceIds)
    return person ? [person.id] : []
  }
  const silent = { reprice: false, override: false, reason: null, dryRun: false }
  await rescheduleVisit(whole, { ...silent, startsAt, anyResource: anyPerson, notify: true }, keeps)
}

const move = implement(calls.publicPage.reschedule, async request => {
  const { token } = request.params
  const { startsAt, endsAt, personId, anyPerson } = request.body
  const guest = await visit(request)
  requireTime({ startsAt, endsAt }, guest.services.now())
  const { id, answer } = await orOthers(guest, () =>
    guest.write(async unit => {
      const before = await linkedBooking(unit.db, guest, { kind: 'manage', token }, { lock: true })
      Object.assign(guest.caller.visitor ?? {}, { id: before.customerId, name: before.customerName })
      if (before.visitId) {
        await moveVisit({ unit, request: guest, before }, before.visitId, { startsAt, anyPerson })
        return { id: before.id, answer: await managedOf(unit.db, guest, before) }
      }
      await requireStillPossible(unit, guest, before, 'reschedule')
      tellCustomer(unit.db, before.id)
      if (personId) {
        const people = await shownPeople(unit.db, guest, before)
        if (!people.some(({ id }) => id === personId)) throw noPage()
      }
      const after = await reschedule(
        { unit, request: guest, before },
        {
          ...{ startsAt, endsAt, resourceIds: personId ? [personId] : [], anyResource: !personId, reprice: false },
          ...{ override: false, reason: null, notify: true },
        },
      )
      return { id: after.id, answer: await managedOf(unit.db, guest, after) }
    }),
  )
  announce(guest, id)
  return answer
})

export const manageRoutes = [manage, calendar, cancelBooking, move]
