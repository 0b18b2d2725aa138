import { sql } from 'kysely'
import { type Fields, formatInstant, SECOND, snakeCase } from '../../../src/declare'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { FreeTimes, type NeededSpan, zoneOf } from '../../../src/scheduling'
import { asSystem, type Job, runSystemWork, type Services, type Transaction, type UnitOfWork } from '../../serve'
import { loadSetup, type Setup } from '../availability/loadSetup'
import { alsoTell, announceNoted, type MemberRequest } from '../bookings/bookingScope'
import { lockEntry, saveEntry } from './entryScope'
import { lockVariants, matchFreedTime, snapshotFor } from './matching'
import { systemRequest } from './systemRequest'
import { findWaiting, type Waiting } from './waitingEntries'

const mostTenants = 100

const mostEnded = 200

interface Cause {
  causeTable: string | null
  causeId: string | null
}

const takeDue = async (db: Transaction, tenantId: string, now: number): Promise<Cause[]> => {
  const { rows } = await sql<Cause>`
    with due as (
      select id from waitlist_due where tenant_id = ${tenantId} and due_at <= ${formatInstant(now)}
      order by id for update skip locked
    )
    delete from waitlist_due using due where waitlist_due.tenant_id = ${tenantId} and waitlist_due.id = due.id
    returning cause_table, cause_id`.execute(db)
  return rows
}

/** `Rule Holidays`, `Booking 7KQ2M9XA`. */
const nameOf = async (db: Transaction, { resources }: MemberRequest['services'], tenantId: string, causes: Cause[]) => {
  const cause = causes.find(({ causeTable }) => causeTable !== null)
  const table = cause?.causeTable ?? ''
  const resource = resources.find(({ name }) => table === snakeCase(name) || table.startsWith(`${snakeCase(name)}_`))
  if (!cause || !resource) return table ? table.replaceAll('_', ' ') : null
  const isNamed = (resource.fields as Fields)[resource.represent]?.kind !== 'reference'
  if (resource.scope !== 'tenant' || !cause.causeId || !isNamed) return resource.label[0]
  const { rows } = await sql<{ label: string }>`
    select ${sql.ref(snakeCase(resource.represent))}::text as label from ${sql.table(snakeCase(resource.name))}
    where tenant_id = ${tenantId} and id::text = ${cause.causeId}`.execute(db)
  return [resource.label[0], rows[0]?.label].filter(Boolean).join(' ')
}

const settleOffers = async (unit: UnitOfWork, request: MemberRequest): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select id from waitlist_entries where tenant_id = ${request.caller.tenant.id} and status = 'offered'
    and offer_expires_at <= ${formatInstant(request.services.now())}
    order by id limit ${mostEnded} for update skip locked`.execute(unit.db)
  for (const { id } of rows) {
    await asSystem(unit, null, async own => saveEntry(await lockEntry(own, request, id), {}))
    alsoTell(request, waitlistEntries.name, id)
  }
}

const spanOf = (waiting: readonly Waiting[], now: number): NeededSpan => ({
  from: now,
  to: Math.max(now, ...waiting.flatMap(({ windows }) => windows.map(({ to }) => to))),
})

const fitting = async (
  unit: UnitOfWork,
  request: MemberRequest,
  setup: Setup,
  waiting: readonly Waiting[],
): Promise<string[]> => {
  const span = spanOf(waiting, request.services.now())
  const free = new FreeTimes(await snapshotFor(unit, request, setup, waiting, span), span)
  const found = new Set<string>()
  for (const one of waiting) {
    if (found.has(one.variantId)) continue
    for (const { startsAt } of free.fits(one)) {
      if (one.offeredStarts.includes(startsAt)) continue
      found.add(one.variantId)
      break
    }
  }
  return [...found].toSorted()
}

/** The booking horizon moves at local midnight. */
const noteHorizon = async (db: Transaction, tenantId: string, { tenant, schedules }: Setup, now: number) => {
  const zones = new Set([tenant.timeZone, ...schedules.map(({ timeZone }) => timeZone)])
  for (const zone of Array.from(zones, zoneOf)) {
    const midnight = formatInstant(zone.startOfDay(zone.dayOf(now) + 1))
    await sql`insert into waitlist_due (tenant_id, due_at) select ${tenantId}, ${midnight}
      where not exists (select from waitlist_due where tenant_id = ${tenantId} and due_at = ${midnight} and cause_table is null)`.execute(
      db,
    )
  }
}

type MatchingServices = MemberRequest['services'] & Parameters<typeof runSystemWork>[0]

const matchTenant = async (services: MatchingServices, request: MemberRequest): Promise<void> => {
  const { caller } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  const run = (work: (unit: UnitOfWork) => Promise<void>) => runSystemWork(services, caller, work)
  // In its own transaction: all others lock places before entries.
  await run(unit => settleOffers(unit, request))
  await run(async unit => {
    const { db } = unit
    const causes = await takeDue(db, tenantId, now)
    if (causes.length === 0) return
    const waiting = await findWaiting(db, { tenantId, now, isAutomatic: true })
    if (waiting.length === 0) return
    const ids = (all: readonly Waiting[]) => [...new Set(all.map(({ variantId }) => variantId))].toSorted()
    const setup = await loadSetup(db, tenantId, { subject: { variantIds: ids(waiting) } })
    await noteHorizon(db, tenantId, setup, now)
    const variantIds = await fitting(unit, request, setup, waiting)
    if (variantIds.length === 0) return
    const concerned = waiting.filter(({ variantId }) => variantIds.includes(variantId))
    const span = spanOf(concerned, now)
    const own = await loadSetup(db, tenantId, { subject: { variantIds } })
    const customerIds = concerned.flatMap(({ customerId }) => customerId ?? [])
    lockVariants(unit, own, customerIds, [span])
    const cause = await nameOf(db, request.services, tenantId, causes)
    await matchFreedTime(unit, request, { variantIds, span, cause })
  })
  announceNoted(request)
}

/**
 * Offers places freed by the clock or a changed setup, in tenants with a due note; only makes offers sooner
 * (docs/domain.md#waitlist). Any number of processes may run it.
 */
export const matchDue = async (services: MatchingServices, log: Services['log']): Promise<void> => {
  const { database } = services
  const now = formatInstant(services.now())
  const { rows } = await database.run({ as: 'platform' }, db =>
    sql<{ tenantId: string }>`
      select distinct tenant_id from waitlist_due where due_at <= ${now} limit ${mostTenants}`.execute(db),
  )
  for (const { tenantId } of rows) {
    try {
      const request = await systemRequest(database, services, tenantId)
      if (request) await matchTenant(services, request)
    } catch (error) {
      log('error', 'the waitlist was not matched', { tenantId, error: String(error) })
    }
  }
}

export const waitlistSweep: Job = {
  every: 2 * SECOND,
  run: ({ log, ...services }) => matchDue(services, log),
  failed: 'the waitlist was not looked at',
}
