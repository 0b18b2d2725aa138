import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { maxAffected } from '../../../src/calls/affected'
import { bookableResources } from '../../../src/resources/resources'
import { failing, formatInstant, judge, standingBookings } from '../../../src/scheduling'
import { findRecord, implement, scopeOf } from '../../serve'
import { describedFor, loadSides, nearby } from '../availability/affected'
import { loadSetup } from '../availability/loadSetup'
import { resourcesHooks } from './resourcesHooks'

interface Coming {
  count: number
  ids: string[]
  lastStart: number | null
}

/** Checks as if the resource were deactivated. */
export const impactRoute = implement(calls.resources.impact, async request => {
  const { params, caller, services } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  const today = formatInstant(now)
  return request.read(async db => {
    await findRecord(db, scopeOf(bookableResources, resourcesHooks, request), params.id)
    const { rows } = await sql<Coming>`
      with coming as (
        select distinct booking_id, starts_at
        from allocations where tenant_id = ${tenantId} and resource_id = ${params.id} and active and ends_at > ${today}
        and status in ('held', 'pending', 'confirmed') and (status <> 'held' or hold_expires_at > ${today})
      ),
      next as (select * from coming order by starts_at, booking_id limit ${maxAffected})
      select (select count(*)::int from coming) as count,
        (select coalesce(json_agg(booking_id), '[]') from next) as ids,
        (select (date_part('epoch', max(starts_at)) * 1000)::bigint from next) as last_start`.execute(db)
    const [coming] = rows
    if (!coming?.lastStart) return { bookingCount: 0, bookings: [] }
    const before = await loadSetup(db, tenantId, { subject: { whole: true } })
    const after = {
      ...before,
      resources: before.resources.map(one => (one.id === params.id ? { ...one, isActive: false } : one)),
    }
    const sides = await loadSides(db, {
      ...{ tenantId, before, after, now },
      concerned: { variantIds: new Set(), resourceIds: new Set([params.id]) },
      from: now - nearby,
      to: Number(coming.lastStart) + 2 * nearby,
    })
    // Ignores overrides, since these bookings lose their resource.
    const shown = new Set(coming.ids)
    const affected = standingBookings(sides.before)
      .filter(({ first }) => shown.has(first.bookingId))
      .flatMap(booking => failing(sides, booking) ?? [])
      .flatMap(found => judge(found) ?? [])
    return { bookingCount: coming.count, bookings: await describedFor(db, caller, sides.after, affected) }
  })
})
