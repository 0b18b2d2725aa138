import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DAY, formatInstant, HOUR, MINUTE } from '../../src/declare'
import { calendarFeeds } from '../../src/resources/calendarFeeds'
import { webhooks } from '../../src/resources/webhooks'
import { keepToken, newToken } from '../features/calendarFeeds/feedToken'
import { compose } from '../features/notifications/compose'
import { builtInTexts } from '../features/notifications/mailTexts'
import { type PlaceholderValues, placeholderExamples } from '../features/notifications/placeholders'
import { anyTable, insertDrafts, type Services, type Transaction } from '../serve'
import type { Business } from './business'
import { insertAll } from './insertAll'

interface Told {
  id: string
  reference: string
  startsAt: string
  createdAt: string
  title: string
  customerId: string
  customerName: string
  email: string | null
}

/** The latest bookings whose end customers have seen, so no mail about them is due. */
const lastBookings = async (db: Transaction, tenantId: string, now: number): Promise<Told[]> => {
  const { rows } = await sql<Told>`
    select bookings.id, bookings.reference, bookings.starts_at, bookings.created_at, bookings.customer_id,
      items.name || ', ' || variants.name as title, customers.name as customer_name, customers.email
    from bookings join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
    join catalog_items as items on items.tenant_id = bookings.tenant_id and items.id = bookings.catalog_item_id
    join variants on variants.tenant_id = bookings.tenant_id and variants.id = bookings.variant_id
    where bookings.tenant_id = ${tenantId} and bookings.status = 'completed' and bookings.ends_at < ${formatInstant(now - 2 * DAY)}
    order by bookings.created_at desc limit 12`.execute(db)
  return rows
}

const createWebhook = async (
  db: Transaction,
  tenantId: string,
  { url, description }: NonNullable<Business['connections']>['webhook'],
  bookings: readonly Told[],
): Promise<void> => {
  const drafts = [{ url, description, events: ['*'], isActive: false }]
  const [webhookId = ''] = await insertDrafts(db, tenantId, webhooks, drafts)
  const deliveries = bookings.map(({ id, reference, createdAt }, index) => {
    const at = Date.parse(createdAt)
    const isLost = index === 3
    return {
      ...{ tenantId, webhookId, eventType: 'booking.created', subjectId: id, sequence: 1 },
      ...{ status: isLost ? 'failed' : 'succeeded', attempts: isLost ? 8 : index === 5 ? 2 : 1 },
      ...{ responseStatus: isLost ? 503 : 204, error: isLost ? 'status' : null, durationMs: 60 + ((index * 37) % 90) },
      requestExcerpt: JSON.stringify({
        type: 'booking.created',
        timestamp: formatInstant(at),
        data: { id, reference },
      }),
      responseExcerpt: isLost ? 'Back in a minute' : null,
      createdAt: formatInstant(at),
      completedAt: formatInstant(at + (isLost ? DAY : 200)),
    }
  })
  await insertAll(db, 'webhookDeliveries', deliveries)
}

const createMessages = async (
  db: Transaction,
  tenantId: string,
  { tenant }: Business,
  bookings: readonly Told[],
): Promise<void> => {
  const { timeZone } = tenant
  const format = (at: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone }).format(Date.parse(at))
  const nothing = Object.fromEntries(Object.keys(placeholderExamples.en).map(name => [name, ''])) as PlaceholderValues
  const messages = bookings.flatMap(({ id, reference, title, startsAt, createdAt, customerId, customerName, email }) =>
    (['booking_confirmed', 'booking_reminder'] as const).map(key => {
      const sentAt = formatInstant(
        key === 'booking_confirmed' ? Date.parse(createdAt) + MINUTE : Date.parse(startsAt) - DAY,
      )
      const date = format(startsAt, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
      const time = format(startsAt, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
      const values = {
        ...nothing,
        ...{ 'customer.name': customerName, 'booking.title': title, 'booking.reference': reference },
        ...{ 'booking.date': date, 'booking.time': time, 'booking.dates': `${date}, ${time}` },
        ...{ 'tenant.name': tenant.name, 'tenant.phone': tenant.contactPhone ?? '' },
      }
      const { subject, text } = compose(builtInTexts.en[key], values, 'en')
      return {
        ...{ tenantId, key, audience: 'customer', recipient: email, bookingId: id, customerId, locale: 'en' },
        ...{ subject: email && subject, body: email && text },
        ...(email ? { status: 'sent', sentAt, attempts: 1 } : { status: 'suppressed', reason: 'no_address' }),
        ...{ dueAt: sentAt, createdAt: sentAt },
      }
    }),
  )
  for (const message of messages) await insertAll(db, 'notifications', [message])
}

const createKey = async (db: Transaction, tenantId: string, name: string, now: number): Promise<void> => {
  const expiresAt = formatInstant(now + 300 * DAY)
  const { id } = await anyTable(db)
    .insertInto('apiKeys' as string)
    .values({ tenantId, name, scopes: ['bookings.read'], prefix: 'sw_7Qd2kXw4', expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into api_key_secrets (tenant_id, api_key_id, hash, used_at, used_ip)
    values (${tenantId}, ${id}, ${randomBytes(32)}, ${formatInstant(now - 2 * HOUR)}, '192.0.2.10')`.execute(db)
}

export const createConnections = (
  database: Services['database'],
  tenantId: string,
  business: Business,
  connections: NonNullable<Business['connections']>,
  now: number,
): Promise<void> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const bookings = await lastBookings(db, tenantId, now)
    await createWebhook(db, tenantId, connections.webhook, bookings)
    await createMessages(db, tenantId, business, bookings)
    await createKey(db, tenantId, connections.apiKey, now)
    const [feedId = ''] = await insertDrafts(db, tenantId, calendarFeeds, [{ name: connections.feed, scope: 'tenant' }])
    await keepToken(db, tenantId, feedId, newToken())
  })
