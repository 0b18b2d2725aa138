import { sql } from 'kysely'
import type { Explanation } from '../../../src/scheduling'
import type { MemberCaller, Transaction } from '../../serve'
import { isSeen } from '../bookings/bookingColumns'

export const withoutHiddenBookings = async (
  db: Transaction,
  caller: MemberCaller,
  explanation: Explanation,
): Promise<Explanation> => {
  const own = isSeen(caller)
  if (!own) return explanation
  const { checks, headline } = explanation
  const ids = checks.flatMap(({ bookingId }) => bookingId ?? [])
  const { rows } = await sql<{ id: string }>`select id from bookings
    where bookings.tenant_id = ${caller.tenant.id} and bookings.id = any(${ids}) and ${own}`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  const told = <T extends { bookingId: string | null }>(check: T): T =>
    check.bookingId && !known.has(check.bookingId) ? { ...check, bookingId: null } : check
  return { ...explanation, headline: headline && told(headline), checks: checks.map(told) }
}
