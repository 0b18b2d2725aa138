import { DAY } from '../time/instant'
import type { Inquiry } from './Inquiry'
import { type Slot, toSlot } from './slots'

/** Within how many days of the wanted time an alternative is still of use. */
const WITHIN = 14 * DAY

/** The available slots nearest to a wanted start, nearest first: what the loser of a race is offered (domain §3.8.3). */
export function nearest(inquiry: Inquiry, wanted: number, count: number): Slot[] {
  const before: Slot[] = []
  const after: Slot[] = []
  const from = Math.max(wanted - WITHIN, inquiry.world.now)
  inquiry.visit(from, Math.max(wanted, from) + WITHIN, (start, end, verdict) => {
    if (verdict.failure >= 0) return true
    const side = start < wanted ? before : after
    side.push(toSlot(inquiry, start, end, verdict))
    if (before.length > count) before.shift()
    return after.length < count
  })
  const distance = ({ startsAt }: Slot) => Math.abs(Date.parse(startsAt) - wanted)
  return [...before, ...after].sort((a, b) => distance(a) - distance(b)).slice(0, count)
}
