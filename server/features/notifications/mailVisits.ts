import { sql } from 'kysely'
import { statusAt } from '../../../src/resources/bookingActions'
import type { Booking } from '../../../src/resources/bookings'
import type { Transaction } from '../../serve'
import { isGone } from '../bookings/bookingScope'
import { readBookings } from './facts'

/** A visit in mails and calendar entries (docs/domain.md#visits). */
export interface MailVisit {
  id: string
  reference: string
  icalSequence: number
  updatedAt: string
  guests: readonly number[]
  parts: readonly Booking[]
}

export const readVisits = async (
  db: Transaction,
  tenantId: string,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<ReadonlyMap<string, MailVisit>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<MailVisit, 'parts'> & { bookingIds: string[] }>`
    select id, reference, ical_sequence, updated_at,
      array(select (part ->> 'guest')::int from jsonb_array_elements(parts) with ordinality as kept (part, place)
        order by place) as guests,
      array(select bookings.id from bookings where bookings.tenant_id = visits.tenant_id and bookings.visit_id = visits.id
        order by bookings.visit_index) as booking_ids
    from visits where tenant_id = ${tenantId} and id = any(${ids})`.execute(db)
  const bookings = await readBookings(
    db,
    tenantId,
    rows.flatMap(({ bookingIds }) => bookingIds),
  )
  const asOfNow = (one: Booking): Booking => ({ ...one, status: statusAt(one as never, now) as Booking['status'] })
  return new Map(
    rows.map(({ bookingIds, ...row }) => {
      const parts = bookingIds.flatMap(id => bookings.get(id) ?? []).map(asOfNow)
      return [row.id, { ...row, updatedAt: new Date(row.updatedAt).toISOString(), parts }]
    }),
  )
}

export const byStart = (one: Booking, other: Booking): number =>
  Date.parse(one.startsAt) - Date.parse(other.startsAt) || (one.visitIndex ?? 0) - (other.visitIndex ?? 0)

export const standingParts = ({ parts }: MailVisit): Booking[] => parts.filter(one => !isGone(one)).sort(byStart)

export const asOne = (visit: MailVisit, parts: readonly [Booking, ...Booking[]]): Booking => {
  const inTime = parts.toSorted(byStart)
  const [first = parts[0]] = inTime
  const inList = parts.toSorted((one, other) => (one.visitIndex ?? 0) - (other.visitIndex ?? 0))
  const resources = new Map(inList.flatMap(one => one.resources.map(each => [each.resourceId, each] as const)))
  return {
    ...first,
    reference: visit.reference,
    title: inList.map(({ title }) => title).join(' + '),
    endsAt:
      inTime
        .map(({ endsAt }) => endsAt)
        .sort()
        .at(-1) ?? first.endsAt,
    quantity: inList.every(({ quantity }) => quantity === first.quantity) ? first.quantity : 1,
    total: { ...first.total, amount: inList.reduce((sum, { total }) => sum + total.amount, 0) },
    resourceIds: [...resources.keys()],
    resources: [...resources.values()],
    icalSequence: visit.icalSequence,
    updatedAt: visit.updatedAt,
  }
}
