import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { formatInstant } from '../../../src/declare'
import type { CancellationDeadline } from '../../../src/scheduling'
import { implement, invalid, Problem, type Transaction, type UnitOfWork } from '../../serve'
import { cancel, deadlineOf, reschedule } from '../bookings/actions'
import { announce, type BookingRecord } from '../bookings/bookingScope'
import { loadOffer } from '../bookings/offer'
import { requireAction } from '../bookings/requireAction'
import { requireTime } from '../bookings/requireTime'
import { customersCalendar } from '../notifications/calendarPart'
import { readCustomers, readTenant } from '../notifications/facts'
import { mailLocaleOf } from '../notifications/mailTexts'
import { tellCustomer } from '../notifications/tellCustomer'
import { tooLate } from '../problemCodes'
import { givenName } from './guard'
import { askingOf, bookedOf } from './holdRoutes'
import { textsOf } from './inLanguage'
import { linkedBooking } from './linkedBooking'
import { linkUrl } from './links'
import { addressesIn } from './noAddresses'
import { type Person, peopleOf } from './pageContent'
import { contactOf, orOthers } from './refusals'
import { noPage, type Visit, visit } from './visitor'

type Change = 'cancel' | 'reschedule'

/** Never later than the start. */
const latestFor = async (db: Transaction, guest: Visit, before: BookingRecord, change: Change): Promise<number> => {
  const start = Date.parse(before.startsAt)
  // Reading needs only a transaction.
  const held = { unit: { db } as UnitOfWork, request: guest, before }
  const deadline: CancellationDeadline | null = await deadlineOf(held, change)
  return deadline ? Math.min(start, Date.parse(deadline.latestAt)) : start
}

const isActive = ({ status }: BookingRecord): boolean => status === 'pending' || status === 'confirmed'

const shownPeople = async (db: Transaction, { tenant }: Visit, { variantId }: BookingRecord): Promise<Person[]> =>
  (await peopleOf(db, tenant.id, [variantId])).get(variantId) ?? []

const isMailed = async (db: Transaction, { tenant }: Visit, { id }: BookingRecord): Promise<boolean> => {
  const { rows } = await sql`select from notifications where tenant_id = ${tenant.id} and booking_id = ${id}
    and audience = 'customer' and key in ('booking_confirmed', 'booking_pending') and status in ('queued', 'sent') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

const managedOf = async (db: Transaction, guest: Visit, booking: BookingRecord) => {
  const now = guest.services.now()
  const latest = {
    cancel: await latestFor(db, guest, booking, 'cancel'),
    reschedule: await latestFor(db, guest, booking, 'reschedule'),
  }
  const asking = await askingOf(db, guest, booking)
  const { durationType } = await loadOffer(db, guest.tenant.id, booking.variantId)
  const people = await shownPeople(db, guest, booking)
  return {
    ...bookedOf(guest, booking),
    name: await givenName(db, guest.tenant.id, booking.id),
    isMailed: await isMailed(db, guest, booking),
    canCancel: isActive(booking) && now <= latest.cancel,
    canReschedule: isActive(booking) && now <= latest.reschedule,
    latestChangeAt: formatInstant(Math.min(latest.cancel, latest.reschedule)),
    variantId: booking.variantId,
    isFlexible: durationType !== 'fixed',
    people,
    personId: people.find(({ id }) => booking.resourceIds.includes(id))?.id ?? null,
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
  const latest = await latestFor(unit.db, guest, before, change)
  if (guest.services.now() <= latest) return
  const latestAt = formatInstant(latest)
  throw new Problem(tooLate, `This could be done until ${latestAt}. Please get in touch with us.`, {
    extensions: { latestAt, contact: await contactOf(unit.db, guest) },
  })
}

const manage = implement(calls.publicPage.manage, async request => {
  const { token } = request.params
  const guest = await visit(request)
  return guest.read(async db => {
    const booking = await linkedBooking(db, guest, { kind: 'manage', token })
    const { title } = await textsOf(db, { ...booking, lang: request.query.lang })
    return { ...(await managedOf(db, guest, booking)), title }
  })
})

const calendar = implement(calls.publicPage.managedCalendar, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const { booking, text } = await guest.read(async db => {
    const { id: tenantId } = guest.tenant
    const booking = await linkedBooking(db, guest, { kind: 'manage', token })
    const tenant = await readTenant(db, tenantId)
    const customers = await readCustomers(db, tenantId, booking.customerId ? [booking.customerId] : [])
    const locale = mailLocaleOf(customers.get(booking.customerId ?? '')?.locale ?? tenant.locale)
    const manageUrl = linkUrl(guest.services.site, tenant.slug, 'manage', token)
    const entries = [{ booking, manageUrl }]
    return { booking, text: customersCalendar({ tenant, entries, locale, productName: guest.services.productName }) }
  })
  return new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="${booking.reference}.ics"`,
      'Cache-Control': 'no-store',
    },
  })
})

const cancelBooking = implement(calls.publicPage.cancel, async request => {
  const { token } = request.params
  const { reason } = request.body
  const guest = await visit(request)
  const errors = addressesIn({ reason })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { id, answer } = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'manage', token }, { lock: true })
    Object.assign(guest.caller.visitor ?? {}, { id: before.customerId, name: before.customerName })
    await requireStillPossible(unit, guest, before, 'cancel')
    unit.reason = reason
    tellCustomer(unit.db, before.id)
    const after = await cancel({ unit, request: guest, before }, { reason, by: 'customer' })
    return { id: after.id, answer: await managedOf(unit.db, guest, after) }
  })
  announce(guest, id)
  return answer
})

const move = implement(calls.publicPage.reschedule, async request => {
  const { token } = request.params
  const { startsAt, endsAt, personId } = request.body
  const guest = await visit(request)
  requireTime({ startsAt, endsAt }, guest.services.now())
  const { id, answer } = await orOthers(guest, () =>
    guest.write(async unit => {
      const before = await linkedBooking(unit.db, guest, { kind: 'manage', token }, { lock: true })
      Object.assign(guest.caller.visitor ?? {}, { id: before.customerId, name: before.customerName })
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
