import { sql } from 'kysely'
import type { Locale } from '../../../src/declare'
import { type Booking, bookings } from '../../../src/resources/bookings'
import type { NotificationKey } from '../../../src/resources/notificationKeys'
import { readRecords, type Transaction } from '../../serve'
import { bookingColumns } from '../bookings/bookingColumns'
import type { MailText } from './mailTexts'

export interface MailTenant {
  id: string
  slug: string
  name: string
  timeFormat: 'h24' | 'h12'
  timeZone: string
  locale: string
  brandColor: string | null
  logoId: string | null
  contactEmail: string | null
  contactPhone: string | null
  address: Readonly<Record<string, string | null>> | null
  mailSenderName: string | null
  mailReplyTo: string | null
  reminderMinutes: number[]
  notificationsOff: string[]
  linkSecret: string
}

export interface MailCustomer {
  id: string
  name: string
  email: string | null
  locale: string | null
  isUnconfirmed: boolean
  mailOptOut: boolean
  isAnonymized: boolean
}

export const addressText = (address: MailTenant['address']): string => {
  const { line1, line2, postalCode, city } = address ?? {}
  return [line1, line2, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

export const readTenant = async (db: Transaction, tenantId: string): Promise<MailTenant> => {
  const { rows } = await sql<MailTenant>`
    select id, slug, name, time_format, time_zone, locale, brand_color, logo_id, contact_email, contact_phone, address,
      mail_sender_name, mail_reply_to, reminder_minutes, notifications_off, link_secret
    from tenants where id = ${tenantId}`.execute(db)
  if (!rows[0]) throw new Error('There is no such tenant.')
  return rows[0]
}

export const readBookings = async (
  db: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Booking>> => {
  if (ids.length === 0) return new Map()
  const named = sql`where bookings.tenant_id = ${tenantId} and bookings.id = any(${ids})`
  const found = await readRecords(db, bookings, bookingColumns, named)
  return new Map(found.map(booking => [booking.id, booking as Booking]))
}

export const readCustomers = async (
  db: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MailCustomer>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<MailCustomer>`
    select id, name, email, locale, mail_opt_out, anonymized_at is not null as is_anonymized,
      is_unconfirmed and not exists (select from bookings where bookings.tenant_id = customers.tenant_id
        and bookings.customer_id = customers.id and (bookings.source <> 'public' or bookings.status = 'completed')) as is_unconfirmed
    from customers
    where tenant_id = ${tenantId} and id = any(${ids})`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** By key and language: `booking_moved de`. */
export const readTemplates = async (db: Transaction, tenantId: string): Promise<ReadonlyMap<string, MailText>> => {
  const { rows } = await sql<MailText & { key: NotificationKey; locale: Locale }>`
    select key, locale, subject, body from notification_templates where tenant_id = ${tenantId}`.execute(db)
  return new Map(rows.map(({ key, locale, subject, body }) => [`${key} ${locale}`, { subject, body }]))
}
