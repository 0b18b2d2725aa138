import { parseLocalDate } from '../../time/localDate'
import type { AnyField } from '../field'
import { rangeNames } from '../filterNames'
import { kindOf, localDate } from '../kinds'
import { type AnyResource, fieldOf, filterFieldsOf, tabsOf } from '../resource'
import { dayFilters, dayIn, periodIn } from '../tabFilter'
import { checkValue } from '../validation'
import { didYouMean } from './didYouMean'

/** A Monday. */
const someDay = parseLocalDate('2026-03-02')

const isDate = (value: string): boolean => /^\d{4}-/.test(value)

const isRealDay = (value: string): boolean =>
  !/^\d{4}-\d\d-\d\d$/.test(value) || 'value' in checkValue(localDate().schema, value)

const accepts = (field: AnyField, value: string, isBound: boolean): boolean => {
  const { parse = (text: string) => text, schema = field.schema } = kindOf(field).compared ?? {}
  if (!isRealDay(value)) return false
  const isMoment = isBound ? dayIn(value, someDay) : periodIn(value, someDay)
  if (value === 'now') return isBound && field.kind === 'instant'
  return (isMoment !== null && isMoment !== undefined) || 'value' in checkValue(schema, parse(value))
}

const isEnd = ({ traits }: AnyField, value: string): boolean =>
  traits.filter !== 'range' || Number.isFinite(Number(value))

export const tabProblems = (resource: AnyResource): string[] => {
  const days = dayFilters(resource)
  const filters = filterFieldsOf(resource).filter(([name]) => fieldOf(resource, name))
  return tabsOf(resource).flatMap(([tab, { filter }]) => {
    const place = `${resource.name}.list.tabs.${tab}`
    return filters.flatMap(([name, field]): string[] => {
      const { from, to } = rangeNames(name)
      const bad = [name, from, to].flatMap(param =>
        [filter[param] ?? []].flat().flatMap((value: string) => {
          const isDay = days.has(param)
          const isBound = param !== name
          if (isDay ? accepts(field, value, isBound) : isBound ? isEnd(field, value) : accepts(field, value, false))
            return []
          if (!isDay)
            return `${place} filters ${param} by ${value}, which it never is.${didYouMean(value, field.kind === 'choice' ? field.options.values : [])}`
          const words = `${isBound && field.kind === 'instant' ? 'now, ' : ''}today, tomorrow, yesterday, +7d, -7d${isBound ? '' : ', week, month'} or a date`
          return `${place} filters ${param} by ${value}, which is no day: say ${words}.`
        }),
      )
      if (bad.length > 0) return bad
      const [start, end] = [filter[from], filter[to]]
      if (typeof start !== 'string' || typeof end !== 'string') return []
      if (field.traits.filter === 'range')
        return Number(start) > Number(end) ? [`${place} is always empty: no ${name} is from ${start} to ${end}.`] : []
      if (field.traits.filter !== 'span' || isDate(start) !== isDate(end)) return []
      const [first, last] = [dayIn(start, someDay), dayIn(end, someDay)]
      return first !== null && last !== null && first >= last
        ? [`${place} is always empty: ${to} is not included, so say ${name}: '${start}' for the whole day.`]
        : []
    })
  })
}
