import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type RaRecord, useGetList } from 'ra-core'
import { useDeferredValue, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource } from '../../schema'
import { inPlace } from '../../ui/inputs/inPlace'
import { sortOf } from '../list/sortOf'
import { recordName, useWords } from '../recordName'

interface AddRecordProps {
  target: AnyResource
  label: string
  without: readonly string[]
  onAdd: (id: string) => void
}

const perPage = 100

export const AddRecord = ({ target, label, without, onAdd }: AddRecordProps) => {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const [isOpen, setOpen] = useState(false)
  const { data = [], isPending } = useGetList(
    target.name,
    {
      filter: q && target.list.search?.length ? { q } : {},
      sort: sortOf(target.list.sort),
      pagination: { page: 1, perPage },
    },
    { enabled: isOpen },
  )
  const text = useMachineText()
  const words = useWords()
  const options = data.filter(({ id }) => !without.includes(String(id)))
  return (
    <Autocomplete<RaRecord>
      value={null}
      inputValue={typed}
      options={options}
      loading={isPending}
      loadingText={text('crud.lookup.searching')}
      noOptionsText={text('crud.lookup.nothing')}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      getOptionLabel={record => recordName(target, record, words)}
      getOptionKey={({ id }) => id}
      filterOptions={records => records}
      onInputChange={(_, value, reason) => setTyped(reason === 'input' ? value : '')}
      onChange={(_, record) => {
        if (record) onAdd(String(record.id))
      }}
      autoHighlight
      blurOnSelect={false}
      {...inPlace}
      renderInput={params => <TextField {...params} label={label} />}
    />
  )
}
