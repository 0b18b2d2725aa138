import { formatInstant } from '../time/formatInstant'
import { formatLocalDate, parseLocalDate } from '../time/localDate'
import { periodEnd } from '../time/period'
import type { Inquiry } from './Inquiry'
import { type SlotStatus, slotStatus } from './slotStatus'

/** One local day of the tenant's zone in a month's heat map. */
export interface DaySummary {
  date: string
  /** The best of its slots; `unavailable` when it has none. */
  status: SlotStatus
  /** Available slots that start on it. */
  slotCount: number
  firstStartsAt: string | null
}

const RANK: Record<SlotStatus, number> = { unavailable: 0, full: 1, limited: 2, available: 3 }

/** Availability of each day of a month `YYYY-MM`. */
export function days(inquiry: Inquiry, month: string): DaySummary[] {
  const { zone } = inquiry.world
  const first = parseLocalDate(`${month}-01`)
  const end = periodEnd(first, 'month')
  const summaries = Array.from({ length: end - first }, (_, i): DaySummary => {
    return { date: formatLocalDate(first + i), status: 'unavailable', slotCount: 0, firstStartsAt: null }
  })
  inquiry.visit(zone.startOfDay(first), zone.startOfDay(end), (start, _end, verdict) => {
    const day = summaries[zone.dayOf(start) - first]
    if (!day) return true
    const status = slotStatus(verdict)
    if (RANK[status] > RANK[day.status]) day.status = status
    if (verdict.failure < 0) {
      day.slotCount++
      day.firstStartsAt ??= formatInstant(start)
    }
    return true
  })
  return summaries
}
