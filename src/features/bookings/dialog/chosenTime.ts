import { MINUTE } from '../../../declare'
import type { Variant } from '../../../resources/variants'
import { formatInstant, zoneOf } from '../../../scheduling'
import { lengthsOf } from '../../availability/lengthsOf'

/** In minutes, else the variant's shortest; null for a fixed variant. */
export const lengthBetween = (variant: Variant, startsAt: string, endsAt: string | null): number | null => {
  const lengths = lengthsOf(variant)
  if (lengths.length === 0) return null
  const minutes = endsAt ? (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE : 0
  const wanted = variant.durationType === 'daily' ? Math.round(minutes / 1440) * 1440 : minutes
  return lengths.includes(wanted) ? wanted : (lengths[0] ?? null)
}

/** The first variant that fits exactly; undefined without an end. */
export const variantFor = (
  variants: readonly Variant[],
  startsAt: string,
  endsAt: string | null,
): Variant | undefined => {
  const minutes = endsAt ? (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE : 0
  return variants.find(
    variant =>
      variant.isActive &&
      (variant.durationType === 'fixed' ? variant.durationMinutes === minutes : lengthsOf(variant).includes(minutes)),
  )
}

/** Daily bookings end at the time of return. */
export const endOf = (variant: Variant, startsAt: string, length: number | null, timeZone: string): string | null => {
  if (length === null) return null
  const start = Date.parse(startsAt)
  if (variant.durationType !== 'daily') return formatInstant(start + length * MINUTE)
  const zone = zoneOf(timeZone)
  const [hour = 0, minutes = 0] = (variant.dayEndTime ?? '10:00').split(':').map(Number)
  return formatInstant(zone.at(zone.dayOf(start) + length / 1440, hour * 60 + minutes))
}
