import { useListContext, useTranslate } from 'ra-core'
import { FieldValue } from '../cells/FieldValue'
import { hasValue } from '../cells/hasValue'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import styles from './list.module.css'
import { RecordLink } from './RecordLink'
import { SelectCheckbox } from './SelectCheckbox'
import { useShownColumns } from './useShownColumns'

/** The list around it as cards, for narrow screens: the first column is the title, the others are named lines. */
export const RecordCards = ({ hasBulkActions = false }: { hasBulkActions?: boolean }) => {
  const resource = useDeclaration()
  const translate = useTranslate()
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
          <dl className={styles.lines}>
            {lines
              .filter(name => hasValue(resource, name, record))
              .map(name => (
                <div key={name}>
                  <dt>{translate(resourceKeys(resource).field(name))}</dt>
                  <dd>
                    <FieldValue resource={resource} name={name} record={record} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
