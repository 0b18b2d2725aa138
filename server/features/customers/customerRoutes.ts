import { sql } from 'kysely'
import { membersFrom } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import { defineRoute, findRecord, scopeOf } from '../../serve'
import { bookingList, listBookings } from '../bookings/listBookings'
import { exportRoute } from './exportRoute'

const tag = 'Customers'
export const customerRoutes = [
  exportRoute,
  defineRoute({
    method: 'GET',
    path: '/customers/{id}/bookings',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag,
    operationId: 'listBookingsOfCustomer',
    summary: 'A page of what a customer has booked',
    query: bookingList.params,
    answer: bookingList.answer,
    handler: request =>
      request.read(async db => {
        await findRecord(db, scopeOf(customers, {}, request), request.params.id)
        return listBookings({ ...request, read: work => work(db) }, request.query, [
          sql`bookings.customer_id = ${request.params.id}`,
        ])
      }),
  }),
]
