import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { RaRecord } from 'ra-core'
import type { MouseEvent, ReactNode } from 'react'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import type { ListColumn } from './columnsOf'
import { JoinedValues } from './JoinedValues'
import styles from './list.module.css'
import { RecordLink } from './RecordLink'
import { SelectCheckbox } from './SelectCheckbox'

interface RecordRowProps {
  record: RaRecord
  columns: readonly ListColumn[]
  /** Required if rows can be selected. */
  name?: string
  isSelected?: boolean
  end?: ReactNode
  onToggle?: (id: string | number, isRange: boolean) => void
}

/** The first cell has a link for the keyboard. */
export const RecordRow = ({ record, columns, name = '', isSelected = false, end, onToggle }: RecordRowProps) => {
  const resource = useDeclaration()
  const address = useFormAddress(resource)
  const navigate = useStableNavigate()
  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    // React bubbles the row menu's events here from outside the row.
    const isControl = !event.currentTarget.contains(target) || target.closest('a, button, input, label')
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (!isControl && !isSelecting) navigate(address('edit', String(record.id)), { state: { isOpenedHere: true } })
  }
  return (
    <TableRow hover selected={isSelected} onClick={open} className={styles.row}>
      {onToggle && (
        <TableCell padding="checkbox">
          <SelectCheckbox id={record.id} name={name} isSelected={isSelected} onToggle={onToggle} />
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
      {end !== undefined && (
        <TableCell padding="none" align="right" className={styles.actions}>
          {end}
        </TableCell>
      )}
    </TableRow>
  )
}
