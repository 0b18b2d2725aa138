import { formatInstant, formatLocalDate, parseLocalDate, periodEnd } from '../../declare'
import type { DaySummary, SlotStatus } from '../answers'
import type { AvailabilityQuery } from './AvailabilityQuery'
import { slotStatus } from './slots'

const RANK: Record<SlotStatus, number> = { unavailable: 0, full: 1, limited: 2, available: 3 }

export function days(query: AvailabilityQuery, month: string): DaySummary[] {
  const { zone } = query.snapshot
  const first = parseLocalDate(`${month}-01`)
  const end = periodEnd(first, 'month')
  const summaries = Array.from({ length: end - first }, (_, i): DaySummary => {
    return { date: formatLocalDate(first + i), status: 'unavailable', slotCount: 0, firstStartsAt: null }
  })
  query.visit(zone.startOfDay(first), zone.startOfDay(end), (start, _end, verdict) => {
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
