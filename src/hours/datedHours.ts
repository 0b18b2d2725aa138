import type { LocalDay } from '../time/localDate'
import { type DayBlock, type DayHours, dateRange, dayBlock, NO_BLOCKS, weeklyHours } from './DayHours'
import type { DateOverrideInput, ZonedHours } from './hoursInput'

/** Opening hours by date, with the override that applies. */
export interface DatedHours extends DayHours {
  /** Dated overrides precede yearly ones. */
  overrideOn(day: LocalDay): DateOverrideInput | undefined
}

/** A schedule's hours; overrides replace all of a date's weekly ones (docs/domain.md#windows). */
export function datedHours(given: Omit<ZonedHours, 'timeZone'>): DatedHours {
  const validity = dateRange(given.validFrom, given.validUntil)
  const weekly = weeklyHours(given.weeklyHours)
  const dated: CompiledOverride[] = []
  const yearly: CompiledOverride[] = []
  for (const override of given.dateOverrides ?? []) (override.repeatsYearly ? yearly : dated).push(compile(override))
  dated.sort((a, b) => a.firstDay - b.firstDay)

  const hasOverrides = dated.length + yearly.length > 0
  const find = (day: LocalDay): CompiledOverride | undefined =>
    lastStarted(dated, day) ?? yearly.find(override => override.includes(day))

  return {
    firstDay: validity.firstDay,
    lastDay: validity.lastDay,
    overrideOn: day => find(day)?.override,
    blocksOn: day => {
      if (!validity.includes(day)) return NO_BLOCKS
      return (hasOverrides ? find(day)?.blocks : undefined) ?? weekly.blocksOn(day)
    },
  }
}

interface CompiledOverride {
  override: DateOverrideInput
  blocks: readonly DayBlock[]
  firstDay: LocalDay
  includes(day: LocalDay): boolean
}

function compile(override: DateOverrideInput): CompiledOverride {
  const range = dateRange(override.startDate, override.endDate, override.repeatsYearly)
  const hours = override.isClosed ? [] : (override.hours ?? [])
  return {
    override,
    blocks: hours.map(dayBlock).sort((a, b) => a.start - b.start),
    firstDay: range.firstDay,
    includes: range.includes,
  }
}

/** Dated overrides never share a date. */
function lastStarted(sorted: readonly CompiledOverride[], day: LocalDay): CompiledOverride | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as CompiledOverride).firstDay <= day) low = middle + 1
    else high = middle
  }
  const candidate = sorted[low - 1]
  return candidate?.includes(day) ? candidate : undefined
}
