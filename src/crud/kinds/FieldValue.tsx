import { useMachineText } from '../../i18n/useMachineText'
import { type AnyField, allFields } from '../../schema'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import { cellOf } from '.'
import { hasValue, isUsual } from './hasValue'
import styles from './kinds.module.css'
import { type FieldOwner, isEmpty } from './kindView'

interface FieldValueProps {
  resource: FieldOwner
  name: string
  record: Readonly<Record<string, unknown>>
  isInLink?: boolean
  isInList?: boolean
}

/** The product's or the generated cell: empty values show the declared text. */
export const FieldValue = ({ resource, name, record, isInLink = false, isInList = false }: FieldValueProps) => {
  const text = useMachineText()
  const { cells } = useViews(resource)
  const field: AnyField | undefined = allFields(resource)[name]
  const value = record[name]
  if (!field || !hasValue(resource, name, record) || (isInList && isUsual(field, value))) return null
  if (isEmpty(value)) return <span className={styles.muted}>{text(resourceKeys(resource).none(name))}</span>
  const Cell = cells?.[name] ?? cellOf(resource, name, field)
  return (
    <Cell
      resource={resource}
      name={name}
      field={field}
      value={value as never}
      record={record}
      isInLink={isInLink}
      isInList={isInList}
      cellOf={cellOf}
    />
  )
}
