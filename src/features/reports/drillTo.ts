import { formatLocalDate, zoneOf } from '../../declare'
import { bookings } from '../../resources/bookings'
import { demand } from '../../resources/demand'

const lists = { bookings, demand }

/** Limits that the lists show as dates; figures begin and end with a day. */
const datedNames: Readonly<Record<string, string>> = {
  from: 'startsAtFrom',
  to: 'startsAtTo',
  wantedFromFrom: 'wantedFromFrom',
  wantedFromTo: 'wantedFromTo',
}

/** The address of the list of what is behind a figure, by its `drill`. */
export const drillTo = (list: keyof typeof lists, drill: string, timeZone: string): string => {
  const query = new URLSearchParams(drill)
  const zone = zoneOf(timeZone)
  const filter = Object.fromEntries(
    [...new Set(query.keys())].map(name => {
      const values = query.getAll(name)
      const dated = datedNames[name]
      if (dated) return [dated, formatLocalDate(zone.dayOf(Date.parse(values[0] ?? '')))]
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
  return `${lists[list].screens?.base}/?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
}
