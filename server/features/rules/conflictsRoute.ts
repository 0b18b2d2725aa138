import { calls } from '../../../src/calls'
import { maxAffected } from '../../../src/calls/affected'
import { resourceRules } from '../../../src/resources/resourceRules'
import { concernedBy, failing, IndexedSnapshot, judge, standingBookings } from '../../../src/scheduling'
import { findRecord, implement, scopeOf } from '../../serve'
import { describedFor, furthest, loadSides, nearby, overridesOf } from '../availability/affected'
import { loadSetup } from '../availability/loadSetup'
import { resourceRulesHooks } from './resourceRulesHooks'

export const conflictsRoute = implement(calls.rules.conflicts, async request => {
  const { params, caller, services } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  return request.read(async db => {
    await findRecord(db, scopeOf(resourceRules, resourceRulesHooks, request), params.id)
    const after = await loadSetup(db, tenantId, { subject: { whole: true } })
    const before = { ...after, rules: after.rules.filter(({ id }) => id !== params.id) }
    const bare = [before, after].map(setup => new IndexedSnapshot({ ...setup, now })) as [
      IndexedSnapshot,
      IndexedSnapshot,
    ]
    const { resourceIds } = concernedBy([{ entityType: 'resourceRules', id: params.id }], ...bare, null)
    if (resourceIds.size === 0) return { bookingCount: 0, bookings: [] }
    const concerned = { variantIds: new Set<string>(), resourceIds }
    const range = { from: now - nearby, to: now + furthest }
    const sides = await loadSides(db, { ...{ tenantId, before, after, concerned, now }, ...range })
    const found = standingBookings(sides.after)
      .filter(booking => booking.resourceIds.some(id => resourceIds.has(id)))
      .flatMap(booking => failing(sides, booking) ?? [])
    const overrides = await overridesOf(db, tenantId, found)
    const conflicts = found
      .flatMap(one => judge(one, overrides) ?? [])
      .filter(({ reasons }) => reasons.some(({ ruleId }) => ruleId === params.id))
    const bookings = await describedFor(db, caller, sides.after, conflicts.slice(0, maxAffected))
    return { bookingCount: conflicts.length, bookings }
  })
})
