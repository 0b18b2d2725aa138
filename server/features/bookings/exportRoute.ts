import { csvRows, csvText, type Money, mayRead, membersFrom, param } from '../../../src/declare'
import { type Booking, bookings } from '../../../src/resources/bookings'
import { defineRoute, inLine, noteAction } from '../../serve'
import { lacksScope } from '../caller'
import type { ReadingRequest } from './bookingScope'
import { bookingList, listBookingIds, listBookings } from './listBookings'

const maxExported = 10_000

const batch = 200

const { page: _page, perPage: _perPage, ...filters } = bookingList.params

const columns = [
  'reference',
  'startsAt',
  'endsAt',
  'timeZone',
  'title',
  'resources',
  'customerName',
  'quantity',
  'status',
  'price',
  'total',
  'paymentStatus',
  'notes',
  'internalNotes',
  'cancellationReason',
  'externalId',
  'source',
  'createdAt',
  'updatedAt',
  'id',
  'variantId',
  'channelId',
  'customerId',
] as const

const isMoney = (name: string): boolean => name === 'price' || name === 'total'

/** Integer minor units, as in JSON. */
const headOf = (name: string): string[] => (isMoney(name) ? [`${name}Amount`, `${name}Currency`] : [name])

const cellsOf = (booking: Booking, name: (typeof columns)[number]): (string | number)[] => {
  const value = booking[name]
  if (isMoney(name)) return [(value as Money).amount, (value as Money).currency]
  if (name === 'resources') return [booking.resources.map(resource => resource.name).join(', ')]
  return [typeof value === 'number' ? value : String(value ?? '')]
}

export const exportRoute = defineRoute({
  method: 'GET',
  path: '/bookings/export',
  access: membersFrom('viewer'),
  scopes: ['bookings.read'],
  tag: 'Bookings',
  operationId: 'exportBookings',
  summary: 'Bookings as CSV, with the filters of the list',
  description: `At most ${maxExported} bookings, and without what the caller may not read. Text that a spreadsheet could take for a formula begins with an apostrophe. The export is an entry of the audit log.`,
  query: { ...filters, format: param('choice', 'The format of the file', ['csv']) },
  answer: {
    status: 200,
    description: 'The file',
    contentType: 'text/csv',
    schema: { type: 'string' },
    headers: 'X-Total-Count',
  },
  handler: request =>
    inLine('export', request.caller, () =>
      request.write(async unit => {
        const { format: _, ...query } = request.query
        const reading: ReadingRequest = { ...request, read: work => work(unit.db) }
        const shown = columns.filter(
          name =>
            mayRead(bookings, name, request.caller.role) &&
            !(name === 'customerName' && lacksScope(request.caller, 'customers.read')),
        )
        const ids = await listBookingIds(unit.db, request, query, maxExported)
        const { headers } = await listBookings(reading, { ...query, page: 1, perPage: 1 })
        const parts = [Buffer.from(csvText([shown.flatMap(headOf)]))]
        let count = 0
        for (let next = 0; next < ids.length; next += batch) {
          const page = { page: 1, perPage: batch, ids: ids.slice(next, next + batch) }
          const { body } = await listBookings(reading, { ...query, ...page })
          count += body.length
          parts.push(Buffer.from(csvRows(body.map(booking => shown.flatMap(name => cellsOf(booking, name))))))
        }
        noteAction(unit, {
          action: 'exported',
          resource: bookings,
          record: null,
          changes: { count: { from: null, to: count } },
        })
        return new Response(new Blob(parts), {
          headers: {
            ...headers,
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': 'attachment; filename="bookings.csv"',
          },
        })
      }),
    ),
})
