import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useLocale, useRecordContext } from 'ra-core'
import { useEffect, useState } from 'react'
import { listTemplates } from '../../contract/calls/setup'
import { tenants } from '../../core'
import { RecordSearch } from '../../crud/inputs/RecordSearch'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { Row } from '../../ui/layout'
import { Tick } from '../../ui/Tick'
import { useText } from './useText'

const nothing = ''
/** Distinct from templates' keys. */
const another = '-another'
const byName = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'name', order: 'ASC' },
  filter: { isActive: true },
} as const

export const TenantBegins = ({ onNote }: { onNote: (note: { query: object }) => void }) => {
  const text = useText()
  const locale = useLocale()
  const isNew = useRecordContext()?.id === undefined
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [choice, setChoice] = useState(nothing)
  const [sampleBookings, setSampleBookings] = useState(false)
  const [copyFrom, setCopyFrom] = useState<string | null>(null)
  const { data: templates = [] } = useQuery({
    queryKey: ['setupTemplates', locale],
    queryFn: ({ signal }) => dataProvider.call(listTemplates, { query: { locale }, signal }),
    enabled: isNew,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (choice === another) onNote({ query: { copyFrom } })
    else onNote({ query: choice === nothing ? {} : { template: choice, sampleBookings } })
  }, [choice, sampleBookings, copyFrom, onNote])
  if (!isNew) return null
  return (
    <Row wrap gap="0.5rem 1rem" align="center">
      <TextField
        select
        size="small"
        fullWidth={false}
        sx={{ minWidth: '16rem' }}
        label={text('superadmin.tenant.begin')}
        value={choice}
        onChange={event => setChoice(event.target.value)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value={nothing}>{text('superadmin.tenant.beginEmpty')}</MenuItem>
        {templates.map(({ key, name }) => (
          <MenuItem key={key} value={key}>
            {name}
          </MenuItem>
        ))}
        <MenuItem value={another}>{text('superadmin.tenant.beginCopy')}</MenuItem>
      </TextField>
      {choice === another ? (
        <RecordSearch
          resource={tenants.name}
          params={byName}
          recordId={copyFrom}
          label={text('superadmin.tenant.copyFrom')}
          placeholder={text('superadmin.tenant.copySearch')}
          onChange={setCopyFrom}
        />
      ) : (
        choice !== nothing && (
          <Tick label={text('superadmin.tenant.samples')} checked={sampleBookings} onChange={setSampleBookings} />
        )
      )}
    </Row>
  )
}
