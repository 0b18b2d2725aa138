import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import { type RaRecord, RecordContextProvider, useEvent, useListContext } from 'ra-core'
import { lazy, memo, Suspense, useDeferredValue, useRef } from 'react'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { useRecordNames } from '../recordName'
import styles from './list.module.css'
import { RecordRow } from './RecordRow'
import { RecordTableHead } from './RecordTableHead'
import { useRowEnd } from './useRowEnd'
import { useShownColumns } from './useShownColumns'
import { useSteadyColumns } from './useSteadyColumns'

const SumsFoot = lazy(async () => ({ default: (await import('./ListSums')).SumsFoot }))

interface RowsProps {
  records: readonly RaRecord[]
  selectedIds: readonly (string | number)[]
  columns: ReturnType<typeof useShownColumns>
  endOf: ReturnType<typeof useRowEnd>
  onToggle: ((id: string | number, isRange: boolean) => void) | undefined
}

const Rows = memo(({ records, selectedIds, columns, endOf, onToggle }: RowsProps) => {
  const resource = useDeclaration()
  const nameOf = useRecordNames(resource, records)
  const address = useFormAddress(resource)
  const navigate = useStableNavigate()
  const open = useEvent((id: string) => navigate(address('edit', id), { state: { isOpenedHere: true } }))
  return records.map(record => (
    <RecordContextProvider key={record.id} value={record}>
      <RecordRow
        record={record}
        columns={columns}
        onOpen={open}
        endOf={endOf}
        {...(onToggle && { name: nameOf(record), isSelected: selectedIds.includes(record.id), onToggle })}
      />
    </RecordContextProvider>
  ))
})

const none: readonly RaRecord[] = []

/** react-admin's DataTable would take a third of a first page's budget. */
export const RecordTable = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const { data = none, selectedIds, onSelect, onToggleItem } = useListContext()
  const resource = useDeclaration()
  const endOf = useRowEnd()
  const columns = useShownColumns()
  const lastChosen = useRef<string | number>(undefined)
  // Input comes first.
  const shown = useDeferredValue(data)
  const names = [hasBulkActions, ...columns.map(({ name }) => name), endOf !== null].join()
  const head = useSteadyColumns(names, shown.length > 0)

  const toggle = useEvent((id: string | number, isRange: boolean) => {
    const ids = shown.map(record => record.id)
    const from = lastChosen.current === undefined ? -1 : ids.indexOf(lastChosen.current)
    const to = ids.indexOf(id)
    lastChosen.current = id
    if (!isRange || from < 0) return onToggleItem(id)
    const between = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    onSelect(
      selectedIds.includes(id)
        ? selectedIds.filter(each => !between.includes(each))
        : Array.from(new Set([...selectedIds, ...between])),
    )
  })
  return (
    <div className={styles.scroll} data-table>
      <Table size="small">
        <RecordTableHead row={head} columns={columns} hasBulkActions={hasBulkActions} hasActions={endOf !== null} />
        <TableBody>
          <Rows
            records={shown}
            selectedIds={selectedIds}
            columns={columns}
            endOf={endOf}
            onToggle={hasBulkActions ? toggle : undefined}
          />
        </TableBody>
        {resource.list.sums && (
          <Suspense fallback={null}>
            <SumsFoot columns={columns} hasBulkActions={hasBulkActions} hasActions={endOf !== null} />
          </Suspense>
        )}
      </Table>
    </div>
  )
}
