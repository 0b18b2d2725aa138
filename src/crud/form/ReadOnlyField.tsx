import { useRecordContext, useTranslate } from 'ra-core'
import { FieldValue } from '../cells/FieldValue'
import { useDeclaration } from '../declaration'
import { isEmpty } from '../kinds'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import styles from './form.module.css'

/** A field of the record around it that this person may see but not write. */
export const ReadOnlyField = ({ name }: { name: string }) => {
  const text = useCrudText()
  const translate = useTranslate()
  const resource = useDeclaration()
  const record = useRecordContext()
  if (!record) return null
  return (
    <dl className={styles.readOnly}>
      <dt>{translate(resourceKeys(resource).field(name))}</dt>
      <dd>
        {isEmpty(record[name]) ? (
          <span className={styles.muted}>{text('crud.empty')}</span>
        ) : (
          <FieldValue resource={resource} name={name} record={record} />
        )}
      </dd>
    </dl>
  )
}
