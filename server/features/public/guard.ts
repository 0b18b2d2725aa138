import { sql } from 'kysely'
import { DAY, formatInstant, HOUR } from '../../../src/declare'
import { lockInvariant, Problem, type UnitOfWork } from '../../serve'
import type { Visit } from './visitor'

export const tooMany = (detail: string, seconds: number, { isForAll = false } = {}): Problem =>
  new Problem('rate_limited', detail, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
    isForAll,
  })

/** Parallel calls of one network must count each other. */
const lockNetwork = ({ db }: UnitOfWork, { tenant, networks }: Visit) =>
  lockInvariant(db, `the bookings of ${networks.at(-1)?.name} in ${tenant.id}`)

const namesOf = ({ networks: [own, wide] }: Visit) => ({ network: own?.name ?? null, wideNetwork: wide?.name ?? null })

const isOver = (rows: readonly Networks[], { networks }: Visit, max: number): boolean =>
  networks.some(
    ({ name, times }) =>
      rows.filter(({ network, wideNetwork }) => network === name || wideNetwork === name).length >= max * times,
  )

interface Networks {
  network: string | null
  wideNetwork: string | null
}

export const isOfNetworks = (visit: Visit) => {
  const { network, wideNetwork } = namesOf(visit)
  return sql`(made.network = ${network} or made.wide_network = ${wideNetwork})`
}

/** A visit counts once. */
const whole = sql`coalesce(bookings.visit_id, bookings.id)`

export const requireFewHolds = async (unit: UnitOfWork, visit: Visit): Promise<void> => {
  const { tenant, services } = visit
  const { holdsPerNetwork } = services.own
  const now = services.now()
  await lockNetwork(unit, visit)
  await sql`update public_bookings set network = null, wide_network = null
    where tenant_id = ${tenant.id} and network is not null and held_at < ${formatInstant(now - DAY)}`.execute(unit.db)
  if (holdsPerNetwork === 0) return
  const { rows } = await sql<Networks & { holdExpiresAt: string }>`
    select distinct network, wide_network, bookings.hold_expires_at, ${whole} from public_bookings as made
    join bookings on bookings.tenant_id = made.tenant_id and bookings.id = made.booking_id
    where made.tenant_id = ${tenant.id} and ${isOfNetworks(visit)} and bookings.status = 'held'
    and bookings.hold_expires_at > ${formatInstant(now)} order by bookings.hold_expires_at`.execute(unit.db)
  if (!isOver(rows, visit, holdsPerNetwork)) return
  const wait = Date.parse(rows[0]?.holdExpiresAt ?? '') - now
  throw tooMany(`At most ${holdsPerNetwork} places are held at once: book or give back one of them.`, wait / 1000)
}

export const noteHold = async ({ db }: UnitOfWork, visit: Visit, bookingId: string): Promise<void> => {
  const { network, wideNetwork } = namesOf(visit)
  await sql`insert into public_bookings (tenant_id, booking_id, network, wide_network, held_at)
    values (${visit.tenant.id}, ${bookingId}, ${network}, ${wideNetwork}, ${formatInstant(visit.services.now())})`.execute(
    db,
  )
}

export const noteConfirmed = async (unit: UnitOfWork, visit: Visit, bookingIds: readonly string[]): Promise<void> => {
  const { tenant, services } = visit
  const { confirmsPerNetwork } = services.own
  const { network, wideNetwork } = namesOf(visit)
  const now = services.now()
  await lockNetwork(unit, visit)
  const { rows } = await sql<Networks>`select distinct network, wide_network, ${whole} from public_bookings as made
    join bookings on bookings.tenant_id = made.tenant_id and bookings.id = made.booking_id
    where made.tenant_id = ${tenant.id} and ${isOfNetworks(visit)} and confirmed_at > ${formatInstant(now - HOUR)}`.execute(
    unit.db,
  )
  if (confirmsPerNetwork > 0 && isOver(rows, visit, confirmsPerNetwork))
    throw tooMany('Too many bookings within an hour. Try again later.', 3600)
  await sql`insert into public_bookings (tenant_id, booking_id, network, wide_network, held_at, confirmed_at)
    select ${tenant.id}, booking_id, ${network}, ${wideNetwork}, ${formatInstant(now)}, ${formatInstant(now)}
    from unnest(${bookingIds}::uuid[]) as booking_id
    on conflict (tenant_id, booking_id) do update
    set confirmed_at = excluded.confirmed_at, network = excluded.network, wide_network = excluded.wide_network`.execute(
    unit.db,
  )
}

export const requireFewJoins = async (unit: UnitOfWork, visit: Visit): Promise<void> => {
  const { tenant, services } = visit
  const { confirmsPerNetwork } = services.own
  const hourAgo = formatInstant(services.now() - HOUR)
  await lockNetwork(unit, visit)
  await sql`delete from public_waitlist_entries where tenant_id = ${tenant.id} and joined_at <= ${hourAgo}`.execute(
    unit.db,
  )
  const { rows } = await sql<Networks>`select network, wide_network from public_waitlist_entries as made
    where tenant_id = ${tenant.id} and ${isOfNetworks(visit)}`.execute(unit.db)
  if (confirmsPerNetwork > 0 && isOver(rows, visit, confirmsPerNetwork))
    throw tooMany('Too many entries on the waitlist within an hour. Try again later.', 3600)
}

export const noteJoin = async ({ db }: UnitOfWork, visit: Visit, entryId: string): Promise<void> => {
  const { network, wideNetwork } = namesOf(visit)
  await sql`insert into public_waitlist_entries (tenant_id, entry_id, network, wide_network, joined_at)
    values (${visit.tenant.id}, ${entryId}, ${network}, ${wideNetwork}, ${formatInstant(visit.services.now())})`.execute(
    db,
  )
}

export const givenName = async (db: UnitOfWork['db'], tenantId: string, bookingId: string): Promise<string | null> => {
  const { rows } = await sql<{ givenName: string | null }>`
    select given_name from bookings where tenant_id = ${tenantId} and id = ${bookingId}`.execute(db)
  return rows[0]?.givenName ?? null
}
