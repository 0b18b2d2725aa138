import { calls } from '../../calls'
import type { ShownMove } from '../../calls/bookings'
import type { AnswerOf } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'

export const decisions = ['keep', 'move', 'cancel'] as const
/** What is to become of a booking that no longer fits, once the change is saved. */
export type Decision = (typeof decisions)[number]

export type Affected = AnswerOf<typeof calls.availability.simulate>['bookings']['items'][number]

interface Decided {
  decision: Decision
  /** Where it goes, as it was shown. */
  move: ShownMove | null
}

/** Decisions by the booking's id. */
export type Decisions = ReadonlyMap<string, Decided>

/** What is decided in the form's panel, for when it is saved. */
export interface Note {
  decided: Decisions
  /** Whether customers are told of what is moved and cancelled. */
  isTold: boolean
}

/** How many of each were done, and what speaks against the others. */
export interface Outcome {
  done: Readonly<Record<Decision, number>>
  refused: readonly string[]
}

const shownMove = ({ bookingId, version, move }: Affected): ShownMove | null =>
  move && version !== null ? { id: bookingId, version, ...move } : null

/** Whether the plan has a place for it. */
export const canMove = (booking: Affected): boolean => shownMove(booking) !== null

/** The same decision about these bookings; those without a place are not moved. */
export const decideAll = (bookings: readonly Affected[], decision: Decision): Decisions =>
  new Map(
    bookings
      .filter(booking => decision !== 'move' || canMove(booking))
      .map(booking => [booking.bookingId, { decision, move: decision === 'move' ? shownMove(booking) : null }]),
  )

/** Decisions as they are shown now: moves to where the bookings can go now. */
export const asShown = (decided: Decisions, bookings: readonly Affected[]): Decisions =>
  new Map(
    bookings.flatMap(booking => {
      const own = decided.get(booking.bookingId)
      return own ? [...decideAll([booking], own.decision)] : []
    }),
  )

/** Whether two answers move bookings alike. */
export const isSamePlan = (one: readonly Affected[], other: readonly Affected[]): boolean =>
  JSON.stringify(one.map(shownMove)) === JSON.stringify(other.map(shownMove))

/** The decisions about bookings that are affected still, and that go where they were shown to go. */
export const standingOf = (decided: Decisions, bookings: readonly Affected[]): Decisions =>
  new Map(
    bookings.flatMap(booking => {
      const own = decided.get(booking.bookingId)
      const stands = own && (own.decision !== 'move' || JSON.stringify(own.move) === JSON.stringify(shownMove(booking)))
      return stands ? [[booking.bookingId, own]] : []
    }),
  )

/** The most bookings that one call takes. */
const most = 200

type Results = AnswerOf<typeof calls.bookings.bulk>

/** Does what was decided, each booking for itself and as it was shown. */
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
