import { sql } from 'kysely'
import { formatInstant } from '../../../../src/declare'
import type { PartInLine, PlacedTime } from '../../../../src/scheduling/visits/apart'
import { beyondRows, type Transaction } from '../../../serve'

type Row = PlacedTime & { of: string; id: string; guest: number; isAnyOrder: boolean }

/** Includes their guests' other standing parts, by booking id. */
export const partsInLine = async (
  db: Transaction,
  tenantId: string,
  bookingIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, PartInLine>> => {
  if (bookingIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select own.id as of, bookings.id, bookings.visit_index as index, visits.any_order as is_any_order,
      (extract(epoch from bookings.starts_at) * 1000)::float8 as starts_at,
      (extract(epoch from bookings.ends_at) * 1000)::float8 as ends_at,
      (part->>'guest')::int as guest, (part->>'minWaitMinutes')::int as min_wait_minutes,
      (part->>'maxWaitMinutes')::int as max_wait_minutes
    from bookings as own join visits on visits.tenant_id = own.tenant_id and visits.id = own.visit_id
    join bookings on bookings.tenant_id = own.tenant_id and bookings.visit_id = own.visit_id,
    lateral (select visits.parts->bookings.visit_index as part) as kept
    where own.tenant_id = ${tenantId} and own.id = any(${bookingIds})
    and (bookings.id = own.id or bookings.status in ('pending', 'confirmed', 'completed', 'no_show')
      or bookings.status = 'held' and bookings.hold_expires_at > ${formatInstant(now)})`.execute(beyondRows(db))
  const own = rows.filter(one => one.id === one.of)
  return new Map(
    own.map(part => {
      const others = rows.filter(one => one.of === part.id && one.id !== part.id && one.guest === part.guest)
      return [part.id, { part, others, isAnyOrder: part.isAnyOrder }]
    }),
  )
}
