import type { LocalDay } from '../time/localDate'

/** A block of one local day in minutes since midnight; an end above 1440 is on the next day. */
export interface DayBlock {
  readonly start: number
  readonly end: number
}

/** Local hours by date: what schedules, opening-hours rules, blackouts and capacity overrides have in common. */
export interface DayHours {
  /** Days outside `[firstDay, lastDay]` have no blocks. */
  readonly firstDay: LocalDay
  readonly lastDay: LocalDay
  /** The blocks that begin on `day`, by start. */
  blocksOn(day: LocalDay): readonly DayBlock[]
}

export const NO_BLOCKS: readonly DayBlock[] = []
export const WHOLE_DAY: readonly DayBlock[] = [{ start: 0, end: 1440 }]
