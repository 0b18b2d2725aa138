import { formatLocalDate, zoneOf } from '../../declare'
import { bookings } from '../../resources/bookings'
import { demand } from '../../resources/demand'

const lists = { bookings, demand }

/** Lists show these limits as dates. */
const datedNames: Readonly<Record<string, string>> = {
  from: 'startsAtFrom',
  to: 'startsAtTo',
  wantedFromFrom: 'wantedFromFrom',
  wantedFromTo: 'wantedFromTo',
}

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
