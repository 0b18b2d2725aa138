import { type RaRecord, useTranslate } from 'ra-core'
import { FieldValue } from '../cells/FieldValue'
import { hasValue } from '../cells/hasValue'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import styles from './list.module.css'

interface RecordLinesProps {
  record: RaRecord
  names: readonly string[]
}

/** Those of the named fields that have a value, as named lines. */
export const RecordLines = ({ record, names }: RecordLinesProps) => {
  const translate = useTranslate()
  const resource = useDeclaration()
  return (
    <dl className={styles.lines}>
      {names
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
  )
}
