import { sql } from 'kysely'
import { hasRole, idsParam, type JsonSchema, uuidSchema } from '../../../src/declare'
import { notifications } from '../../../src/resources/notifications'
import { actionsFor, type Condition, type ResourceHooks } from '../../serve'
import { resend } from './resend'

const idOrNull: JsonSchema = { anyOf: [uuidSchema, { type: 'null' }] }

const oneOf = (column: string, of: string) => ({
  param: idsParam(`About one of these ${of}`),
  condition: (ids: string[]): Condition => sql`(${sql.ref(`notifications.${column}`)} = any(${ids}) or exists (
    select from notifications as part where part.tenant_id = notifications.tenant_id
    and part.carried_by = notifications.id and ${sql.ref(`part.${column}`)} = any(${ids})))`,
})

export const notificationsHooks: ResourceHooks = {
  // Carried mails are parts of others. Figures of the whole business are for those who lead it.
  visible: ({ role }) =>
    hasRole(role, 'admin')
      ? sql`notifications.carried_by is null`
      : sql`notifications.carried_by is null and notifications.key <> 'week_figures'`,
  filters: { bookingId: oneOf('bookingId', 'bookings'), customerId: oneOf('customerId', 'customers') },
  extras: {
    bookingId: { select: sql`notifications.booking_id`, schema: idOrNull },
    customerId: { select: sql`notifications.customer_id`, schema: idOrNull },
    userId: { select: sql`notifications.user_id`, schema: idOrNull },
    eventId: { select: sql`notifications.event_id`, schema: idOrNull },
    resentFromId: { select: sql`notifications.resent_from_id`, schema: idOrNull },
  },
  actions: actionsFor(notifications, { resend }),
}
