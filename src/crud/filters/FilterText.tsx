import { Fragment } from 'react'
import { FieldValue } from '../cells/FieldValue'
import { useDisplay } from '../format/display'
import { formatDate } from '../format/times'
import { type FilterValueProps, isEmpty } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import { isRanged, rangeSources } from './filterSources'
import { toLastDay } from './lastDay'

const RangeText = ({ name, values }: Pick<FilterValueProps, 'name' | 'values'>) => {
  const text = useCrudText()
  const { locale } = useDisplay()
  const sources = rangeSources(name)
  const from = values[sources.from] ? formatDate(String(values[sources.from]), locale) : ''
  const to = values[sources.to] ? formatDate(toLastDay(String(values[sources.to])), locale) : ''
  if (from && to) return text('crud.filter.range', { from, to })
  return from ? text('crud.filter.since', { from }) : text('crud.filter.until', { to })
}

/** Lists of references are filtered by one of them. */
const asValue = ({ kind }: FilterValueProps['field'], value: unknown): unknown =>
  kind === 'references' && !isEmpty(value) ? [value].flat() : value

/** What a filter is set to, in words. */
export const FilterText = ({ resource, name, field, values }: FilterValueProps) => {
  if (isRanged(field)) return <RangeText name={name} values={values} />
  const value = asValue(field, values[name])
  // Several choices are alternatives.
  const shown = field.kind === 'choice' && Array.isArray(value) ? value : [value]
  return shown.map((one, index) => (
    <Fragment key={String(one)}>
      {index > 0 && ', '}
      <FieldValue resource={resource} name={name} record={{ [name]: one }} isInLink />
    </Fragment>
  ))
}
