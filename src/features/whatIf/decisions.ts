import { calls } from '../../calls'
import type { AnswerOf } from '../../contract'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'

export const decisions = ['keep', 'move', 'cancel'] as const
/** What is to become of a booking that no longer fits, once the change is saved. */
export type Decision = (typeof decisions)[number]

/** Decisions by the booking's id. */
export type Decisions = ReadonlyMap<string, Decision>

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

/** The most bookings that one call takes. */
const most = 200

type Results = AnswerOf<typeof calls.bookings.bulk>

/** Does what was decided, each booking for itself. */
export const carryOut = async (
  dataProvider: SlotwiseDataProvider,
  { decided, isTold }: Note,
  reason: string,
): Promise<Outcome> => {
  const done = { keep: 0, move: 0, cancel: 0 }
  const refused: string[] = []
  for (const action of decisions) {
    const ids = [...decided].flatMap(([id, decision]) => (decision === action ? [id] : []))
    for (let first = 0; first < ids.length; first += most) {
      const body = { ids: ids.slice(first, first + most), action, reason, notify: isTold && action !== 'keep' }
      const results: Results = await dataProvider.call(calls.bookings.bulk, { body })
      done[action] += results.filter(({ ok }) => ok).length
      refused.push(...results.flatMap(({ ok, detail }) => (ok ? [] : [detail ?? ''])))
    }
  }
  return { done, refused }
}
