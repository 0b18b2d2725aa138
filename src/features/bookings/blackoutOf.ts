import { formatLocalDate, zoneOf } from '../../scheduling'

export interface TimeToBlock {
  resourceId: string
  resourceName: string
  /** At most one midnight of the zone may lie between start and end. */
  startsAt: string
  endsAt: string
  timeZone: string
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

export const blackoutOf = ({ resourceId, startsAt, endsAt, timeZone }: TimeToBlock) => {
  const zone = zoneOf(timeZone)
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  const day = zone.dayOf(start)
  const date = formatLocalDate(day)
  return {
    ruleType: 'blackout' as const,
    resourceIds: [resourceId],
    parameters: {
      startDate: date,
      endDate: date,
      startTime: clock(zone.minuteOfDay(start)),
      endTime: end === zone.startOfDay(day + 1) ? '24:00' : clock(zone.minuteOfDay(end)),
    },
  }
}
