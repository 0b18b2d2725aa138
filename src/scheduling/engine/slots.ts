import { CHECK_CODES, type CheckCode } from '../checks/checkCodes'
import { isRequestCode } from '../checks/requestChecks'
import { formatInstant } from '../time/formatInstant'
import type { GroupCase, Inquiry, Verdict } from './Inquiry'
import type { ResourceCase } from './ResourceCase'
import { type SlotStatus, slotStatus } from './slotStatus'

/** One offered start (domain §3.7). */
export interface Slot {
  startsAt: string
  endsAt: string
  status: SlotStatus
  remaining: number
  maxQuantity: number
  /** The resources a booking would take, by priority. */
  resourceIds: readonly string[]
  timeslotId: string | null
  /** Why it is not available, by resource; without a resource when the request itself is refused. */
  reasons: readonly SlotReason[]
}

export interface SlotReason {
  code: CheckCode
  resourceId: string | null
}

const NOTHING: readonly never[] = []

/** The slots of `[from, to)` in order; those that are not available only when asked for. */
export function slots(inquiry: Inquiry, from: number, to: number, includeUnavailable = false): Slot[] {
  const found: Slot[] = []
  inquiry.visit(from, to, (start, end, verdict) => {
    if (verdict.failure < 0 || includeUnavailable) found.push(toSlot(inquiry, start, end, verdict))
    return true
  })
  return found
}

/** The available starts of `[from, to)`. */
export function starts(inquiry: Inquiry, from: number, to: number): number[] {
  const found: number[] = []
  inquiry.visit(from, to, (start, _end, verdict) => {
    if (verdict.failure < 0) found.push(start)
    return true
  })
  return found
}

/** The slot that a verdict describes; to be called before the next candidate is judged. */
export function toSlot(inquiry: Inquiry, start: number, end: number, verdict: Verdict): Slot {
  const isAvailable = verdict.failure < 0
  return {
    startsAt: formatInstant(start),
    endsAt: formatInstant(end),
    status: slotStatus(verdict),
    remaining: verdict.remaining,
    maxQuantity: verdict.maxQuantity,
    resourceIds: isAvailable ? chosenIds(verdict) : NOTHING,
    timeslotId: timeslotAt(inquiry, start, isAvailable ? verdict.chosen[0] : undefined),
    reasons: isAvailable ? NOTHING : slotReasons(inquiry, verdict),
  }
}

/** Ids of the resources taken, one of each group. */
export function chosenIds({ chosen }: Verdict): readonly string[] {
  const [only] = chosen
  if (only && chosen.length === 1) return only.ids
  return chosen.flatMap(one => one?.ids ?? NOTHING)
}

/** The timeslot that begins at `start`: that of the chosen resource, or else of the first that has one. */
export function timeslotAt(
  { world, cases, request, hasTimeslots }: Inquiry,
  start: number,
  chosen?: ResourceCase,
): string | null {
  if (!hasTimeslots) return null
  for (const { timed } of chosen ? [chosen, ...cases] : cases) {
    const table = timed[0] && world.timeslots(timed[0].schedule.id, request.excludeBookingId)
    const slot = table?.slots[table.indexAt(start)]
    if (slot) return slot.id
  }
  return null
}

/** The first failing check of each resource in the groups that have none to take. */
function slotReasons({ groups }: Inquiry, { failure, chosen }: Verdict): readonly SlotReason[] {
  const code = CHECK_CODES[failure] as CheckCode
  if (isRequestCode(code)) return [{ code, resourceId: null }]
  const failed = groups.filter((_, i) => !chosen[i]).flatMap(({ cases }: GroupCase) => cases)
  return failed.flatMap(({ failure: order, resource }: ResourceCase): readonly SlotReason[] => {
    const own = CHECK_CODES[order]
    return own ? [{ code: own, resourceId: resource.id }] : NOTHING
  })
}
