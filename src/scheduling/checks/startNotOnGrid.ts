import type { Terms } from '../engine/Terms'
import { LONGEST_BLOCK } from '../schedule/intersectBlocks'
import { MINUTE } from '../time/instant'
import { FAILS, type Finding, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/**
 * Starts step in elapsed time from the start of each block of open hours; a `start_interval` rule replaces that grid by
 * local minutes of the day; daily bookings start at their pickup time; timeslots need no grid (domain §3.2, §3.3).
 */
export const startNotOnGrid: ResourceCheck = {
  code: 'start_not_on_grid',
  order: checkOrder('start_not_on_grid'),
  applies: terms => terms.rules.inForce.start_interval.length > 0 || hasGrid(terms),
  holdsUntil: (terms, start) => {
    const rules = terms.rules.inForce.start_interval
    for (let i = 0; i < rules.length; i++) if (!obeys(terms, rules[i] as (typeof rules)[number], start)) return FAILS
    const isReplaced = rules.length > 0 && terms.request.daily === undefined
    return isReplaced || isOnGrid(terms, start) ? start + 1 : FAILS
  },
  findings: (terms, start) => {
    const { interval, daily, variant } = terms.request
    const found: Finding[] = terms.rules.inForce.start_interval
      .filter(rule => !obeys(terms, rule, start))
      .map(rule => {
        const { intervalMinutes, offsetMinutes } = rule.parameters
        const sentence = offsetMinutes ? 'start_not_on_grid.clockAfter' : 'start_not_on_grid.clock'
        const params = { step: { minutes: intervalMinutes }, offset: { minutes: offsetMinutes ?? 0 } }
        return ruleFinding({ sentence, params }, rule)
      })
    if (found.length > 0) return found
    const time = variant.dayStartTime ?? '10:00'
    if (daily) return [{ sentence: 'start_not_on_grid.daily', params: { variant: variant.name, time } }]
    return [{ sentence: 'start_not_on_grid.steps', params: { step: { minutes: interval / MINUTE } } }]
  },
}

function hasGrid({ request, timeslots }: Terms): boolean {
  return timeslots.length === 0 && (request.daily !== undefined || request.interval > 0)
}

/** Starts outside all blocks are for `outside_schedule` to refuse. */
function isOnGrid(terms: Terms, start: number): boolean {
  const { request, zone, hours, timeslots } = terms
  if (timeslots.length > 0) return true
  if (request.daily !== undefined) return zone.at(zone.dayOf(start), request.daily.startMinute) === start
  if (request.interval === 0) return true
  const { starts, ends } = hours.blocks
  let isInBlock = false
  for (let i = hours.anchors.lastAtOrBefore(start); i >= 0; i--) {
    const anchor = starts[i] as number
    if (anchor <= start - LONGEST_BLOCK) break
    if (start >= (ends[i] as number)) continue
    const steps = (start - anchor) / request.interval
    if (steps === Math.floor(steps)) return true
    isInBlock = true
  }
  return !isInBlock
}

function obeys({ zone }: Terms, rule: Terms['rules']['inForce']['start_interval'][number], start: number): boolean {
  const { intervalMinutes, offsetMinutes = 0 } = rule.parameters
  const steps = (zone.minuteOfDay(start) - offsetMinutes) / intervalMinutes
  return steps >= 0 && steps === Math.floor(steps)
}
