import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import { RecordContextProvider, useListContext } from 'ra-core'
import { lazy, Suspense, useRef } from 'react'
import { useDeclaration } from '../declaration'
import { useRecordNames } from '../recordName'
import styles from './list.module.css'
import { RecordRow } from './RecordRow'
import { RecordTableHead } from './RecordTableHead'
import { useRowEnd } from './useRowEnd'
import { useShownColumns } from './useShownColumns'

const SumsFoot = lazy(async () => ({ default: (await import('./ListSums')).SumsFoot }))

/** react-admin's DataTable would take a third of a first page's budget. */
export const RecordTable = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const { data = [], selectedIds, onSelect, onToggleItem } = useListContext()
  const resource = useDeclaration()
  const nameOf = useRecordNames(resource, data)
  const endOf = useRowEnd()
  const columns = useShownColumns()
  const lastChosen = useRef<string | number>(undefined)

  /** Shift includes all rows since the last one. */
  const toggle = (id: string | number, isRange: boolean) => {
    const ids = data.map(record => record.id)
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
  }
  return (
    <div className={styles.scroll} data-table>
      <Table size="small">
        <RecordTableHead columns={columns} hasBulkActions={hasBulkActions} hasActions={endOf !== null} />
        <TableBody>
          {data.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <RecordRow
                record={record}
                columns={columns}
                {...(endOf && { end: endOf(record) })}
                {...(hasBulkActions && {
                  name: nameOf(record),
                  isSelected: selectedIds.includes(record.id),
                  onToggle: toggle,
                })}
              />
            </RecordContextProvider>
          ))}
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
