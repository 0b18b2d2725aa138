import { MINUTE } from '../../../src/declare'
import { createEngine, formatLocalDate, utilizationOf, zoneOf } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { loadSnapshot } from './loadSnapshot'

interface UtilizationOptions {
  from: number
  to: number
  now: number
  timeZone: string
}

export const utilizationByDay = async (
  db: Transaction,
  tenantId: string,
  { from, to, now, timeZone }: UtilizationOptions,
) => {
  const snapshot = await loadSnapshot(db, tenantId, { resourceTypeId: null, from, to, now })
  const active = new Set(snapshot.resources.filter(({ isActive = true }) => isActive).map(({ id }) => id))
  const lines = createEngine(snapshot)
    .timeline({ from, to, resourceTypeId: null, channelId: null })
    .filter(({ resourceId }) => active.has(resourceId))
  const zone = zoneOf(timeZone)
  const [first, last] = [zone.dayOf(from), zone.dayOf(to - 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const start = Math.max(zone.startOfDay(first + index), from)
    const { open, booked } = utilizationOf(lines, start, Math.min(zone.startOfDay(first + index + 1), to))
    return { date: formatLocalDate(first + index), openMinutes: open / MINUTE, bookedMinutes: booked / MINUTE }
  })
}
