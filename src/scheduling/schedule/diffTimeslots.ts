import { formatInstant, type Zone } from '../../declare'
import { toMillis } from '../../resources/instants'
import type { PlannedTimeslot } from '../answers'
import { atTimes, type EngineMessage, type EngineMessageKey } from '../messages/EngineMessage'
import { formatEnglish } from '../messages/formatEnglish'
import type { TimeslotInput } from '../snapshot'

interface WantedTimeslot {
  start: number
  end: number
  capacity: number | null
}

interface Existing {
  slot: TimeslotInput
  start: number
  end: number
}

/**
 * No new slot may overlap `others`. Once carried out, the same plan creates nothing.
 *
 * `replace` deletes unwanted future slots; booked, manual and edited ones are a `conflict`.
 */
export function diffTimeslots(
  wanted: readonly WantedTimeslot[],
  existing: readonly TimeslotInput[],
  others: readonly TimeslotInput[],
  { replace, now, zone }: { replace: boolean; now: number; zone: Zone },
): PlannedTimeslot[] {
  const byStart = new Map(wanted.map(slot => [slot.start, slot]))
  const inRange = new Set(existing)
  const plan: (PlannedTimeslot & { start: number })[] = []
  const staying: Existing[] = []
  const matched = new Set<number>()

  for (const slot of others) {
    const one: Existing = { slot, start: toMillis(slot.startsAt), end: toMillis(slot.endsAt) }
    if (!inRange.has(slot)) {
      staying.push(one)
      continue
    }
    const match = byStart.get(one.start)
    const isWanted = match?.end === one.end && match.capacity === (slot.capacity ?? null)
    const protection = protectionOf(slot)
    if (replace && !isWanted && !protection && one.start > now) {
      plan.push({ ...describe(one), start: one.start, action: 'delete' })
      continue
    }
    if (match?.end === one.end) matched.add(one.start)
    staying.push(one)
    const isConflict =
      replace && !isWanted && protection !== undefined && one.start > now && isInTheWay(one, slot, wanted)
    plan.push({
      ...describe(one),
      start: one.start,
      action: isConflict ? 'conflict' : 'keep',
      ...(isConflict && { reasons: [{ sentence: protection }] }),
    })
  }

  staying.sort((a, b) => a.start - b.start)
  const blocking = new Map<number, number[]>()
  let from = 0
  for (const slot of wanted) {
    if (matched.has(slot.start) || slot.start < now) continue
    while (from < staying.length && (staying[from] as Existing).end <= slot.start) from++
    const blocker = staying[from]
    if (blocker && blocker.start < slot.end) {
      const starts = blocking.get(blocker.start)
      if (starts) starts.push(slot.start)
      else blocking.set(blocker.start, [slot.start])
      continue
    }
    plan.push({
      timeslotId: null,
      startsAt: formatInstant(slot.start),
      endsAt: formatInstant(slot.end),
      capacity: slot.capacity,
      start: slot.start,
      action: 'create',
    })
  }
  // Sorting is stable, so a deleted timeslot stays before the one in its place.
  return plan
    .sort((a, b) => a.start - b.start)
    .map(({ start, ...slot }) => {
      const blocked = blocking.get(start)
      const inTheWay: EngineMessage[] = blocked
        ? [{ sentence: 'generating.inTheWay', params: { times: atTimes(zone, blocked) } }]
        : []
      const reasons = [...(slot.reasons ?? []), ...inTheWay]
      return reasons.length > 0 ? { ...slot, reason: reasons.map(formatEnglish).join(' '), reasons } : slot
    })
}

function protectionOf({ bookedQuantity, isEdited, origin, status }: TimeslotInput): EngineMessageKey | undefined {
  if (bookedQuantity) return 'generating.booked'
  if (origin === 'manual') return 'generating.manual'
  if (isEdited || (status ?? 'open') !== 'open') return 'generating.edited'
  return undefined
}

function isInTheWay({ start, end }: Existing, { origin }: TimeslotInput, wanted: readonly WantedTimeslot[]): boolean {
  return origin !== 'manual' || wanted.some(slot => slot.start < end && start < slot.end)
}

function describe({ slot, start, end }: Existing): Omit<PlannedTimeslot, 'action'> {
  return {
    timeslotId: slot.id,
    startsAt: formatInstant(start),
    endsAt: formatInstant(end),
    capacity: slot.capacity ?? null,
  }
}
