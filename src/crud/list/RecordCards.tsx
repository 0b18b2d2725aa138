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

/** The list in context as cards, for narrow screens: the first column is the title, the others are labelled lines. */
export const RecordCards = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const resource = useDeclaration()
  const { data, selectedIds } = useListContext()
  const first: string = resource.list.columns[0] ?? resource.represent
  const hasActions = useActionsOn('record', 'many').length > 0
  const lines = useShownColumns().filter(name => name !== first)
  return (
    <ul className={styles.cards}>
      {data?.map(record => (
        <li key={record.id} className={styles.card}>
          <div className={styles.cardTitle}>
            {hasBulkActions && <SelectCheckbox record={record} isSelected={selectedIds.includes(record.id)} />}
            <RecordLink name={first} record={record} />
            {hasActions && (
              <span className={styles.cardActions}>
                <Suspense fallback={null}>
                  <RecordActions record={record} />
                </Suspense>
              </span>
            )}
          </div>
          <RecordLines record={record} names={lines} />
        </li>
      ))}
    </ul>
  )
}
