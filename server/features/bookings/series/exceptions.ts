import { sql } from 'kysely'
import { sameValue } from '../../../../src/declare'
import type { Booking } from '../../../../src/resources/bookings'
import type { ExceptionGroup } from '../../../../src/scheduling/series/answers'
import type { Held } from '../changeBooking'

const groupOf: Partial<Record<keyof Booking, ExceptionGroup>> = {
  startsAt: 'time',
  endsAt: 'time',
  customerId: 'customer',
  quantity: 'quantity',
  notes: 'notes',
  internalNotes: 'notes',
}

export const exceptionsOf = (
  { before, isWithSeries }: Held,
  values: Partial<Booking>,
  resourceIds: readonly string[],
): { seriesExceptions?: unknown } => {
  if (!before.seriesId || isWithSeries) return {}
  const isMoved = [...resourceIds].sort().join() !== [...before.resourceIds].sort().join()
  const groups = Object.entries(groupOf).flatMap(([name, group]) => {
    const value = values[name as keyof Booking]
    return value === undefined || sameValue(value, before[name as keyof Booking]) ? [] : [group]
  })
  const noted = [...new Set([...groups, ...(isMoved ? ['resources'] : [])])]
  if (noted.length === 0) return {}
  return { seriesExceptions: sql`array(select distinct unnest(bookings.series_exceptions || ${noted}::text[]))` }
}
