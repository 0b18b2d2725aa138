import type { Visit } from '../../../../src/calls/visits'
import { formatInstant } from '../../../../src/declare'
import { isGone } from '../bookingScope'
import { calendarFile, eventLines } from '../calendar'

export const visitCalendar = (visit: Visit & { id: string; updatedAt: string }, productName: string): string => {
  const { title, startsAt, endsAt, status, reference, customerName, notes, parts } = visit
  const lines = (parts ?? [])
    .filter(one => !isGone(one))
    .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
    .map(one => `${one.title}: ${one.resources.map(({ name }) => name).join(', ')}`)
  const now = formatInstant(Date.parse(visit.updatedAt))
  return calendarFile(
    productName,
    eventLines(
      {
        ...{ id: visit.id, icalSequence: visit.icalSequence, updatedAt: now, title: title ?? '' },
        ...{ startsAt: startsAt ?? now, endsAt: endsAt ?? now, status: status ?? 'cancelled' },
      },
      { uid: `visit-${visit.id}`, location: null, description: [reference, customerName, ...lines, notes] },
    ),
  )
}
