import Checkbox from '@mui/material/Checkbox'
import { useListContext } from 'ra-core'
import type { ChangeEvent } from 'react'
import { useMachineText } from '../../i18n/useMachineText'

const padding = { p: 0.5 }

interface SelectCheckboxProps {
  id: string | number
  name: string
  isSelected: boolean
  /** `isRange`: Shift is held. */
  onToggle?: (id: string | number, isRange: boolean) => void
}

export const SelectCheckbox = ({ id, name, isSelected, onToggle }: SelectCheckboxProps) => {
  const text = useMachineText()
  const { onToggleItem } = useListContext()
  const toggle = (event: ChangeEvent<HTMLInputElement>) => {
    if (onToggle) onToggle(id, (event.nativeEvent as MouseEvent).shiftKey)
    else onToggleItem(id)
  }
  return (
    <Checkbox
      sx={padding}
      checked={isSelected}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': text('crud.list.select', { name }) } }}
    />
  )
}
