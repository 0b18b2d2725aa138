import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { hasValue } from '../kinds/hasValue'
import styles from './list.module.css'

interface JoinedValuesProps {
  names: readonly string[]
  record: Readonly<Record<string, unknown>>
}

export const JoinedValues = ({ names, record }: JoinedValuesProps) => {
  const resource = useDeclaration()
  return (
    <span className={styles.joined}>
      {names
        .filter(name => hasValue(resource, name, record))
        .map(name => (
          <FieldValue key={name} resource={resource} name={name} record={record} isInList />
        ))}
    </span>
  )
}
