import { sql } from 'kysely'
import { formatInstant } from '../../../../src/declare'
import { type CheckResult, formatEnglish, type Reason } from '../../../../src/scheduling'
import { type PlacedTime, standsApart } from '../../../../src/scheduling/visits/apart'
import type { AllocationRequest } from '../allocationRequest'
import type { Held } from '../changeBooking'
import { SlotUnavailable } from '../slotUnavailable'

const apart: Reason = {
  code: 'visit_apart',
  text: formatEnglish({ sentence: 'visit_apart' }),
  sentence: 'visit_apart',
  params: {},
  resourceId: null,
  ruleId: null,
  ruleName: null,
  isOverridable: true,
}

type Row = PlacedTime & { guest: number; isAnyOrder: boolean }

/**
 * Of a part that moves by itself (docs/domain.md#a-visit-as-a-whole). @returns the result, with what staff set aside
 * @throws SlotUnavailable
 */
export const requireTogether = async (
  { unit, request, before: { id, tenantId, visitId } }: Held,
  question: AllocationRequest,
  result: CheckResult,
  { override }: { override: boolean },
): Promise<CheckResult> => {
  if (!visitId) return result
  const { rows } = await sql<Row & { id: string }>`
    select bookings.id, bookings.visit_index as index, visits.any_order as is_any_order,
      (extract(epoch from bookings.starts_at) * 1000)::float8 as starts_at,
      (extract(epoch from bookings.ends_at) * 1000)::float8 as ends_at,
      (part->>'guest')::int as guest, (part->>'minWaitMinutes')::int as min_wait_minutes,
      (part->>'maxWaitMinutes')::int as max_wait_minutes
    from bookings join visits on visits.tenant_id = bookings.tenant_id and visits.id = bookings.visit_id,
    lateral (select visits.parts->bookings.visit_index as part) as kept
    where bookings.tenant_id = ${tenantId} and bookings.visit_id = ${visitId}
    and (bookings.id = ${id} or bookings.status in ('pending', 'confirmed', 'completed', 'no_show')
      or bookings.status = 'held' and bookings.hold_expires_at > ${formatInstant(request.services.now())})`.execute(
    unit.db,
  )
  const own = rows.find(one => one.id === id)
  if (!own) return result
  const moved = { ...own, startsAt: Date.parse(result.startsAt), endsAt: Date.parse(result.endsAt) }
  const others = rows.filter(one => one.id !== id && one.guest === own.guest)
  if (!standsApart(moved, others, own)) return result
  if (!override) throw new SlotUnavailable(question, [apart])
  return { ...result, overrides: [...result.overrides, { code: 'visit_apart', ruleId: null }] }
}
