import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { described, fieldsBody, formatInstant } from '../../../src/declare'
import { customer } from '../../../src/resources/bookingActions'
import { entryAt } from '../../../src/resources/waitlistActions'
import { type WaitlistEntry, waitlistEntries } from '../../../src/resources/waitlistEntries'
import {
  type ApiRecord,
  findRecord,
  type ResourceHooks,
  refusal,
  type Scope,
  scopeOf,
  type Transaction,
  type UnitOfWork,
  updateRecords,
} from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'
import { beyondOwn } from '../caller'

export type EntryRecord = WaitlistEntry & ApiRecord

/** Offers and windows end by the clock. @param entries the table's alias */
export const statusSql = (now: number, entries = 'waitlist_entries'): RawBuilder<string> => {
  const at = formatInstant(now)
  const column = (name: string) => sql.ref(`${entries}.${name}`)
  return sql`(case
    when ${column('status')} = 'offered' and ${column('offerExpiresAt')} > ${at} then 'offered'
    when ${column('status')} not in ('waiting', 'offered') then ${column('status')}
    when ${column('waitsUntil')} <= ${at} or ${column('status')} = 'offered' and ${column('missedOfferCount')} >= 2 then 'expired'
    else 'waiting' end)`
}

const positionSql = (now: number): RawBuilder<unknown> => sql`(
  select count(*) + 1 from waitlist_entries as earlier
  where ${statusSql(now)} = 'waiting' and earlier.tenant_id = waitlist_entries.tenant_id
  and earlier.variant_id = waitlist_entries.variant_id and earlier.status in ('waiting', 'offered')
  and earlier.joined_at <= waitlist_entries.joined_at and earlier.waits_from < waitlist_entries.waits_until
  and earlier.waits_until > waitlist_entries.waits_from
  and (earlier.joined_at, earlier.id) < (waitlist_entries.joined_at, waitlist_entries.id)
  and earlier.wanted && waitlist_entries.wanted and ${statusSql(now, 'earlier')} = 'waiting'
  having ${statusSql(now)} = 'waiting')`

export const entriesHooks: ResourceHooks = {
  beyondRows: true,
  computed: {
    position: sql`null::integer`,
  },
  figures: {
    // Counting per record would take too long.
    position: {
      rows: tenantId => sql`select id as key, row_number() over (order by joined_at, id) as value from waitlist_entries
        where tenant_id = ${tenantId} and status in ('waiting', 'offered')`,
      absent: sql`null`,
    },
  },
  extras: {
    offers: {
      select: sql`waitlist_entries.offers`,
      schema: described(
        z.array(
          z.object({
            bookingId: z.uuid(),
            startsAt: z.iso.datetime(),
            endsAt: z.iso.datetime(),
            resourceIds: z.array(z.uuid()),
            offeredAt: z.iso.datetime(),
            expiresAt: z.iso.datetime(),
            outcome: z.enum(['open', 'accepted', 'declined', 'expired', 'withdrawn']),
            isManual: described(z.boolean(), 'Made by a person'),
          }),
        ),
        'Every offer, the latest last',
      ),
    },
  },
  createExtras: fieldsBody({ customer: customer.customer }).schema.properties as ResourceHooks['createExtras'],
  label: ({ customerName }) => String(customerName ?? ''),
  refuse: async (_, changes) =>
    new Map(
      changes.flatMap(({ before, after }) =>
        before && !after && (before as EntryRecord).offers.length > 0
          ? [[before.id, refusal('conflict', 'refusal.entryKept')]]
          : [],
      ),
    ),
}

export const entryScope = (request: MemberRequest): Scope<typeof waitlistEntries> => {
  const position = positionSql(request.services.now())
  return scopeOf(waitlistEntries, { ...entriesHooks, computed: { ...entriesHooks.computed, position } }, request)
}

export const toEntry = (record: ApiRecord, now: number): EntryRecord => entryAt(record as EntryRecord, now)

export const findEntry = async (db: Transaction, request: MemberRequest, id: string): Promise<EntryRecord> =>
  toEntry(await findRecord(db, entryScope(request), id), request.services.now())

export interface LockedEntry {
  unit: UnitOfWork
  request: MemberRequest
  stored: EntryRecord
  now: EntryRecord
}

/**
 * @param isAnyones also finds entries that the caller may not see: a booking's change affects its offer's entry
 * @throws Problem `not_found`
 */
export const lockEntry = async (
  unit: UnitOfWork,
  request: MemberRequest,
  id: string,
  { isAnyones = false } = {},
): Promise<LockedEntry> => {
  const scope = scopeOf(waitlistEntries, entriesHooks, isAnyones ? beyondOwn(request) : request)
  const stored = (await findRecord(unit.db, scope, id, { lock: true })) as EntryRecord
  return { unit, request, stored, now: toEntry(stored, request.services.now()) }
}

export const wantedSql = (windows: WaitlistEntry['windows']): RawBuilder<unknown> =>
  sql`${`{${windows.map(({ startsAt, endsAt }) => `[${startsAt},${endsAt})`).join()}}`}::tstzmultirange`

/** Every change of an entry passes through here. */
export const saveEntry = async (
  { unit, request, stored, now }: LockedEntry,
  { offers = now.offers, ...values }: Partial<WaitlistEntry>,
): Promise<EntryRecord> => {
  const { status, bookingId, offerExpiresAt, offeredStartsAt, offeredEndsAt, missedOfferCount } = now
  const clocked = { status, bookingId, offerExpiresAt, offeredStartsAt, offeredEndsAt, missedOfferCount }
  const hooks: ResourceHooks = {
    ...entriesHooks,
    changedColumns: { offers: JSON.stringify(offers) },
  }
  const scope = scopeOf(waitlistEntries, hooks, beyondOwn(request))
  const [after] = await updateRecords(unit, scope, [stored], { ...clocked, ...values })
  return (after ?? stored) as EntryRecord
}
