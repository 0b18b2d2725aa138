import { type RawBuilder, sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import type { NeededSpan, WaitingInput } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { statusSql } from './entryScope'

export interface Waiting extends WaitingInput {
  version: number
  isAutomatic: boolean
  customerName: string
  title: string
  joinedAt: string
}

export interface Asked {
  tenantId: string
  now: number
  variantIds?: readonly string[] | undefined
  span?: NeededSpan | undefined
  isAutomatic: boolean
}

const conditions = ({ tenantId, now, variantIds, span, isAutomatic }: Asked): RawBuilder<unknown> => sql`
  entries.tenant_id = ${tenantId} and entries.status in ('waiting', 'offered') and entries.waits_until > ${formatInstant(now)}
  and ${statusSql(now, 'entries')} = 'waiting'
  ${variantIds ? sql`and entries.variant_id = any(${variantIds})` : sql``}
  ${span ? sql`and entries.waits_from < ${formatInstant(span.to)} and entries.waits_until > ${formatInstant(span.from)}` : sql``}
  ${isAutomatic ? sql`and variants.waitlist_enabled and variants.waitlist_offers = 'automatic'` : sql``}`

const source = sql`waitlist_entries as entries
  join variants on variants.tenant_id = entries.tenant_id and variants.id = entries.variant_id`

export const waitedFor = async (db: Transaction, asked: Asked): Promise<string[]> => {
  const { rows } = await sql<{ variantId: string }>`
    select distinct entries.variant_id from ${source} where ${conditions(asked)}`.execute(db)
  return rows.map(({ variantId }) => variantId).toSorted()
}

export const findWaiting = async (
  db: Transaction,
  asked: Asked,
  { limit }: { limit?: number } = {},
): Promise<Waiting[]> => {
  const { rows } = await sql<
    Omit<Waiting, 'windows' | 'offeredStarts'> & {
      windows: { startsAt: string; endsAt: string }[]
      offers: { startsAt: string }[]
    }
  >`
    select entries.id, entries.version, entries.variant_id, entries.channel_id, entries.customer_id, entries.quantity,
      entries.duration_minutes, entries.windows, entries.only_preferred, entries.passed_over_count, entries.offers,
      entries.joined_at,
      variants.waitlist_enabled and variants.waitlist_offers = 'automatic' as is_automatic, customers.name as customer_name,
      items.name || ' · ' || variants.name as title,
      (select coalesce(json_agg(target_id order by position), '[]') from waitlist_entries_preferred_resource_ids as link
        where link.tenant_id = entries.tenant_id and link.owner_id = entries.id) as preferred_resource_ids
    from ${source}
    join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
    join customers on customers.tenant_id = entries.tenant_id and customers.id = entries.customer_id
    where ${conditions(asked)} order by entries.joined_at, entries.id
    ${limit ? sql`limit ${limit}` : sql``}`.execute(db)
  return rows.map(({ windows, offers, ...row }) => ({
    ...row,
    windows: windows.map(({ startsAt, endsAt }) => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) })),
    offeredStarts: offers.map(({ startsAt }) => Date.parse(startsAt)),
  }))
}
