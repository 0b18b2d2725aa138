import Checkbox from '@mui/material/Checkbox'
import type { ChangeEvent } from 'react'
import { useMachineText } from '../../i18n/useMachineText'

const padding = { p: 0.5 }

interface SelectCheckboxProps {
  id: string | number
  name: string
  isSelected: boolean
  /** `isRange`: Shift is held. */
  onToggle: (id: string | number, isRange: boolean) => void
}

export const SelectCheckbox = ({ id, name, isSelected, onToggle }: SelectCheckboxProps) => {
  const text = useMachineText()
  const toggle = (event: ChangeEvent<HTMLInputElement>) => onToggle(id, (event.nativeEvent as MouseEvent).shiftKey)
  return (
    <Checkbox
      sx={padding}
      checked={isSelected}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': text('crud.list.select', { name }) } }}
    />
  )
}
