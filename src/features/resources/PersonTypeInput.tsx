import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import { useEffect } from 'react'
import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import { type ResourceType, resourceTypes } from '../../resources/resourceTypes'
import { type InputProps, resourceKeys } from '../../show'
import { useText } from './useText'

const PersonTypeInput = ({ name }: InputProps) => {
  const text = useText()
  const { field, fieldState } = useController({ name })
  const { data = [], isPending } = useGetList<ResourceType>(resourceTypes.name, {
    filter: { kind: 'person', isActive: true },
    sort: { field: 'sortOrder', order: 'ASC' },
    pagination: { page: 1, perPage: 100 },
  })
  const first = data[0]?.id
  const { value, onChange } = field
  useEffect(() => {
    if (!value && first) onChange(first)
  }, [value, first, onChange])
  if (!isPending && data.length === 0)
    return (
      <p>
        {text('resources.noPersonType')} <Link to="/setup/resource-types/">{text('resources.openTypes')}</Link>
      </p>
    )
  return (
    <TextField
      select
      fullWidth
      label={text(resourceKeys(resourceTypes).name, { smart_count: 1 })}
      value={data.some(({ id }) => id === value) ? value : ''}
      onChange={event => onChange(event.target.value)}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
    >
      {data.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

export default PersonTypeInput
