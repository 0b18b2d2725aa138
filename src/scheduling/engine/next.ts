import { DAY } from '../../declare'
import type { NextAvailable, NextReason, Slot } from '../answers'
import { CHECK_CODES, type CheckCode, checkOrder } from '../checks/checkCodes'
import { requestChecks } from '../checks/requestChecks'
import { type EngineMessage, onDay } from '../messages/EngineMessage'
import { formatEnglish } from '../messages/formatEnglish'
import type { AvailabilityQuery } from './AvailabilityQuery'
import { toSlot } from './slots'

const LONGEST_SEARCH = 365 * DAY
/** Most searches end within weeks. */
const STRIDE = 28 * DAY

interface Tally {
  count: number
  resources: Map<string, string>
  last: number
}

/** At most a year ahead (docs/domain.md#slots). */
export function next(query: AvailabilityQuery, after: number, count: number, end: number): NextAvailable {
  const { snapshot } = query
  const first = Math.max(after, snapshot.now)
  const until = Math.min(end, Math.max(first, snapshot.now + LONGEST_SEARCH))
  const slots: Slot[] = []
  const tallies = new Map<number, Tally>()
  for (let from = first; from < until && slots.length < count; from += STRIDE) {
    query.visit(from, Math.min(from + STRIDE, until), (start, end, verdict) => {
      if (verdict.failure < 0) slots.push(toSlot(query, start, end, verdict))
      else if (slots.length === 0) note(tallies, query, verdict.failure, start)
      return slots.length < count
    })
  }
  return { slots, reason: slots.length > 0 ? null : reasonOf(query, tallies) }
}

function note(
  tallies: Map<number, Tally>,
  { resourceQueries }: AvailabilityQuery,
  failure: number,
  start: number,
): void {
  let tally = tallies.get(failure)
  if (!tally) {
    tally = { count: 0, resources: new Map(), last: start }
    tallies.set(failure, tally)
  }
  tally.count++
  tally.last = start
  for (const one of resourceQueries)
    if (one.failure === failure) tally.resources.set(one.resource.id, one.resource.name)
}

function reasonOf(query: AvailabilityQuery, tallies: ReadonlyMap<number, Tally>): NextReason {
  const [most] = [...tallies].sort(([, a], [, b]) => b.count - a.count)
  if (!most) return nothingOffered(query)
  const [order, { count, resources, last }] = most
  const code = CHECK_CODES[order] as CheckCode
  const sentence = `next.${count === 1 ? 'one' : 'many'}${resources.size > 0 ? 'Of' : ''}` as const
  const params = {
    resources: [...resources.values()].join(', '),
    reason: { word: code },
    count,
    until: onDay(query.snapshot.zone.dayOf(last)),
  }
  return { code, resourceIds: [...resources.keys()], count, ...inWords({ sentence, params }) }
}

function nothingOffered({ request, hasTimeslots, resourceQueries }: AvailabilityQuery): NextReason {
  const failed = requestChecks.find(
    one => one.code !== 'in_past' && !one.passes(request, 0) && !one.isWarning?.(request),
  )
  const code = failed?.code ?? (hasTimeslots ? 'no_timeslot' : 'outside_schedule')
  const said: EngineMessage = failed?.findings(request, 0)[0] ?? {
    sentence: hasTimeslots ? 'no_timeslot.nothingAhead' : 'outside_schedule.nothingAhead',
  }
  const resourceIds = checkOrder(code) > checkOrder('in_past') ? resourceQueries.map(({ resource }) => resource.id) : []
  return { code, resourceIds, count: 0, ...inWords(said) }
}

function inWords({ sentence, params = {} }: EngineMessage): Pick<NextReason, 'text' | 'sentence' | 'params'> {
  return { text: formatEnglish({ sentence, params }), sentence, params }
}

/** Further alternatives are useless. */
const WITHIN = [DAY, 4 * DAY, 14 * DAY]

type Accepts = (start: number, end: number) => boolean

/** Alternatives to a taken slot, nearest first. */
export function nearest(
  query: AvailabilityQuery,
  wanted: number,
  count: number,
  accepts: Accepts = () => true,
): Slot[] {
  let found: Slot[] = []
  for (const within of WITHIN) {
    found = nearestWithin(query, wanted, { count, within, accepts })
    if (found.length === count) break
  }
  return found
}

function nearestWithin(
  query: AvailabilityQuery,
  wanted: number,
  { count, within, accepts }: { count: number; within: number; accepts: Accepts },
): Slot[] {
  const found: Slot[] = []
  let later = 0
  const from = Math.max(wanted - within, query.snapshot.now)
  query.visit(from, Math.max(wanted, from) + within, (start, end, verdict) => {
    if (verdict.failure >= 0 || !accepts(start, end)) return true
    found.push(toSlot(query, start, end, verdict))
    if (start >= wanted) later++
    else if (found.length > count) found.shift()
    return later < count
  })
  const distance = ({ startsAt }: Slot) => Math.abs(Date.parse(startsAt) - wanted)
  return found.sort((a, b) => distance(a) - distance(b)).slice(0, count)
}
