import { isDate } from '../../declare'

const datesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return isDate(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(datesIn) : []
}

/**
 * The first date from `today` on that a change concerns.
 * @param before undefined for a new record
 */
export const firstDate = (
  change: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
  today: string,
): string | undefined => {
  const [now, then] = [datesIn(change), datesIn(Object.keys(change).map(name => before?.[name]))]
  const changed = [...now.filter(date => !then.includes(date)), ...then.filter(date => !now.includes(date))]
  return changed.filter(date => date >= today).toSorted()[0]
}
