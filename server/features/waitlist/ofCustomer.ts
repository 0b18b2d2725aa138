import { sql } from 'kysely'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import type { UnitOfWork } from '../../serve'
import { alsoTell, type MemberRequest } from '../bookings/bookingScope'
import { cancelEntry } from './cancelEntry'
import { type LockedEntry, lockEntry } from './entryScope'

const activeOf = async (
  unit: UnitOfWork,
  request: MemberRequest,
  customerIds: readonly string[],
): Promise<LockedEntry[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from waitlist_entries where tenant_id = ${request.caller.tenant.id}
    and customer_id = any(${customerIds}) and status in ('waiting', 'offered') order by id`.execute(unit.db)
  const entries: LockedEntry[] = []
  for (const { id } of rows) {
    await sql`select from bookings where tenant_id = ${request.caller.tenant.id} and waitlist_entry_id = ${id}
      and status = 'held' order by id for update`.execute(unit.db)
    const entry = await lockEntry(unit, request, id, { isAnyones: true })
    if (entry.now.status === 'waiting' || entry.now.status === 'offered') entries.push(entry)
  }
  return entries
}

const end = async (entry: LockedEntry, reason: string | null): Promise<void> => {
  await cancelEntry(entry, reason)
  alsoTell(entry.request, waitlistEntries.name, entry.stored.id)
}

export const cancelEntriesOf = async (unit: UnitOfWork, request: MemberRequest, customerId: string): Promise<void> => {
  for (const entry of await activeOf(unit, request, [customerId])) await end(entry, unit.reason)
}

const isSame = ({ now: a }: LockedEntry, { now: b }: LockedEntry): boolean =>
  a.variantId === b.variantId &&
  a.windows.some(one =>
    b.windows.some(
      other =>
        Date.parse(one.startsAt) < Date.parse(other.endsAt) && Date.parse(other.startsAt) < Date.parse(one.endsAt),
    ),
  )

const byRight = ({ now: a }: LockedEntry, { now: b }: LockedEntry): number =>
  Number(b.status === 'offered') - Number(a.status === 'offered') ||
  Date.parse(a.joinedAt) - Date.parse(b.joinedAt) ||
  (a.id < b.id ? -1 : 1)

/** After a merge, cancels entries that wait for the same as another. */
export const cancelRepeats = async (
  unit: UnitOfWork,
  request: MemberRequest,
  customerIds: readonly string[],
): Promise<void> => {
  const kept: LockedEntry[] = []
  for (const entry of (await activeOf(unit, request, customerIds)).toSorted(byRight)) {
    if (kept.some(one => isSame(one, entry))) await end(entry, unit.reason)
    else kept.push(entry)
  }
}
