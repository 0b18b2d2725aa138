import { useListContext } from 'ra-core'
import { useDeclaration } from '../declaration'
import styles from './list.module.css'
import { RecordLines } from './RecordLines'
import { RecordLink } from './RecordLink'
import { SelectCheckbox } from './SelectCheckbox'
import { useShownColumns } from './useShownColumns'

/** The list around it as cards, for narrow screens: the first column is the title, the others are named lines. */
export const RecordCards = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const resource = useDeclaration()
  const { data, selectedIds } = useListContext()
  const first: string = resource.list.columns[0] ?? resource.represent
  const lines = useShownColumns().filter(name => name !== first)
  return (
    <ul className={styles.cards}>
      {data?.map(record => (
        <li key={record.id} className={styles.card}>
          <div className={styles.cardTitle}>
            {hasBulkActions && <SelectCheckbox record={record} isSelected={selectedIds.includes(record.id)} />}
            <RecordLink name={first} record={record} />
          </div>
          <RecordLines record={record} names={lines} />
        </li>
      ))}
    </ul>
  )
}
