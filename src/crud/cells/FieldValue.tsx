import { type AnyField, allFields } from '../../schema'
import type { FieldOwner } from '../kinds'
import { cellOf } from './cellOf'
import { hasValue } from './hasValue'

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
  if (!field || !hasValue(resource, name, record)) return null
  const Cell = cellOf(resource, name, field)
  return (
    <Cell resource={resource} name={name} field={field} value={value as never} isInLink={isInLink} cellOf={cellOf} />
  )
}
