import { type AnyField, allFields } from '../../schema'
import { useViews } from '../views'
import { cellOf } from '.'
import { hasValue, isUsual } from './hasValue'
import type { FieldOwner } from './kindView'

interface FieldValueProps {
  resource: FieldOwner
  name: string
  record: Readonly<Record<string, unknown>>
  isInLink?: boolean
  /** In a list, where what is usual is left out. */
  isInList?: boolean
}

/** A value of a record, drawn by its kind's cell; nothing if it is empty. */
export const FieldValue = ({ resource, name, record, isInLink = false, isInList = false }: FieldValueProps) => {
  const { cells } = useViews(resource)
  const field: AnyField | undefined = allFields(resource)[name]
  const value = record[name]
  if (!field || !hasValue(resource, name, record) || (isInList && isUsual(field, value))) return null
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
