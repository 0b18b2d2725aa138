import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type RaRecord, useGetList, useGetOne } from 'ra-core'
import { useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { inPlace } from '../../ui/inputs/inPlace'
import { useSettled } from '../../ui/inputs/useSettled'

interface NamedRecord extends RaRecord<string> {
  name: string
}

type Option<R> = R | { id: typeof moreId; left: number }

const moreId = 'more'

interface RecordSearchProps<R> {
  resource: string
  params: {
    pagination: { page: number; perPage: number }
    sort: { field: string; order: 'ASC' | 'DESC' }
    filter: object
  }
  recordId: string | null
  label: string
  placeholder: string
  without?: string
  labelOf?: (record: R) => string
  /** Opens with the focus. */
  isAsked?: boolean
  onChange: (id: string | null) => void
}

/** Finds a record by name. Shows the chosen one even if not found. */
export const RecordSearch = <R extends NamedRecord>({
  resource,
  params,
  recordId,
  label,
  placeholder,
  without,
  labelOf = ({ name }) => name,
  isAsked = false,
  onChange,
}: RecordSearchProps<R>) => {
  const text = useMachineText()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed).trim()
  const {
    data: answered = [],
    total = 0,
    isFetching,
    isPlaceholderData,
  } = useGetList<R>(resource, q ? { ...params, filter: { ...params.filter, q } } : params, {
    placeholderData: before => before,
  })
  const found = answered.filter(({ id }) => id !== without)
  const { data: chosen } = useGetOne<R>(resource, { id: recordId ?? '' }, { enabled: recordId !== null, retry: false })
  const value = recordId === null ? null : (chosen ?? null)
  const isAnswered = q === typed.trim() && !isPlaceholderData
  // Enter must not choose a stale option.
  const fitting = isAnswered ? found : found.filter(one => labelOf(one).toLowerCase().includes(typed.toLowerCase()))
  const left = isAnswered ? total - answered.length : 0
  const options: Option<R>[] = left > 0 ? [...fitting, { id: moreId, left }] : fitting
  const isRecord = (option: Option<R>): option is R => !('left' in option) || option.id !== moreId
  return (
    <Autocomplete<Option<R>>
      // MUI requires the chosen record among the options.
      options={value && !fitting.some(({ id }) => id === value.id) ? [value, ...options] : options}
      filterOptions={all => (typed ? all.filter(one => options.includes(one)) : all)}
      value={value}
      getOptionLabel={one => (isRecord(one) ? labelOf(one) : text('crud.lookup.more', { count: one.left }))}
      getOptionKey={({ id }) => id}
      getOptionDisabled={one => !isRecord(one)}
      isOptionEqualToValue={(option, { id }) => option.id === id}
      onInputChange={(_, entered, reason) => setTyped(reason === 'input' ? entered : '')}
      onChange={(_, one) => onChange(one?.id ?? null)}
      loading={isFetching || !isAnswered}
      loadingText={text('crud.lookup.searching')}
      noOptionsText={text('crud.lookup.nothing')}
      autoHighlight
      openOnFocus={isAsked}
      {...inPlace}
      renderInput={input => (
        <TextField
          {...input}
          autoFocus={isAsked}
          label={label}
          placeholder={placeholder}
          slotProps={{ inputLabel: { ...input.InputLabelProps, shrink: true } }}
        />
      )}
    />
  )
}
