import { RecordContextProvider, useListContext } from 'ra-core'
import { lazy, Suspense } from 'react'
import type { AnyListViews } from '../../schema'
import { Row, Stack } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import { useRecordNames } from '../recordName'
import styles from './list.module.css'
import { RecordDays } from './RecordDays'
import { RecordLines } from './RecordLines'
import { RecordLink } from './RecordLink'
import { SelectCheckbox } from './SelectCheckbox'
import { useRowEnd } from './useRowEnd'
import { useShownColumns } from './useShownColumns'

const SumsLine = lazy(async () => ({ default: (await import('./ListSums')).SumsLine }))

export const RecordCards = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const resource = useDeclaration()
  const { data = [], selectedIds, sort, onToggleItem } = useListContext()
  const nameOf = useRecordNames(resource, data)
  const endOf = useRowEnd()
  const [first, ...others] = useShownColumns()
  const title: readonly string[] = resource.list.cardTitle ?? first?.names ?? [resource.represent]
  const lines = [...(first ? [first] : []), ...others].filter(({ name }) => !title.includes(name))
  const calendar = (resource.list.views as AnyListViews | undefined)?.calendar
  if (calendar && calendar.from === sort.field)
    return <RecordDays calendar={calendar} hasBulkActions={hasBulkActions} />
  return (
    <Stack as="ul" gap="0.75rem">
      {data.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <li className={styles.card}>
            <Row gap="0.25rem" className={styles.cardTitle}>
              {hasBulkActions && (
                <SelectCheckbox
                  id={record.id}
                  name={nameOf(record)}
                  isSelected={selectedIds.includes(record.id)}
                  onToggle={onToggleItem}
                />
              )}
              <RecordLink names={title} record={record} />
              {endOf && <span className={styles.cardActions}>{endOf(record)}</span>}
            </Row>
            <RecordLines record={record} columns={lines} />
          </li>
        </RecordContextProvider>
      ))}
      {resource.list.sums && (
        <Suspense fallback={null}>
          <SumsLine columns={lines} />
        </Suspense>
      )}
    </Stack>
  )
}
