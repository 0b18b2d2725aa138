import { Fragment, type ReactNode } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { partName, rangeNames } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatDate } from '../../ui/format/times'
import { cellOf, filterOf, viewOf } from '../kinds'
import { type FilterValueProps, isEmpty } from '../kinds/kindView'
import { toLastDay } from './lastDays'
import { rangeOf } from './standardRanges'

const Value = ({ resource, name, field, value }: Omit<FilterValueProps, 'values'> & { value: unknown }) => {
  const Cell = viewOf(field).Cell
  const record = { [name]: value }
  return <Cell {...{ resource, name, field, record, cellOf }} value={value as never} isInLink />
}

const SpanText = ({ name, values }: Pick<FilterValueProps, 'name' | 'values'>) => {
  const text = useMachineText()
  const { locale } = useDisplay()
  const sources = rangeNames(name)
  const from = values[sources.from] ? formatDate(String(values[sources.from]), locale) : ''
  const to = values[sources.to] ? formatDate(toLastDay(String(values[sources.to])), locale) : ''
  if (from && to) return text('crud.filter.range', { from, to })
  return from ? text('crud.filter.since', { from }) : text('crud.filter.until', { to })
}

const RangeText = ({ resource, name, field, values }: FilterValueProps) => {
  const { currency: own } = useDisplay()
  const { from, to } = rangeNames(name)
  const currency = String(values[partName(name, 'currency')] ?? own)
  const range = rangeOf(viewOf(field).range)
  const said = (bound: unknown): ReactNode =>
    isEmpty(bound) ? null : (
      <Value resource={resource} name={name} field={field} value={range?.value(bound, currency)} />
    )
  const [least, most] = [said(values[from]), said(values[to])]
  if (least && most)
    return (
      <>
        {least} – {most}
      </>
    )
  return least ? <>≥ {least}</> : <>≤ {most}</>
}

const asked = ({ name, field, values }: FilterValueProps, one: unknown, currency: string): unknown => {
  if (field.traits.filter === 'among') return [one]
  const range = rangeOf(viewOf(field).range)
  return range ? range.value(one, String(values[partName(name, 'currency')] ?? currency)) : one
}

const FilterText = (props: FilterValueProps) => {
  const { name, field, values } = props
  const { currency } = useDisplay()
  const text = useMachineText()
  const { filter } = field.traits
  const value = values[name]
  if (filter === 'presence') return text(String(value) === 'true' ? 'crud.yes' : 'crud.no')
  if (isEmpty(value) && (filter === 'span' || filter === 'overlap')) return <SpanText name={name} values={values} />
  if (isEmpty(value) && filter === 'range') return <RangeText {...props} />
  return [value].flat().map((one, index) => (
    <Fragment key={String(one)}>
      {index > 0 && ', '}
      {filter === 'contains' && filterOf(field) !== 'known' ? (
        `“${one}”`
      ) : (
        <Value {...props} value={asked(props, one, currency)} />
      )}
    </Fragment>
  ))
}

export default FilterText
