import { formatInstant } from '../time/formatInstant'
import { formatLocalDate } from '../time/localDate'
import type { Zone } from '../time/Zone'
import type { ENGLISH_SENTENCES, ENGLISH_WORDS } from './english'

export type SentenceKey = keyof typeof ENGLISH_SENTENCES
export type Word = keyof typeof ENGLISH_WORDS

/** A value in a sentence that each language and clock writes in its own way; names and numbers stand for themselves. */
export type SentenceParam =
  | string
  | number
  | { word: Word }
  | { minutes: number }
  /** A local date, `YYYY-MM-DD`. */
  | { date: string }
  /** An instant, and the zone it is told in. */
  | { at: string; timeZone: string }
  | { from: string; to: string; timeZone: string }
  /** The time of day of an instant. */
  | { clock: string; timeZone: string }
  /** Several instants. */
  | { each: readonly string[]; timeZone: string }

export type SentenceParams = Readonly<Record<string, SentenceParam>>

/** What there is to say, in no language. */
export interface Sentence {
  readonly sentence: SentenceKey
  readonly params?: SentenceParams
}

export const onDay = (day: number): SentenceParam => ({ date: formatLocalDate(day) })

export const atTime = ({ timeZone }: Zone, instant: number): SentenceParam => ({ at: formatInstant(instant), timeZone })

export const onClock = ({ timeZone }: Zone, instant: number): SentenceParam => ({
  clock: formatInstant(instant),
  timeZone,
})

export const atTimes = ({ timeZone }: Zone, instants: readonly number[]): SentenceParam => ({
  each: instants.map(formatInstant),
  timeZone,
})

export const inSpan = ({ timeZone }: Zone, start: number, end: number): SentenceParam => ({
  from: formatInstant(start),
  to: formatInstant(end),
  timeZone,
})
