import Checkbox from '@mui/material/Checkbox'
import { useListContext } from 'ra-core'
import type { ChangeEvent } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { useRecordName } from '../recordName'

const padding = { p: 0.5 }

interface SelectCheckboxProps {
  record: Readonly<Record<string, unknown>> & { id: string | number }
  isSelected: boolean
  /** Selects instead of the list; `isRange` if the Shift key is held. */
  onToggle?: (id: string | number, isRange: boolean) => void
}

/** Selects a row for bulk actions. */
export const SelectCheckbox = ({ record, isSelected, onToggle }: SelectCheckboxProps) => {
  const text = useMachineText()
  const name = useRecordName(useDeclaration(), record)
  const { onToggleItem } = useListContext()
  const toggle = (event: ChangeEvent<HTMLInputElement>) => {
    if (onToggle) onToggle(record.id, (event.nativeEvent as MouseEvent).shiftKey)
    else onToggleItem(record.id)
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
