import { calls } from '../../calls'
import type { ShownMove } from '../../calls/bookings'
import type { AnswerOf } from '../../declare'
import type { SlotwiseDataProvider } from '../../show'

export const decisions = ['keep', 'move', 'cancel'] as const
export type Decision = (typeof decisions)[number]

export type Affected = AnswerOf<typeof calls.availability.simulate>['bookings']['items'][number]

interface Decided {
  decision: Decision
  /** As shown. */
  move: ShownMove | null
}

export type Decisions = ReadonlyMap<string, Decided>

export interface Note {
  decided: Decisions
  isTold: boolean
}

export interface Outcome {
  done: Readonly<Record<Decision, number>>
  refused: readonly string[]
}

const shownMove = ({ bookingId, version, move }: Affected): ShownMove | null =>
  move && version !== null ? { id: bookingId, version, ...move } : null

export const canMove = (booking: Affected): boolean => shownMove(booking) !== null

/** Skips moves without a target. */
export const decideAll = (bookings: readonly Affected[], decision: Decision): Decisions =>
  new Map(
    bookings
      .filter(booking => decision !== 'move' || canMove(booking))
      .map(booking => [booking.bookingId, { decision, move: decision === 'move' ? shownMove(booking) : null }]),
  )

export const asShown = (decided: Decisions, bookings: readonly Affected[]): Decisions =>
  new Map(
    bookings.flatMap(booking => {
      const own = decided.get(booking.bookingId)
      return own ? [...decideAll([booking], own.decision)] : []
    }),
  )

export const isSamePlan = (one: readonly Affected[], other: readonly Affected[]): boolean =>
  JSON.stringify(one.map(shownMove)) === JSON.stringify(other.map(shownMove))

export const stillValid = (decided: Decisions, bookings: readonly Affected[]): Decisions =>
  new Map(
    bookings.flatMap(booking => {
      const own = decided.get(booking.bookingId)
      const stands = own && (own.decision !== 'move' || JSON.stringify(own.move) === JSON.stringify(shownMove(booking)))
      return stands ? [[booking.bookingId, own]] : []
    }),
  )

/** The API's limit. */
const most = 200

type Results = AnswerOf<typeof calls.bookings.bulk>

/** One at a time, with the shown target. */
export const carryOut = async (
  dataProvider: SlotwiseDataProvider,
  { decided, isTold }: Note,
  reason: string,
): Promise<Outcome> => {
  const done = { keep: 0, move: 0, cancel: 0 }
  const refused: string[] = []
  for (const action of decisions) {
    const chosen = [...decided].filter(([, { decision }]) => decision === action)
    for (let first = 0; first < chosen.length; first += most) {
      const some = chosen.slice(first, first + most)
      const body = {
        ids: some.map(([id]) => id),
        action,
        reason,
        notify: isTold && action !== 'keep',
        ...(action === 'move' && { moves: some.flatMap(([, { move }]) => move ?? []) }),
      }
      const results: Results = await dataProvider.call(calls.bookings.bulk, { body })
      done[action] += results.filter(({ ok }) => ok).length
      refused.push(...results.flatMap(({ ok, detail }) => (ok ? [] : [detail ?? ''])))
    }
  }
  return { done, refused }
}
