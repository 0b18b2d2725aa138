import * as z from 'zod/mini'
import { auditEntry, defineCall, described, membersFrom, recordOf } from '../declare'
import { type Booking, bookings } from '../resources/bookings'
import { customers } from '../resources/customers'
import { demand } from '../resources/demand'

/** Per export, for bookings and for audit log entries. */
export const maxExported = 10_000

export const exportFile = defineCall({
  method: 'POST',
  path: '/customers/{id}/export',
  access: membersFrom('admin'),
  tag: 'Customers',
  operationId: 'exportCustomer',
  summary: 'All that is kept about a customer',
  description: `For whoever asks what is known of them. At most ${maxExported} bookings and as many entries of the audit log. The export is itself an entry.`,
  answer: {
    description: 'The customer with their bookings and history',
    headers: 'Content-Disposition',
    schema: z.object({
      exportedAt: z.iso.datetime(),
      customer: recordOf(customers),
      bookings: described(z.array(recordOf<typeof bookings, Booking>(bookings)), 'The newest first'),
      demand: described(z.array(recordOf(demand)), 'Times that they asked for and could not have, the newest first'),
      history: described(z.array(auditEntry), 'What happened to the customer and their bookings, the newest first'),
    }),
  },
})
