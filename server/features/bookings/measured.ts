import { type RawBuilder, sql } from 'kysely'
import type { MemberCaller } from '../../serve'

// Shared by the list's filters and the reports, so a figure and its list agree.

type Zoned = Pick<MemberCaller['tenant'], 'timeZone'>

const localStart = ({ timeZone }: Zoned): RawBuilder<unknown> => sql`bookings.starts_at at time zone ${timeZone}`

/** 1 is Monday. */
export const localWeekday = (tenant: Zoned): RawBuilder<number> => sql`extract(isodow from ${localStart(tenant)})::int`

export const localHour = (tenant: Zoned): RawBuilder<number> => sql`extract(hour from ${localStart(tenant)})::int`

/** Milliseconds. */
export const leadTime: RawBuilder<number> = sql`(extract(epoch from bookings.starts_at - bookings.created_at) * 1000)::bigint`

export const countedStatuses = ['pending', 'confirmed', 'completed', 'no_show'] as const

export const firstCountedAt: RawBuilder<string> = sql`(select min(first.starts_at) from bookings as first
  where first.tenant_id = bookings.tenant_id and first.customer_id = bookings.customer_id
  and first.status = any(${countedStatuses}))`
