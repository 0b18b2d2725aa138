import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import type { RaRecord } from 'ra-core'
import { type MouseEvent, memo } from 'react'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import type { ListColumn } from './columnsOf'
import { JoinedValues } from './JoinedValues'
import styles from './list.module.css'
import { RecordLink } from './RecordLink'
import { SelectCheckbox } from './SelectCheckbox'
import type { useRowEnd } from './useRowEnd'

interface RecordRowProps {
  record: RaRecord
  columns: readonly ListColumn[]
  endOf: ReturnType<typeof useRowEnd>
  name?: string
  isSelected?: boolean
  onToggle?: (id: string | number, isRange: boolean) => void
  onOpen: (id: string) => void
}

const Cells = memo(({ record, columns }: Pick<RecordRowProps, 'record' | 'columns'>) => {
  const resource = useDeclaration()
  return columns.map(({ name, names, align, kind }, index) => (
    <TableCell key={name} align={align} data-kind={kind}>
      {index === 0 ? (
        <RecordLink names={names} record={record} />
      ) : names.length > 1 ? (
        <JoinedValues names={names} record={record} />
      ) : (
        <FieldValue resource={resource} name={name} record={record} isInList />
      )}
    </TableCell>
  ))
})

/** The keyboard uses the link in the first cell. */
export const RecordRow = memo(
  ({ record, columns, endOf, name = '', isSelected = false, onToggle, onOpen }: RecordRowProps) => {
    const open = (event: MouseEvent<HTMLElement>) => {
      const target = event.target as Element
      // React bubbles the row menu's events.
      const isControl = !event.currentTarget.contains(target) || target.closest('a, button, input, label')
      const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
      if (!isControl && !isSelecting) onOpen(String(record.id))
    }
    return (
      <TableRow hover selected={isSelected} onClick={open} className={styles.row}>
        {onToggle && (
          <TableCell padding="checkbox">
            <SelectCheckbox id={record.id} name={name} isSelected={isSelected} onToggle={onToggle} />
          </TableCell>
        )}
        <Cells record={record} columns={columns} />
        {endOf && (
          <TableCell padding="none" align="right" className={styles.actions}>
            {endOf(record)}
          </TableCell>
        )}
      </TableRow>
    )
  },
)
