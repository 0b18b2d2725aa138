import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useController } from 'react-hook-form'
import type { Variant } from '../../resources/variants'
import { InputFrame, type InputProps, Muted, Stack } from '../../show'
import ItemPicker from '../availability/ItemPicker'
import { useVariants } from '../availability/useRequest'
import { useText } from './useText'

interface VariantChoiceProps {
  input: InputProps<'reference'>
  label: string
  accepts: (variant: Variant) => boolean
  none?: string
}

export const VariantChoice = ({ input, label, accepts, none }: VariantChoiceProps) => {
  const { field, fieldState } = useController({ name: input.name })
  const [itemId, setItemId] = useState<string | null>(null)
  const { variants, isLoading } = useVariants(itemId, null)
  const open = variants.filter(accepts)
  const chosen = open.some(({ id }) => id === field.value) ? field.value : ''
  const first = open[0]?.id ?? null
  const { onChange } = field
  useEffect(() => {
    if (itemId && chosen === '' && !isLoading) onChange(first)
  }, [itemId, chosen, first, isLoading, onChange])
  return (
    <InputFrame input={input} error={fieldState.error?.message}>
      <Stack gap="0.75rem">
        <ItemPicker itemId={itemId} placeholder="" onChange={setItemId} />
        {open.length > 0 && (
          <TextField select size="small" label={label} value={chosen} onChange={event => onChange(event.target.value)}>
            {open.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        {none && itemId && !isLoading && open.length === 0 && <Muted>{none}</Muted>}
      </Stack>
    </InputFrame>
  )
}

const VariantInput = (props: InputProps<'reference'>) => {
  const text = useText()
  return (
    <VariantChoice
      input={props}
      label={text('waitlist.variant')}
      accepts={({ isActive, waitlistEnabled }) => isActive && waitlistEnabled}
      none={text('waitlist.noVariants')}
    />
  )
}

export default VariantInput
