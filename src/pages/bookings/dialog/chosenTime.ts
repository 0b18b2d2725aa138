import type { Variant } from '../../../resources/variants'
import { formatInstant, zoneOf } from '../../../scheduling'
import { lengthsOf } from '../../availability/lengthsOf'

const minute = 60_000

/** The length, in minutes, that a booking from one instant to another would have, if the variant offers it; else its shortest. */
export const lengthBetween = (variant: Variant, startsAt: string, endsAt: string | null): number | null => {
  const lengths = lengthsOf(variant)
  if (lengths.length === 0) return null
  const minutes = endsAt ? (Date.parse(endsAt) - Date.parse(startsAt)) / minute : 0
  const wanted = variant.durationType === 'daily' ? Math.round(minutes / 1440) * 1440 : minutes
  return lengths.includes(wanted) ? wanted : (lengths[0] ?? null)
}

/** When a booking of that length ends: days end at the time of return. Null when the variant has a length of its own. */
export const endOf = (variant: Variant, startsAt: string, length: number | null, timeZone: string): string | null => {
  if (length === null) return null
  const start = Date.parse(startsAt)
  if (variant.durationType !== 'daily') return formatInstant(start + length * minute)
  const zone = zoneOf(timeZone)
  const [hour = 0, minutes = 0] = (variant.dayEndTime ?? '10:00').split(':').map(Number)
  return formatInstant(zone.at(zone.dayOf(start) + length / 1440, hour * 60 + minutes))
}
