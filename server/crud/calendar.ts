import { type RawBuilder, sql } from 'kysely'
import { param, type QueryParams } from '../../src/contract'
import { type AnyListViews, type AnyResource, fieldOf } from '../../src/schema'
import { partColumns } from '../db/rows'
import { column, compared } from './columns'
import type { ResourceHooks } from './hooks'
import type { Condition } from './scope'

const calendarOf = ({ list }: AnyResource) => ((list.views ?? {}) as AnyListViews).calendar

export const calendarParams = (resource: AnyResource): QueryParams => {
  if (!calendarOf(resource)) return {}
  const what = 'in the tenant’s time zone: what lies in the days from `calendarFrom` until before `calendarTo`'
  return { calendarFrom: param('date', `A date ${what}`), calendarTo: param('date', `A date ${what}`) }
}

/** `calendarDays` as SQL. */
export const calendarConditions = (
  resource: AnyResource,
  hooks: ResourceHooks,
  { calendarFrom, calendarTo }: Readonly<Record<string, unknown>>,
  timeZone: string,
): Condition[] => {
  const calendar = calendarOf(resource)
  const field = calendar && fieldOf(resource, calendar.from)
  if (!calendar || !field) return []
  const midnight = (date: unknown): RawBuilder<unknown> =>
    field.kind === 'instant' ? sql`(${date}::date)::timestamp at time zone ${timeZone}` : sql`${date}::date`
  const { until, through } = calendar
  const start = compared(resource, calendar.from, hooks)
  const [, last] = field.kind === 'dateRange' ? partColumns(calendar.from, field) : []
  const reaches = (day: RawBuilder<unknown>): Condition => {
    if (last) return sql`${column(resource, last)} >= ${day}`
    const end = until ?? through
    if (!end) return sql`${start} >= ${day}`
    const isAfter = sql`${compared(resource, end, hooks)} ${sql.raw(through ? '>=' : '>')} ${day}`
    return sql`(${start} >= ${day} or coalesce(${isAfter}, ${start} is not null))`
  }
  return [
    ...(calendarFrom ? [reaches(midnight(calendarFrom))] : []),
    ...(calendarTo ? [sql<boolean>`${start} < ${midnight(calendarTo)}`] : []),
  ]
}
