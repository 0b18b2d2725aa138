import { type AnyField, allFields } from '../../schema'
import { type FieldOwner, isEmpty } from '../kinds'
import { cellOf } from './cellOf'

interface FieldValueProps {
  resource: FieldOwner
  name: string
  record: Readonly<Record<string, unknown>>
  isInLink?: boolean
}

/** A value of a record as its kind's cell shows it; nothing where there is none. */
export const FieldValue = ({ resource, name, record, isInLink = false }: FieldValueProps) => {
  const field: AnyField | undefined = allFields(resource)[name]
  const value = record[name]
  if (!field || isEmpty(value)) return null
  const Cell = cellOf(resource, name, field)
  return (
    <Cell resource={resource} name={name} field={field} value={value as never} isInLink={isInLink} cellOf={cellOf} />
  )
}
