import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type RaRecord, useGetList, useGetOne } from 'ra-core'
import { useState } from 'react'
import { useText } from '../../i18n/useText'
import { inPlace } from './inPlace'
import { useSettled } from './useSettled'

interface NamedRecord extends RaRecord<string> {
  name: string
}

/** A record, or the note that there are more than those. */
type Option<R> = R | { id: typeof moreId; left: number }

const moreId = 'more'

interface RecordSearchProps<R> {
  /** The name of the resource. */
  resource: string
  /** What the first page is asked for with, before anything is typed. */
  params: {
    pagination: { page: number; perPage: number }
    sort: { field: string; order: 'ASC' | 'DESC' }
    filter: object
  }
  recordId: string | null
  label: string
  placeholder: string
  labelOf?: (record: R) => string
  onChange: (id: string | null) => void
}

/** One record of however many, searched for by the API as one types; the chosen one is shown by name wherever it stands. */
export const RecordSearch = <R extends NamedRecord>({
  resource,
  params,
  recordId,
  label,
  placeholder,
  labelOf = ({ name }) => name,
  onChange,
}: RecordSearchProps<R>) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed).trim()
  const {
    data: found = [],
    total = 0,
    isFetching,
    isPlaceholderData,
  } = useGetList<R>(resource, q ? { ...params, filter: { ...params.filter, q } } : params, {
    placeholderData: before => before,
  })
  const { data: chosen } = useGetOne<R>(resource, { id: recordId ?? '' }, { enabled: recordId !== null, retry: false })
  const value = recordId === null ? null : (chosen ?? null)
  const isAnswered = q === typed.trim() && !isPlaceholderData
  // Until the answer is there, Enter must not choose what does not fit.
  const fitting = isAnswered ? found : found.filter(one => labelOf(one).toLowerCase().includes(typed.toLowerCase()))
  const left = isAnswered ? total - found.length : 0
  const options: Option<R>[] = left > 0 ? [...fitting, { id: moreId, left }] : fitting
  const isRecord = (option: Option<R>): option is R => !('left' in option) || option.id !== moreId
  return (
    <Autocomplete<Option<R>>
      // The chosen one has to be among them; what is listed is what was found.
      options={value && !fitting.some(({ id }) => id === value.id) ? [value, ...options] : options}
      filterOptions={all => (typed ? all.filter(one => options.includes(one)) : all)}
      value={value}
      getOptionLabel={one => (isRecord(one) ? labelOf(one) : text('search.more', { count: one.left }))}
      getOptionKey={({ id }) => id}
      getOptionDisabled={one => !isRecord(one)}
      isOptionEqualToValue={(option, { id }) => option.id === id}
      onInputChange={(_, entered, reason) => setTyped(reason === 'input' ? entered : '')}
      onChange={(_, one) => onChange(one?.id ?? null)}
      loading={isFetching || !isAnswered}
      loadingText={text('booking.searching')}
      noOptionsText={text('search.nothing')}
      autoHighlight
      {...inPlace}
      renderInput={input => (
        <TextField
          {...input}
          label={label}
          placeholder={placeholder}
          slotProps={{ inputLabel: { ...input.InputLabelProps, shrink: true } }}
        />
      )}
    />
  )
}
