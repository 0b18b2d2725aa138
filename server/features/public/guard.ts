import { sql } from 'kysely'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY, HOUR } from '../../../src/time/instant'
import { lockInvariant } from '../../crud/lockInvariant'
import { Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { Visit } from './visitor'

const tooMany = (detail: string, seconds: number): Problem =>
  new Problem('rate_limited', detail, { headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) } })

/** One after the other, so that two at once do not count each other out. */
const lockNetwork = ({ db }: UnitOfWork, { tenant, network }: Visit) =>
  lockInvariant(db, `the bookings of ${network} in ${tenant.id}`)

/** Requires that the network holds less than it may. @throws Problem `rate_limited` */
export const requireFewHolds = async (unit: UnitOfWork, visit: Visit): Promise<void> => {
  const { tenant, network, services } = visit
  const { holdsPerNetwork } = services.strangers
  const now = services.now()
  await lockNetwork(unit, visit)
  await sql`update public_bookings set network = null
    where tenant_id = ${tenant.id} and network is not null and held_at < ${formatInstant(now - DAY)}`.execute(unit.db)
  if (holdsPerNetwork === 0) return
  const { rows } = await sql<{ holdExpiresAt: string }>`
    select bookings.hold_expires_at from public_bookings as made
    join bookings on bookings.tenant_id = made.tenant_id and bookings.id = made.booking_id
    where made.tenant_id = ${tenant.id} and made.network = ${network} and bookings.status = 'held'
    and bookings.hold_expires_at > ${formatInstant(now)} order by bookings.hold_expires_at`.execute(unit.db)
  if (rows.length < holdsPerNetwork) return
  const wait = Date.parse(rows[0]?.holdExpiresAt ?? '') - now
  throw tooMany(`At most ${holdsPerNetwork} places are held at once: book or give back one of them.`, wait / 1000)
}

/** Notes who holds a place. */
export const noteHold = async (
  { db }: UnitOfWork,
  { tenant, network, services }: Visit,
  bookingId: string,
): Promise<void> => {
  await sql`insert into public_bookings (tenant_id, booking_id, network, held_at)
    values (${tenant.id}, ${bookingId}, ${network}, ${formatInstant(services.now())})`.execute(db)
}

/** Requires that the network has not booked too much lately, and notes that it books now. @throws Problem `rate_limited` */
export const noteConfirmed = async (unit: UnitOfWork, visit: Visit, bookingId: string): Promise<void> => {
  const { tenant, network, services } = visit
  const { confirmsPerNetwork } = services.strangers
  const now = services.now()
  await lockNetwork(unit, visit)
  const { rows } = await sql<{ count: number }>`select count(*) as count from public_bookings
    where tenant_id = ${tenant.id} and network = ${network} and confirmed_at > ${formatInstant(now - HOUR)}`.execute(
    unit.db,
  )
  if (confirmsPerNetwork > 0 && (rows[0]?.count ?? 0) >= confirmsPerNetwork)
    throw tooMany('Too many bookings within an hour. Try again later.', 3600)
  await sql`insert into public_bookings (tenant_id, booking_id, network, held_at, confirmed_at)
    values (${tenant.id}, ${bookingId}, ${network}, ${formatInstant(now)}, ${formatInstant(now)})
    on conflict (tenant_id, booking_id) do update
    set confirmed_at = excluded.confirmed_at, network = excluded.network`.execute(unit.db)
}

/** Keeps the name that was given with a booking, as it was typed. */
export const noteGivenName = async (
  { db }: UnitOfWork,
  { tenant }: Visit,
  { bookingId, name }: { bookingId: string; name: string },
): Promise<void> => {
  await sql`update bookings set given_name = ${name} where tenant_id = ${tenant.id} and id = ${bookingId}`.execute(db)
}

/** The name that was given with a booking. */
export const givenName = async (db: UnitOfWork['db'], tenantId: string, bookingId: string): Promise<string | null> => {
  const { rows } = await sql<{ givenName: string | null }>`
    select given_name from bookings where tenant_id = ${tenantId} and id = ${bookingId}`.execute(db)
  return rows[0]?.givenName ?? null
}
