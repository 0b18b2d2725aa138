import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { hasRole, param } from '../../../src/declare'
import { notifications } from '../../../src/resources/notifications'
import { actionsFor, type Condition, type ResourceHooks } from '../../serve'
import { resend } from './resend'

const idOrNull = z.nullable(z.uuid())

const visitOf = (table: string) => sql`(select bookings.visit_id from bookings
  where bookings.tenant_id = ${sql.ref(`${table}.tenantId`)} and bookings.id = ${sql.ref(`${table}.bookingId`)})`

const oneOf = (of: string, value: (table: string) => RawBuilder<unknown>) => ({
  param: param('ids', `About one of these ${of}`),
  condition: (ids: string[]): Condition => sql`(${value('notifications')} = any(${ids}) or exists (
    select from notifications as part where part.tenant_id = notifications.tenant_id
    and part.carried_by = notifications.id and ${value('part')} = any(${ids})))`,
})

const oneOfColumn = (column: string, of: string) => oneOf(of, table => sql.ref(`${table}.${column}`))

export const notificationsHooks: ResourceHooks = {
  // Other mails include carried ones. Only admins see figures of the whole business.
  visible: ({ role }) =>
    hasRole(role, 'admin')
      ? sql`notifications.carried_by is null`
      : sql`notifications.carried_by is null and notifications.key <> 'week_figures'`,
  filters: {
    bookingId: oneOfColumn('bookingId', 'bookings'),
    customerId: oneOfColumn('customerId', 'customers'),
    visitId: oneOf('visits', visitOf),
  },
  extras: {
    bookingId: { select: sql`notifications.booking_id`, schema: idOrNull },
    customerId: { select: sql`notifications.customer_id`, schema: idOrNull },
    visitId: { select: visitOf('notifications'), schema: idOrNull },
    userId: { select: sql`notifications.user_id`, schema: idOrNull },
    eventId: { select: sql`notifications.event_id`, schema: idOrNull },
    resentFromId: { select: sql`notifications.resent_from_id`, schema: idOrNull },
  },
  actions: actionsFor(notifications, { resend }),
}
