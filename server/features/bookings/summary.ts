import { type RawBuilder, sql } from 'kysely'
import type { calls } from '../../../src/calls'
import { type AnswerOf, formatInstant } from '../../../src/declare'
import { all, scopeConditions, type Transaction } from '../../serve'
import { bookingScope, type MemberRequest } from './bookingScope'

type Summary = AnswerOf<typeof calls.bookings.summary>

interface Row {
  isBefore: boolean
  currency: string
  bookings: number
  noShows: number
  amount: number
}

const figuresOf = (rows: readonly Row[]): Summary['now'] => {
  const sumOf = (name: 'bookings' | 'noShows') => rows.reduce((sum, row) => sum + Number(row[name]), 0)
  return {
    bookings: sumOf('bookings'),
    noShows: sumOf('noShows'),
    revenue: rows
      .map(({ amount, currency }) => ({ amount: Number(amount), currency }))
      .filter(({ amount }) => amount > 0),
  }
}

/** `[from, to)` in epoch ms, and the range of the same length before it: one statement. */
export const summaryOf = async (
  db: Transaction,
  request: MemberRequest,
  { from, to }: { from: number; to: number },
): Promise<Summary> => {
  const at = (millis: number): RawBuilder<unknown> => sql`${formatInstant(millis)}::timestamptz`
  const { rows } = await sql<Row>`
    select bookings.starts_at < ${at(from)} as is_before, bookings.total_currency as currency, count(*) as bookings,
      count(*) filter (where bookings.status = 'no_show') as no_shows,
      coalesce(sum(bookings.total_amount) filter (where bookings.status in ('confirmed', 'completed')), 0) as amount
    from bookings
    where ${all(scopeConditions(bookingScope(request)))}
      and bookings.status in ('pending', 'confirmed', 'completed', 'no_show')
      and bookings.starts_at >= ${at(2 * from - to)} and bookings.starts_at < ${at(to)}
    group by 1, 2 order by 2`.execute(db)
  return {
    now: figuresOf(rows.filter(({ isBefore }) => !isBefore)),
    before: figuresOf(rows.filter(({ isBefore }) => isBefore)),
  }
}
