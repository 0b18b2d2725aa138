import { formatInstant, formatLocalDate, type Zone } from '../../declare'
import type { sentences, words } from '../../i18n/en/features/engine'

export type EngineMessageKey = keyof typeof sentences
export type Word = keyof typeof words

/** Formatting an object takes a language and a clock. */
export type MessageParam =
  | string
  | number
  | { word: Word }
  | { minutes: number }
  | { date: string }
  | { at: string; timeZone: string }
  | { from: string; to: string; timeZone: string }
  | { clock: string; timeZone: string }
  | { each: readonly string[]; timeZone: string }

export type MessageParams = Readonly<Record<string, MessageParam>>

export interface EngineMessage {
  readonly sentence: EngineMessageKey
  readonly params?: MessageParams
}

export const onDay = (day: number): MessageParam => ({ date: formatLocalDate(day) })

export const atTime = ({ timeZone }: Zone, instant: number): MessageParam => ({ at: formatInstant(instant), timeZone })

export const onClock = ({ timeZone }: Zone, instant: number): MessageParam => ({
  clock: formatInstant(instant),
  timeZone,
})

export const atTimes = ({ timeZone }: Zone, instants: readonly number[]): MessageParam => ({
  each: instants.map(formatInstant),
  timeZone,
})

export const inSpan = ({ timeZone }: Zone, start: number, end: number): MessageParam => ({
  from: formatInstant(start),
  to: formatInstant(end),
  timeZone,
})
