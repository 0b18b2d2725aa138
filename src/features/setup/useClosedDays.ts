import { useGetList, useGetOne } from 'ra-core'
import { type ResourceRule, resourceRules } from '../../resources/resourceRules'
import { type Schedule, schedules } from '../../resources/schedules'
import type { RuleParameters } from '../../scheduling'
import { useTenant } from '../../show'

export interface ClosedDays {
  /** Local date. */
  from: string
  /** Included. */
  to: string
  name: string
  address: string
}

interface Dates {
  startDate: string
  endDate: string
  repeatsYearly?: boolean
}

const yearOf = (date: string): number => Number(date.slice(0, 4))

const inYear = (date: string, year: number): string => `${year}${date.slice(4)}`

const datesIn = ({ startDate, endDate, repeatsYearly }: Dates, from: string, to: string): [string, string][] => {
  const length = yearOf(endDate) - yearOf(startDate)
  const years = repeatsYearly
    ? Array.from({ length: yearOf(to) - yearOf(from) + 2 }, (_, index) => yearOf(from) - 1 + index)
    : [yearOf(startDate)]
  return years
    .map((year): [string, string] => [inYear(startDate, year), inYear(endDate, year + length)])
    .filter(([first, last]) => first <= to && last >= from)
}

/** By a blackout for everything, or by the default schedule. */
export const useClosedDays = (from: string, to: string): ClosedDays[] => {
  const { tenant } = useTenant()
  const scheduleId = (tenant as { defaultScheduleId?: string | null } | null)?.defaultScheduleId ?? null
  const { data: rules = [] } = useGetList<ResourceRule>(resourceRules.name, {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'name', order: 'ASC' },
    filter: { ruleType: ['blackout'], applyToAllResources: true, isActive: true },
  })
  const { data: schedule } = useGetOne<Schedule>(
    schedules.name,
    { id: scheduleId ?? '' },
    { enabled: scheduleId !== null, retry: false },
  )
  const ofRules = rules.flatMap(({ id, name, parameters }) => {
    const dates = parameters as RuleParameters['blackout']
    if (dates.startTime || dates.daysOfWeek?.length) return []
    return datesIn(dates, from, to).map(([first, last]) => ({
      ...{ from: first, to: last, name },
      address: `/setup/resource-rules/?edit=${id}`,
    }))
  })
  const ofSchedule = (schedule?.dateOverrides ?? []).flatMap(({ isClosed, label, ...dates }) =>
    isClosed
      ? datesIn(dates, from, to).map(([first, last]) => ({
          ...{ from: first, to: last, name: label || (schedule?.name ?? '') },
          address: `/setup/schedules/${schedule?.id}/edit`,
        }))
      : [],
  )
  return [...ofRules, ...ofSchedule].sort((one, other) => one.from.localeCompare(other.from))
}
