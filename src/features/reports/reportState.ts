import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { isDate } from '../../declare'
import { type Comparison, type Dimension, daysOf, type MeasureName, type Period } from '../../reports'
import { todayIn, useDisplay } from '../../show'
import { type PeriodName, periodNames, periodOf } from './periods'
import { dimensionsOf, type Preset, timeFor } from './presets'

export const filterNames = ['resourceId', 'resourceTypeId', 'catalogItemId', 'channelId', 'source'] as const
export type FilterName = (typeof filterNames)[number]

export interface ReportState {
  name: PeriodName | null
  period: Period
  by: Dimension
  compare: Comparison | null
  measure: MeasureName
  filters: Readonly<Partial<Record<FilterName, string[]>>>
}

/** The API's limits. */
const [mostDays, mostDaysByDay] = [1096, 400]

const ownPeriod = (params: URLSearchParams): Period | null => {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (!isDate(from) || !isDate(to) || from >= to) return null
  return daysOf({ from, to }) > mostDays ? null : { from, to }
}

export const readReportState = (
  params: URLSearchParams,
  preset: Preset,
  { today, weekStartsOn }: { today: string; weekStartsOn: number },
): ReportState => {
  const own = ownPeriod(params)
  const name = own ? null : (periodNames.find(one => one === params.get('period')) ?? 'lastWeek')
  const period = own ?? periodOf(name ?? 'lastWeek', today, weekStartsOn)
  const days = daysOf(period)
  const asked = dimensionsOf(preset).find(one => one === params.get('by'))
  const compare = params.get('compare')
  return {
    name,
    period,
    by: asked && !(asked === 'day' && days > mostDaysByDay) ? asked : timeFor(days),
    compare: compare === 'none' ? null : compare === 'last_year' ? 'last_year' : 'previous',
    measure: preset.measures.find(one => one === params.get('measure')) ?? preset.measures[0],
    filters: Object.fromEntries(
      filterNames.flatMap(filter => {
        const values = params.getAll(filter).filter(value => value !== '')
        return values.length > 0 ? [[filter, values]] : []
      }),
    ),
  }
}

export type ChangeReport = (changes: Readonly<Record<string, string>>) => void

export const useReportState = (preset: Preset): [ReportState, ChangeReport] => {
  const { timeZone, weekStartsOn } = useDisplay()
  const [params, setParams] = useSearchParams()
  const today = todayIn(timeZone)
  const state = useMemo(
    () => readReportState(params, preset, { today, weekStartsOn }),
    [params, preset, today, weekStartsOn],
  )
  const change: ChangeReport = changes =>
    setParams(
      before => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { flushSync: true },
    )
  return [state, change]
}
