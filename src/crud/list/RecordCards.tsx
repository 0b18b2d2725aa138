import { RecordContextProvider, useListContext } from 'ra-core'
import { useDeclaration } from '../declaration'
import styles from './list.module.css'
import { RecordLines } from './RecordLines'
import { RecordLink } from './RecordLink'
import { RowEnd, useHasRowEnd } from './RowEnd'
import { SelectCheckbox } from './SelectCheckbox'
import { useShownColumns } from './useShownColumns'

/** The list in context as cards, for narrow screens: a title, and under it what the columns show. */
export const RecordCards = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const resource = useDeclaration()
  const { data, selectedIds } = useListContext()
  const hasEnd = useHasRowEnd()
  const [first, ...others] = useShownColumns()
  const title: readonly string[] = resource.list.cardTitle ?? first?.names ?? [resource.represent]
  const lines = [...(first ? [first] : []), ...others].filter(({ name }) => !title.includes(name))
  return (
    <ul className={styles.cards}>
      {data?.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <li className={styles.card}>
            <div className={styles.cardTitle}>
              {hasBulkActions && <SelectCheckbox record={record} isSelected={selectedIds.includes(record.id)} />}
              <RecordLink names={title} record={record} />
              {hasEnd && (
                <span className={styles.cardActions}>
                  <RowEnd record={record} />
                </span>
              )}
            </div>
            <RecordLines record={record} columns={lines} />
          </li>
        </RecordContextProvider>
      ))}
    </ul>
  )
}
