import Checkbox from '@mui/material/Checkbox'
import { useListContext } from 'ra-core'
import type { ChangeEvent } from 'react'
import { useDeclaration } from '../declaration'
import { useRecordName } from '../recordName'
import { useCrudText } from '../text/useCrudText'

const padding = { p: 0.5 }

interface SelectCheckboxProps {
  record: Readonly<Record<string, unknown>> & { id: string | number }
  isSelected: boolean
  /** Where the list knows what lies between two rows; `isRange` with the Shift key. */
  onToggle?: (id: string | number, isRange: boolean) => void
}

/** Chooses a row for what is done to several at once. */
export const SelectCheckbox = ({ record, isSelected, onToggle }: SelectCheckboxProps) => {
  const text = useCrudText()
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
