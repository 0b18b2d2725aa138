import TextField from '@mui/material/TextField'
import { type ReactNode, useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { partName, rangeNames } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { DaySpan } from '../../ui/inputs/DaySpan'
import { viewOf } from '../kinds'
import type { FilterInputProps } from '../kinds/kindView'
import { useUnit } from '../kinds/Unit'
import { toEnd, toLastDay } from './lastDays'
import { rangeOf } from './standardRanges'

/** Both days, in the tenant's zone. */
export const SpanFilter = ({ name }: FilterInputProps) => {
  const text = useMachineText()
  const { from, to } = rangeNames(name)
  const { setValue } = useFormContext()
  const [first, end]: unknown[] = useWatch({ name: [from, to] })
  return (
    <DaySpan
      days={{ from: typeof first === 'string' ? first : '', to: toLastDay(typeof end === 'string' ? end : null) }}
      labels={{ from: text('crud.filter.from'), to: text('crud.filter.to') }}
      onChange={days => {
        setValue(from, days.from, { shouldDirty: true })
        setValue(to, toEnd(days.to) ?? '', { shouldDirty: true })
      }}
    />
  )
}

interface BoundProps {
  input: FilterInputProps
  source: string
  label: string
  autoFocus?: boolean
  adornment?: ReactNode
}

/** Invalid text is no bound. */
const Bound = ({ input, source, label, autoFocus = false }: BoundProps) => {
  const { name, field } = input
  const range = rangeOf(viewOf(field).range)
  const unit = useUnit(input)
  const { currency: own } = useDisplay()
  const id = useId()
  const { setValue } = useFormContext()
  const bound: unknown = useWatch({ name: source })
  const hasParts = field.traits.filterParts?.includes('currency') ?? false
  const currencySource = partName(name, 'currency')
  const chosen: unknown = useWatch({ name: currencySource })
  const currency = hasParts && typeof chosen === 'string' && chosen ? chosen : own
  const isSet = bound !== undefined && bound !== null && bound !== ''
  const [typed, setTyped] = useState(isSet ? (range?.format(bound, currency) ?? '') : '')
  const change = (text: string) => {
    setTyped(text)
    const value = range?.parse(text, currency)
    setValue(source, value ?? '', { shouldDirty: true })
    if (hasParts) setValue(currencySource, value === undefined || value === null ? '' : currency, { shouldDirty: true })
  }
  return (
    <TextField
      id={id}
      value={typed}
      label={label}
      error={range?.parse(typed, currency) === undefined}
      onChange={event => change(event.target.value)}
      autoFocus={autoFocus}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        ...((hasParts || unit) && { input: { endAdornment: hasParts ? currency : unit } }),
      }}
    />
  )
}

export const RangeFilter = (props: FilterInputProps) => {
  const text = useMachineText()
  const { from, to } = rangeNames(props.name)
  return (
    <>
      <Bound input={props} source={from} label={text('crud.filter.from')} autoFocus />
      <Bound input={props} source={to} label={text('crud.filter.to')} />
    </>
  )
}
