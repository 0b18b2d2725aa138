import { useRecordContext } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { fieldOf } from '../../schema'
import { Muted } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { isEmpty } from '../kinds/kindView'
import { resourceKeys } from '../text/resourceKeys'
import styles from './form.module.css'

export const ReadOnlyField = ({ name }: { name: string }) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const record = useRecordContext()
  if (!record) return null
  return (
    <dl className={styles.readOnly}>
      <dt>{text(resourceKeys(resource).field(name))}</dt>
      <dd>
        {isEmpty(record[name]) && !fieldOf(resource, name)?.none ? (
          <Muted as="span">{text('crud.empty')}</Muted>
        ) : (
          <FieldValue resource={resource} name={name} record={record} />
        )}
      </dd>
    </dl>
  )
}
