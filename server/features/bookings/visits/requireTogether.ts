import { type CheckResult, formatEnglish, type Reason } from '../../../../src/scheduling'
import { keepsPlace, overlapsAny } from '../../../../src/scheduling/visits/apart'
import type { AllocationRequest } from '../allocationRequest'
import type { Held } from '../changeBooking'
import { SlotUnavailable } from '../slotUnavailable'
import { partsInLine } from './partsInLine'

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

const lineOf = async ({ unit, request, before: { id, tenantId, visitId } }: Held) =>
  visitId ? (await partsInLine(unit.db, tenantId, [id], request.services.now())).get(id) : undefined

/**
 * Checks a part that moves by itself (docs/domain.md#a-visit-as-a-whole).
 * @throws SlotUnavailable
 */
export const requireTogether = async (
  held: Held,
  question: AllocationRequest,
  result: CheckResult,
  { override }: { override: boolean },
): Promise<CheckResult> => {
  const line = await lineOf(held)
  if (!line || keepsPlace(line, Date.parse(result.startsAt), Date.parse(result.endsAt))) return result
  if (!override) throw new SlotUnavailable(question, [apart])
  return { ...result, overrides: [...result.overrides, { code: 'visit_apart', ruleId: null }] }
}

/** @throws SlotUnavailable if another part of its guest is there */
export const requireNoOverlap = async (held: Held, question: AllocationRequest): Promise<void> => {
  const line = await lineOf(held)
  if (line && overlapsAny(line.part, line.others)) throw new SlotUnavailable(question, [apart])
}
