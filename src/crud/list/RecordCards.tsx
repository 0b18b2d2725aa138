import { useListContext } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useActionsOn } from '../actions/useOfferedActions'
import { useDeclaration } from '../declaration'
import styles from './list.module.css'
import { RecordLines } from './RecordLines'
import { RecordLink } from './RecordLink'
import { SelectCheckbox } from './SelectCheckbox'
import { useShownColumns } from './useShownColumns'

const RecordActions = lazy(async () => ({ default: (await import('../actions/RecordActions')).RecordActions }))

/** The list in context as cards, for narrow screens: a title, and under it what the columns show. */
export const RecordCards = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const resource = useDeclaration()
  const { data, selectedIds } = useListContext()
  const hasActions = useActionsOn('record', 'many').length > 0
  const [first, ...others] = useShownColumns()
  const title: readonly string[] = resource.list.cardTitle ?? first?.names ?? [resource.represent]
  const lines = [...(first ? [first] : []), ...others].filter(({ name }) => !title.includes(name))
  return (
    <ul className={styles.cards}>
      {data?.map(record => (
        <li key={record.id} className={styles.card}>
          <div className={styles.cardTitle}>
            {hasBulkActions && <SelectCheckbox record={record} isSelected={selectedIds.includes(record.id)} />}
            <RecordLink names={title} record={record} />
            {hasActions && (
              <span className={styles.cardActions}>
                <Suspense fallback={null}>
                  <RecordActions record={record} />
                </Suspense>
              </span>
            )}
          </div>
          <RecordLines record={record} columns={lines} />
        </li>
      ))}
    </ul>
  )
}
