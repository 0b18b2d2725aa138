import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { addDays, formatInstant, parseLocalDate, zoneOf } from '../../declare'
import { type Timeslot, timeslots } from '../../resources/timeslots'

/** The API's maximum. */
const perPage = 100

interface TimeslotsQuestion {
  scheduleId: string
  timeZone: string
  /** The first of `days` local dates. */
  from: string
  days: number
}

export const useTimeslots = ({ scheduleId, timeZone, from, days }: TimeslotsQuestion) => {
  const dataProvider = useDataProvider()
  const zone = zoneOf(timeZone)
  const instant = (date: string) => formatInstant(zone.startOfDay(parseLocalDate(date)))
  const filter = { from: instant(from), to: instant(addDays(from, days)) }
  const meta = { scheduleId }
  return useQuery({
    queryKey: [timeslots.name, 'getList', 'all', meta, filter],
    queryFn: async ({ signal }) => {
      const page = (number: number) =>
        dataProvider.getList<Timeslot>(timeslots.name, {
          pagination: { page: number, perPage },
          sort: { field: 'startsAt', order: 'ASC' },
          filter,
          meta,
          signal,
        })
      const first = await page(1)
      const more = Math.ceil((first.total ?? 0) / perPage) - 1
      const others = await Promise.all(Array.from({ length: Math.max(0, more) }, (_, index) => page(index + 2)))
      return [first, ...others].flatMap(({ data }) => data)
    },
    retry: false,
  })
}
