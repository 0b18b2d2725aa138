import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { RaRecord } from 'ra-core'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useFormAddress } from '../addresses'
import { FieldValue } from '../cells/FieldValue'
import { useDeclaration } from '../declaration'
import type { ListColumn } from './columnsOf'
import styles from './list.module.css'
import { RecordLink } from './RecordLink'
import { SelectCheckbox } from './SelectCheckbox'

interface RecordRowProps {
  record: RaRecord
  columns: readonly ListColumn[]
  isSelected?: boolean
  /** Absent where nothing can be done to several rows at once. */
  onToggle?: (id: string | number, isRange: boolean) => void
}

/** A row that opens its record wherever it is clicked; the keyboard has the link in its first cell. */
export const RecordRow = ({ record, columns, isSelected = false, onToggle }: RecordRowProps) => {
  const resource = useDeclaration()
  const address = useFormAddress(resource)
  const navigate = useNavigate()
  const open = (event: MouseEvent<HTMLElement>) => {
    const isControl = (event.target as Element).closest('a, button, input, label')
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (!isControl && !isSelecting) navigate(address('edit', String(record.id)), { state: { isOpenedHere: true } })
  }
  return (
    <TableRow hover selected={isSelected} onClick={open} className={styles.row}>
      {onToggle && (
        <TableCell padding="checkbox">
          <SelectCheckbox record={record} isSelected={isSelected} onToggle={onToggle} />
        </TableCell>
      )}
      {columns.map(({ name, align, kind }, index) => (
        <TableCell key={name} align={align} data-kind={kind}>
          {index === 0 ? (
            <RecordLink name={name} record={record} />
          ) : (
            <FieldValue resource={resource} name={name} record={record} />
          )}
        </TableCell>
      ))}
    </TableRow>
  )
}
