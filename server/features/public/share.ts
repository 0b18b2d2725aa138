import { sql } from 'kysely'
import { createEngine, type Slot, type Snapshot, zoneOf } from '../../../src/scheduling'
import { formatInstant } from '../../../src/time/formatInstant'
import { Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { loadSnapshot } from '../availability/loadSnapshot'
import type { Visit } from './visitor'

/** So many holds of visitors may always stand on a day. */
const alwaysFree = 3

interface Asked {
  variantId: string
  channelId: string
  startsAt: string
}

interface OpenHold {
  id: string
  holdExpiresAt: string
}

/** What visitors hold on a day of what a variant takes, and nobody has confirmed. */
const holdsOn = async (
  { db }: UnitOfWork,
  { tenant, services }: Visit,
  { variantId, from, to }: { variantId: string; from: number; to: number },
): Promise<OpenHold[]> => {
  const { rows } = await sql<OpenHold>`
    select bookings.id, bookings.hold_expires_at from public_bookings as made
    join bookings on bookings.tenant_id = made.tenant_id and bookings.id = made.booking_id
    where made.tenant_id = ${tenant.id} and made.confirmed_at is null and bookings.status = 'held'
    and bookings.hold_expires_at > ${formatInstant(services.now())}
    and bookings.starts_at < ${formatInstant(to)} and bookings.ends_at > ${formatInstant(from)}
    and exists (select from allocations
      join variant_resources as link on link.tenant_id = allocations.tenant_id and link.target_id = allocations.resource_id
      where allocations.tenant_id = made.tenant_id and allocations.booking_id = made.booking_id
      and link.owner_id = ${variantId})
    order by bookings.hold_expires_at`.execute(db)
  return rows
}

/** How many units fit on the day, one time after the other. */
const roomIn = (slots: readonly Slot[]): number => {
  let end = ''
  let room = 0
  for (const { startsAt, endsAt, remaining } of slots) {
    if (startsAt < end) continue
    end = endsAt
    room += remaining
  }
  return room
}

/**
 * Requires that visitors hold less than half of what could be booked of a variant on a day if they held nothing, or fewer than three
 * places: so no crowd, and nobody with many addresses, keeps a day from everybody else.
 * @throws Problem `rate_limited`
 */
export const requireShare = async (unit: UnitOfWork, visit: Visit, { variantId, channelId, startsAt }: Asked) => {
  const { tenant, services } = visit
  const now = services.now()
  const zone = zoneOf(tenant.timeZone)
  const day = zone.dayOf(Date.parse(startsAt))
  const [from, to] = [zone.startOfDay(day), zone.startOfDay(day + 1)]
  const holds = await holdsOn(unit, visit, { variantId, from, to })
  if (holds.length < alwaysFree) return
  const snapshot = await loadSnapshot(unit.db, tenant.id, { variantIds: [variantId], from, to, now })
  const held = new Set(holds.map(({ id }) => id))
  const isOther = ({ bookingId }: NonNullable<Snapshot['allocations']>[number]) => !held.has(bookingId)
  const roomOf = (of: Snapshot) => roomIn(createEngine(of).ask({ variantId, channelId }).slots(from, to))
  const room = roomOf({ ...snapshot, allocations: snapshot.allocations?.filter(isOther) })
  if ((room - roomOf(snapshot)) * 2 < room) return
  const wait = Math.max(1, Math.ceil((Date.parse(holds[0]?.holdExpiresAt ?? '') - now) / 1000))
  throw new Problem('rate_limited', 'Very many people are choosing a time of this day. Try again in a few minutes.', {
    headers: { 'Retry-After': String(wait) },
  })
}
