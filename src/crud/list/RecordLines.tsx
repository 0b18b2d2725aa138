import type { RaRecord } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { hasValue } from '../kinds/hasValue'
import { resourceKeys } from '../text/resourceKeys'
import styles from './list.module.css'

interface RecordLinesProps {
  record: RaRecord
  names: readonly string[]
}

/** The given fields that have a value, as labelled lines. */
export const RecordLines = ({ record, names }: RecordLinesProps) => {
  const translate = useMachineText()
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
