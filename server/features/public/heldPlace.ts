import { sql } from 'kysely'
import type { Transaction, UnitOfWork } from '../../serve'
import { answeredBooking, type BookingRecord } from '../bookings/bookingScope'
import { type Held, ownPlace } from '../bookings/changeBooking'
import { askAbout, loadPlace } from '../bookings/checkAllocation'
import { requireAction } from '../bookings/requireAction'
import { type Language, textsOf } from './inLanguage'
import { linkToken, linkUrl } from './links'
import { peopleOf } from './pageContent'
import { bookedVisit, type ShownVisit, visitOf, visitPlace } from './publicVisits'
import { noPage, type RequiredField, type Visit } from './visitor'

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

export const visitWith = async (
  db: Transaction,
  visit: Visit,
  { visitId }: BookingRecord,
  lang?: Language,
): Promise<ShownVisit | null> => (visitId ? visitOf(db, visit, visitId, lang) : null)

export interface Asking {
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

export const isNobodys = ({ source, customerId, waitlistEntryId }: BookingRecord): boolean =>
  source === 'public' && !customerId && !waitlistEntryId

const heldState = ({ status }: BookingRecord): 'open' | 'over' | 'taken' | 'cancelled' => {
  if (status === 'held') return 'open'
  if (status === 'expired') return 'over'
  return status === 'cancelled' || status === 'declined' ? 'cancelled' : 'taken'
}

/** Expired holds can still be booked. */
export const isInHold = (booking: BookingRecord): boolean => heldState(booking) !== 'cancelled'

export const waitsForApproval = async (db: Transaction, visit: Visit, before: BookingRecord): Promise<boolean> => {
  const question = ownPlace({ unit: { db } as UnitOfWork, request: visit, before })
  return askAbout(await loadPlace(db, question, { lock: false }), question).check(question).requiresApproval
}

/** Staff confirmed the hold for somebody else, whose link the visitor must not get. */
const isAnothers = async (db: Transaction, { tenantId, id }: BookingRecord): Promise<boolean> => {
  const { rows } = await sql`select from public_bookings
    where tenant_id = ${tenantId} and booking_id = ${id} and confirmed_at is null`.execute(db)
  return rows.length > 0
}

export const needsApproval = async (db: Transaction, visit: Visit, shown: ShownVisit): Promise<boolean> => {
  for (const booking of shown.bookings.filter(isInHold)) if (await waitsForApproval(db, visit, booking)) return true
  return false
}

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

export const requireHeld = (held: Held): void => requireAction(held, 'confirm')
