import { formatInstant } from '../../declare'
import type { Slot, SlotReason, SlotStatus, Span } from '../answers'
import { CHECK_CODES, type CheckCode, TAKEN_CODES } from '../checks/checkCodes'
import { isRequestCode } from '../checks/requestChecks'
import type { AvailabilityQuery, GroupQuery, Verdict } from './AvailabilityQuery'
import type { ResourceQuery } from './ResourceQuery'

/** The share left of a limited slot, at most (docs/domain.md#slots). */
const LIMITED = 0.2

export function slotStatus({ failure, remaining, capacity }: Verdict): SlotStatus {
  if (failure < 0) return remaining <= capacity * LIMITED ? 'limited' : 'available'
  const code = CHECK_CODES[failure]
  return code && TAKEN_CODES.has(code) ? 'full' : 'unavailable'
}

const NOTHING: readonly never[] = []

export interface SlotOptions {
  includeUnavailable?: boolean
  includeFull?: boolean
  /** `remaining` counts separate bookings, not units. */
  countsBookings?: boolean
}

export function slots(
  query: AvailabilityQuery,
  from: number,
  to: number,
  { includeUnavailable = false, includeFull = false, countsBookings = false }: SlotOptions = {},
): Slot[] {
  const found: Slot[] = []
  query.visitRuns(from, to, ({ starts, first, next }, verdict) => {
    const isWanted = verdict.failure < 0 || includeUnavailable || (includeFull && slotStatus(verdict) === 'full')
    if (!isWanted) return true
    let end = Number.NaN
    let endsAt = ''
    for (let i = first; i < next; i++) {
      const start = starts[i] as number
      const startsAt = start === end ? endsAt : formatInstant(start)
      end = query.endOf(start)
      endsAt = formatInstant(end)
      const slot = slotFor(query, start, { startsAt, endsAt }, verdict)
      found.push(countsBookings ? { ...slot, remaining: verdict.sideBySide } : slot)
    }
    return true
  })
  return found
}

export function starts(query: AvailabilityQuery, from: number, to: number): number[] {
  const found: number[] = []
  query.visitRuns(from, to, ({ starts, first, next }, { failure }) => {
    if (failure < 0) for (let i = first; i < next; i++) found.push(starts[i] as number)
    return true
  })
  return found
}

export function toSlot(query: AvailabilityQuery, start: number, end: number, verdict: Verdict): Slot {
  return slotFor(query, start, { startsAt: formatInstant(start), endsAt: formatInstant(end) }, verdict)
}

function slotFor(query: AvailabilityQuery, start: number, { startsAt, endsAt }: Span, verdict: Verdict): Slot {
  const isAvailable = verdict.failure < 0
  return {
    startsAt,
    endsAt,
    status: slotStatus(verdict),
    remaining: verdict.remaining,
    maxQuantity: verdict.maxQuantity,
    resourceIds: isAvailable ? chosenIds(verdict) : NOTHING,
    timeslotId: timeslotAt(query, start, isAvailable ? verdict.chosen[0] : undefined),
    reasons: isAvailable ? NOTHING : slotReasons(query, verdict),
  }
}

export function chosenIds({ chosen }: Verdict): readonly string[] {
  const [only] = chosen
  if (only && chosen.length === 1) return only.ids
  return chosen.flatMap(one => one?.ids ?? NOTHING)
}

export function timeslotAt(
  { snapshot, resourceQueries, request, hasTimeslots }: AvailabilityQuery,
  start: number,
  chosen?: ResourceQuery,
): string | null {
  if (!hasTimeslots) return null
  for (const { timed } of chosen ? [chosen, ...resourceQueries] : resourceQueries) {
    const table = timed[0] && snapshot.timeslots(timed[0].schedule.id, request.excludeBookingId)
    const slot = table?.slots[table.indexAt(start)]
    if (slot) return slot.id
  }
  return null
}

function slotReasons({ groups }: AvailabilityQuery, { failure, chosen }: Verdict): readonly SlotReason[] {
  const code = CHECK_CODES[failure] as CheckCode
  if (isRequestCode(code)) return [{ code, resourceId: null }]
  const failed = groups.filter((_, i) => !chosen[i]).flatMap(({ resourceQueries }: GroupQuery) => resourceQueries)
  return failed.flatMap(({ failure: order, resource }: ResourceQuery): readonly SlotReason[] => {
    const own = CHECK_CODES[order]
    return own ? [{ code: own, resourceId: resource.id }] : NOTHING
  })
}
