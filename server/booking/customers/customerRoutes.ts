import { sql } from 'kysely'
import { customers } from '../../../src/resources/customers'
import { type ResourceRef, reference } from '../../../src/schema'
import { findRecord } from '../../http/crud/read'
import { recordAnswer, scopeOf } from '../../http/crud/routes'
import { fieldsBody } from '../../http/fieldsBody'
import { ref } from '../../http/openapi/schemas'
import { defineRoute, type Route, type RouteAccess } from '../../http/route'
import { bookingListParams, listBookings } from '../bookings/listBookings'
import { anonymizeCustomer } from './anonymize'
import { customersBehaviour } from './customersBehaviour'
import { mergeCustomers } from './merge'

const tag = 'Customers'
const access = (role: 'staff' | 'admin') =>
  ({ who: 'member', role, tenant: { header: 'X-Tenant-ID' } }) as const satisfies RouteAccess
const total = {
  'X-Total-Count': { description: 'How many records there are on all pages', schema: { type: 'integer' as const } },
}

/** What is done with customers beyond keeping them. */
export const customerRoutes: Route[] = [
  defineRoute({
    method: 'GET',
    path: '/customers/{id}/bookings',
    access: access('staff'),
    tag,
    operationId: 'listBookingsOfCustomer',
    summary: 'A page of what a customer has booked',
    query: bookingListParams,
    answer: { status: 200, description: 'The page', schema: { type: 'array', items: ref('Booking') }, headers: total },
    handler: request =>
      request.read(async db => {
        await findRecord(db, scopeOf(customers, customersBehaviour, request), request.params.id)
        return listBookings(db, request, request.query, [sql`bookings.customer_id = ${request.params.id}`])
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/customers/{id}/merge',
    access: access('admin'),
    tag,
    operationId: 'mergeCustomer',
    summary: 'Make one customer of two',
    description: 'The bookings go over to the other one, who learns what it did not know; this one is deleted.',
    body: fieldsBody({ intoId: reference((): ResourceRef => customers, { required: true, help: 'Who stays.' }) }),
    answer: { status: 200, description: 'The customer who stays', schema: ref('Customer') },
    handler: async request => {
      const ids = { id: request.params.id, intoId: request.body.intoId }
      return recordAnswer(200, await request.write(unit => mergeCustomers(unit, request, ids)))
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/customers/{id}/anonymize',
    access: access('admin'),
    tag,
    operationId: 'anonymizeCustomer',
    summary: 'Remove the person, and keep bookings and figures',
    description: 'Not while there are bookings to come. It cannot be taken back.',
    body: fieldsBody({}),
    answer: { status: 200, description: 'The customer as it is now', schema: ref('Customer') },
    handler: async request =>
      recordAnswer(200, await request.write(unit => anonymizeCustomer(unit, request, request.params.id))),
  }),
]
