import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { RaRecord } from 'ra-core'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import type { ListColumn } from './columnsOf'
import { JoinedValues } from './JoinedValues'
import styles from './list.module.css'
import { RecordLink } from './RecordLink'
import { RowEnd } from './RowEnd'
import { SelectCheckbox } from './SelectCheckbox'

interface RecordRowProps {
  record: RaRecord
  columns: readonly ListColumn[]
  isSelected?: boolean
  /** The row ends in more than its values. */
  hasEnd: boolean
  /** Absent if there are no bulk actions. */
  onToggle?: (id: string | number, isRange: boolean) => void
}

/** A row that opens its record wherever it is clicked; the keyboard uses the link in its first cell. */
export const RecordRow = ({ record, columns, hasEnd, isSelected = false, onToggle }: RecordRowProps) => {
  const resource = useDeclaration()
  const address = useFormAddress(resource)
  const navigate = useNavigate()
  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    // A menu of the row is rendered elsewhere on the page.
    const isControl = !event.currentTarget.contains(target) || target.closest('a, button, input, label')
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
      {columns.map(({ name, names, align, kind }, index) => (
        <TableCell key={name} align={align} data-kind={kind}>
          {index === 0 ? (
            <RecordLink names={names} record={record} />
          ) : names.length > 1 ? (
            <JoinedValues names={names} record={record} />
          ) : (
            <FieldValue resource={resource} name={name} record={record} isInList />
          )}
        </TableCell>
      ))}
      {hasEnd && (
        <TableCell padding="none" align="right" className={styles.actions}>
          <RowEnd record={record} />
        </TableCell>
      )}
    </TableRow>
  )
}
