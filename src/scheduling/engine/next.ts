import { CHECK_CODES, type CheckCode, checkOrder } from '../checks/checkCodes'
import { requestChecks } from '../checks/requestChecks'
import { onDay, type Sentence, type SentenceParams } from '../sentences/Sentence'
import { sayInEnglish } from '../sentences/sayInEnglish'
import { DAY } from '../time/instant'
import type { Inquiry } from './Inquiry'
import { type Slot, toSlot } from './slots'

const LONGEST_SEARCH = 365 * DAY
/** Searched at a time: most searches end in the first weeks, and those should not pay for a year of hours. */
const STRIDE = 28 * DAY

export interface NextAvailable {
  slots: Slot[]
  /** Why there is none: the most frequent reason. */
  reason: NextReason | null
}

export interface NextReason {
  code: CheckCode
  /** The resources it was found on. */
  resourceIds: string[]
  /** How many of the starts searched it refused. */
  count: number
  /** In English; the next two are for saying it in another language. */
  text: string
  sentence: Sentence['sentence']
  params: SentenceParams
}

interface Tally {
  count: number
  resources: Map<string, string>
  last: number
}

/** The first `count` available slots from `after` on, within a year of now (domain §3.7) and before `end`; or why there is none. */
export function next(inquiry: Inquiry, after: number, count: number, end: number): NextAvailable {
  const { world } = inquiry
  const first = Math.max(after, world.now)
  const until = Math.min(end, Math.max(first, world.now + LONGEST_SEARCH))
  const slots: Slot[] = []
  const tallies = new Map<number, Tally>()
  for (let from = first; from < until && slots.length < count; from += STRIDE) {
    inquiry.visit(from, Math.min(from + STRIDE, until), (start, end, verdict) => {
      if (verdict.failure < 0) slots.push(toSlot(inquiry, start, end, verdict))
      else if (slots.length === 0) note(tallies, inquiry, verdict.failure, start)
      return slots.length < count
    })
  }
  return { slots, reason: slots.length > 0 ? null : reasonOf(inquiry, tallies) }
}

function note(tallies: Map<number, Tally>, { cases }: Inquiry, failure: number, start: number): void {
  let tally = tallies.get(failure)
  if (!tally) {
    tally = { count: 0, resources: new Map(), last: start }
    tallies.set(failure, tally)
  }
  tally.count++
  tally.last = start
  for (const one of cases) if (one.failure === failure) tally.resources.set(one.resource.id, one.resource.name)
}

function reasonOf(inquiry: Inquiry, tallies: ReadonlyMap<number, Tally>): NextReason {
  const [most] = [...tallies].sort(([, a], [, b]) => b.count - a.count)
  if (!most) return nothingOffered(inquiry)
  const [order, { count, resources, last }] = most
  const code = CHECK_CODES[order] as CheckCode
  const sentence = `next.${count === 1 ? 'one' : 'many'}${resources.size > 0 ? 'Of' : ''}` as const
  const params = {
    resources: [...resources.values()].join(', '),
    reason: { word: code },
    count,
    until: onDay(inquiry.world.zone.dayOf(last)),
  }
  return { code, resourceIds: [...resources.keys()], count, ...inWords({ sentence, params }) }
}

/** No start was offered at all: the request itself is refused, or there are no hours. */
function nothingOffered({ request, hasTimeslots, cases }: Inquiry): NextReason {
  const failed = requestChecks.find(
    one => one.code !== 'in_past' && !one.passes(request, 0) && !one.isWarning?.(request),
  )
  const code = failed?.code ?? (hasTimeslots ? 'no_timeslot' : 'outside_schedule')
  const said: Sentence = failed?.findings(request, 0)[0] ?? {
    sentence: hasTimeslots ? 'no_timeslot.nothingAhead' : 'outside_schedule.nothingAhead',
  }
  const resourceIds = checkOrder(code) > checkOrder('in_past') ? cases.map(({ resource }) => resource.id) : []
  return { code, resourceIds, count: 0, ...inWords(said) }
}

function inWords({ sentence, params = {} }: Sentence): Pick<NextReason, 'text' | 'sentence' | 'params'> {
  return { text: sayInEnglish({ sentence, params }), sentence, params }
}
