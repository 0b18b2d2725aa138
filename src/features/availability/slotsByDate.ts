import { formatLocalDate, zoneOf } from '../../declare'

export const slotsByDate = <S extends { startsAt: string }>(
  slots: readonly S[],
  timeZone: string,
): ReadonlyMap<string, readonly S[]> => {
  const zone = zoneOf(timeZone)
  const byDate = new Map<string, S[]>()
  for (const slot of slots) {
    const date = formatLocalDate(zone.dayOf(Date.parse(slot.startsAt)))
    const sameDate = byDate.get(date)
    if (sameDate) sameDate.push(slot)
    else byDate.set(date, [slot])
  }
  return byDate
}
