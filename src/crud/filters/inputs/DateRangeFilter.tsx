import { TextInput } from 'react-admin'
import type { FilterInputProps } from '../../kinds'
import { rangeSources } from '../filterSources'
import { toEnd, toLastDay } from '../lastDay'

const slotProps = { inputLabel: { shrink: true } }

/** The first and the last day of a span, both included; a moment counts by its day in the tenant's zone. */
export const DateRangeFilter = ({ name }: FilterInputProps<'localDate'> | FilterInputProps<'instant'>) => {
  const { from, to } = rangeSources(name)
  return (
    <>
      <TextInput source={from} type="date" label="crud.filter.from" helperText={false} slotProps={slotProps} />
      <TextInput
        source={to}
        type="date"
        label="crud.filter.to"
        format={toLastDay}
        parse={toEnd}
        helperText={false}
        slotProps={slotProps}
      />
    </>
  )
}
