import { sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import { createEngine, type Slot, zoneOf } from '../../../src/scheduling'
import type { UnitOfWork } from '../../serve'
import { loadSnapshot } from '../availability/loadSnapshot'
import { isOfNetworks, tooMany } from './guard'
import type { Visit } from './visitor'

const alwaysFree = 3

/** Per network. */
const alwaysOwn = 2

interface Asked {
  variantId: string
  channelId: string
  startsAt: string
}

interface OpenHold {
  id: string
  holdExpiresAt: string
  isOwn: boolean
}

const holdsOn = async (
  { db }: UnitOfWork,
  visit: Visit,
  { variantId, from, to }: { variantId: string; from: number; to: number },
): Promise<OpenHold[]> => {
  const { tenant, services } = visit
  const { rows } = await sql<OpenHold>`
    select bookings.id, bookings.hold_expires_at, coalesce(${isOfNetworks(visit)}, false) as is_own from public_bookings as made
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

/** Seconds. Most holds become bookings, or are given back, long before they end. */
const nextLook = 10

const untilFirst = ([first]: readonly OpenHold[], now: number): number =>
  (Date.parse(first?.holdExpiresAt ?? '') - now) / 1000

/**
 * Visitors may hold three places or half of a variant's day, one network two or a quarter, whichever is more.
 * @throws Problem `rate_limited`
 */
export const requireShare = async (
  unit: UnitOfWork,
  visit: Visit,
  { variantId, channelId, startsAt }: Asked,
  without: string | null = null,
) => {
  const { tenant, services } = visit
  const now = services.now()
  const zone = zoneOf(tenant.timeZone)
  const day = zone.dayOf(Date.parse(startsAt))
  const [from, to] = [zone.startOfDay(day), zone.startOfDay(day + 1)]
  const held = await holdsOn(unit, visit, { variantId, from, to })
  const holds = held.filter(({ id }) => id !== without)
  const own = services.own.holdsPerNetwork === 0 ? [] : holds.filter(({ isOwn }) => isOwn)
  if (holds.length < alwaysFree && own.length < alwaysOwn) return
  const snapshot = await loadSnapshot(unit.db, tenant.id, { variantIds: [variantId], from, to, now })
  const roomBeside = (standing: readonly OpenHold[]) => {
    const gone = new Set(held.filter(hold => !standing.includes(hold)).map(({ id }) => id))
    const allocations = snapshot.allocations?.filter(({ bookingId }) => !bookingId || !gone.has(bookingId))
    return roomIn(
      createEngine({ ...snapshot, allocations })
        .ask({ variantId, channelId })
        .slots(from, to),
    )
  }
  const room = roomBeside([])
  const shareOf = (standing: readonly OpenHold[]) => (room - roomBeside(standing)) / room
  if (own.length >= alwaysOwn && shareOf(own) >= 1 / 4)
    throw tooMany('You hold as much of this day as one network may: book or give back a place.', untilFirst(own, now))
  if (holds.length >= alwaysFree && shareOf(holds) >= 1 / 2)
    throw tooMany(
      'Very many people are choosing a time of this day. Try again in a moment.',
      Math.min(nextLook, untilFirst(holds, now)),
      { isForAll: true },
    )
}
