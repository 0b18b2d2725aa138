import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import { InputFrame, type InputProps, Muted, Stack } from '../../show'
import ItemPicker from '../availability/ItemPicker'
import { useVariants } from '../availability/useRequest'
import { useText } from './useText'

const VariantInput = (props: InputProps<'reference'>) => {
  const text = useText()
  const { field, fieldState } = useController({ name: props.name })
  const [itemId, setItemId] = useState<string | null>(null)
  const { variants, isLoading } = useVariants(itemId, null)
  const open = variants.filter(({ isActive, waitlistEnabled }) => isActive && waitlistEnabled)
  const chosen = open.some(({ id }) => id === field.value) ? field.value : ''
  const first = open[0]?.id ?? null
  const { onChange } = field
  useEffect(() => {
    if (itemId && chosen === '' && !isLoading) onChange(first)
  }, [itemId, chosen, first, isLoading, onChange])
  return (
    <InputFrame input={props} error={fieldState.error?.message}>
      <Stack gap="0.75rem">
        <ItemPicker itemId={itemId} placeholder="" onChange={setItemId} />
        {open.length > 0 && (
          <TextField
            select
            size="small"
            label={text('waitlist.variant')}
            value={chosen}
            onChange={event => onChange(event.target.value)}
          >
            {open.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        {itemId && !isLoading && open.length === 0 && <Muted>{text('waitlist.noVariants')}</Muted>}
      </Stack>
    </InputFrame>
  )
}

export default VariantInput
