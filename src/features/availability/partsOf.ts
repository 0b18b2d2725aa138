import type { Zone } from '../../declare'

/** Ends, in minutes of the wall clock. */
const parts = { morning: 12 * 60, afternoon: 17 * 60, evening: 24 * 60 }
type Part = keyof typeof parts

export const partsOf = <S extends { startsAt: string }>(slots: readonly S[], zone: Zone): [Part, S[]][] => {
  const partOf = ({ startsAt }: S): Part => {
    const minute = zone.minuteOfDay(Date.parse(startsAt))
    return minute < parts.morning ? 'morning' : minute < parts.afternoon ? 'afternoon' : 'evening'
  }
  return (Object.keys(parts) as Part[])
    .map((part): [Part, S[]] => [part, slots.filter(slot => partOf(slot) === part)])
    .filter(([, ofPart]) => ofPart.length > 0)
}
