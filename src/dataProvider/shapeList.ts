import {
  type AnyListTab,
  type AnyResource,
  allFields,
  compareDecimals,
  type Fields,
  type KindTraits,
  partName,
  sameValue,
} from '../schema'
import { type CalendarFields, calendarDays } from '../schema/calendarDays'
import { tabFilter } from '../schema/tabFilter'
import { parseLocalDate } from '../time/localDate'

export interface ListRequest {
  page: number
  perPage: number
  sort: string
  order: 'ASC' | 'DESC'
  q?: string | undefined
  filter: Readonly<Record<string, unknown>>
}

export type ApiRecord = Record<string, unknown> & { id: string }

const collator = new Intl.Collator('en', { sensitivity: 'base' })

type Sort = KindTraits['sort']

const inOrder = (a: unknown, b: unknown, sort: Sort): number => {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  if (sort === 'number') return compareDecimals(a, b)
  if (sort === 'folded') return collator.compare(a, b)
  return a === b ? 0 : a < b ? -1 : 1
}

const compare = (a: unknown, b: unknown, sort: Sort): number => {
  const isEmpty = (value: unknown) => value === null || value === undefined
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
  return inOrder(boundOf(a, 'To'), boundOf(b, 'To'), sort)
}

const rangePattern = /^(.+)(From|To)$/

const span: Pick<KindTraits, 'sort' | 'filter'> = { sort: 'plain', filter: 'span' }

const boundOf = (value: unknown, side: string): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('amount' in value) return value.amount
  return 'start' in value && 'end' in value ? (side === 'From' ? value.end : value.start) : value
}

/** The kind decides whether the end is included. */
const isWithin = (value: unknown, side: string, wanted: unknown, { sort, filter }: typeof span): boolean => {
  const bound = boundOf(value, side)
  if (bound === null || bound === undefined) return false
  const [a, b] = sort === 'number' ? [Number(bound), Number(wanted)] : [String(bound), String(wanted)]
  if (side === 'From') return a >= b
  return filter === 'range' ? a <= b : a < b
}

/** See docs/adding-a-field-kind.md. */
const matches = (fields: Fields, record: ApiRecord, name: string, wanted: unknown): boolean => {
  if (wanted === null || wanted === undefined || wanted === '') return true
  if (name === 'ids') return (wanted as readonly string[]).includes(record.id)
  const [, base = '', side = ''] = (name in record ? null : rangePattern.exec(name)) ?? []
  const ranged = fields[base]?.traits ?? (base in record ? span : undefined)
  if (ranged) return isWithin(record[base], side, wanted, ranged)
  const values = Array.isArray(wanted) ? wanted : [wanted]
  for (const [field, { traits }] of Object.entries(fields)) {
    const part = traits.filterParts?.find(each => partName(field, each) === name)
    if (part) return values.includes((record[field] as Readonly<Record<string, unknown>> | null)?.[part])
  }
  if (fields[name]?.traits.filter === 'presence')
    return String(wanted) === String(record[name] !== null && record[name] !== undefined)
  const own = boundOf(record[name], 'From')
  if (fields[name]?.traits.filter === 'contains')
    return values.some(value =>
      String(own ?? '')
        .toLowerCase()
        .includes(String(value).toLowerCase()),
    )
  return values.some(value => (Array.isArray(own) ? own.includes(value) : sameValue(own, value)))
}

/** Like the API, for APIs that answer whole lists (no X-Total-Count). */
export const shapeList = (
  resource: Pick<AnyResource, 'list' | 'fields'>,
  records: readonly ApiRecord[],
  { page, perPage, sort, order, q, filter: given }: ListRequest,
): { data: ApiRecord[]; total: number } => {
  const { search = [] } = resource.list
  const { tab: chosen, calendarFrom, calendarTo, ...filter } = given
  const tab = resource.list.tabs?.[String(chosen)] as AnyListTab | undefined
  const now = new Date().toISOString()
  const asked = { ...(tab && tabFilter(resource, tab, now.slice(0, 10), now)) }
  const fields = allFields(resource)
  const isInCalendar = (record: ApiRecord): boolean => {
    const calendar = resource.list.views?.calendar as CalendarFields | undefined
    if (!calendar || !calendarFrom || !calendarTo) return true
    const days = calendarDays(calendar, record, 'UTC')
    return (
      days !== null &&
      days.last >= parseLocalDate(String(calendarFrom)) &&
      days.first < parseLocalDate(String(calendarTo))
    )
  }
  const text = q?.trim().toLowerCase()
  const found = records.filter(
    record =>
      (!text ||
        search.some((name: string) =>
          String(record[name] ?? '')
            .toLowerCase()
            .includes(text),
        )) &&
      isInCalendar(record) &&
      [...Object.entries(filter), ...Object.entries(asked)].every(([name, wanted]) =>
        matches(fields, record, name, wanted),
      ),
  )
  const direction = order === 'ASC' ? 1 : -1
  const by = fields[sort]?.traits.sort ?? 'plain'
  found.sort((a, b) => direction * (compare(a[sort], b[sort], by) || compare(a.id, b.id, 'plain')))
  return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length }
}
