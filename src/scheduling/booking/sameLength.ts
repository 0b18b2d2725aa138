import { zoneOf } from '../../declare'

interface Booked {
  startsAt: string
  endsAt: string
  timeZone: string
}

/**
 * A moved booking's end, in epoch ms: after the same elapsed time, or whole days. Null if the variant sets the length.
 */
export const sameLength = (booked: Booked, durationType: string | undefined, startsAt: number): number | null => {
  if (durationType === 'fixed') return null
  const [start, end] = [Date.parse(booked.startsAt), Date.parse(booked.endsAt)]
  if (durationType === 'flexible') return startsAt + end - start
  const zone = zoneOf(booked.timeZone)
  return zone.at(zone.dayOf(startsAt) + zone.dayOf(end) - zone.dayOf(start), zone.minuteOfDay(end))
}
