import { usePermissions, useRecordContext } from 'ra-core'
import type { AuditEntry } from '../../contract/auditEntry'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyField, type AnyResource, fieldOf, hasRole, pathParamNames, type Role } from '../../schema'
import { FieldValue } from '../kinds/FieldValue'
import { isEmpty } from '../kinds/kindView'
import styles from './history.module.css'
import { PlainValue } from './PlainValue'
import { RecordNames } from './RecordNames'

interface ChangedValueProps {
  entry: AuditEntry
  resource: AnyResource | undefined
  name: string
  side: 'from' | 'to'
}

const merging = 'mergedInto'

const targetOf = (field: AnyField | undefined): AnyResource | null =>
  field?.kind === 'reference' || field?.kind === 'references' ? (field.options.to() as AnyResource) : null

/** From the entry, from the record, or by the value's fields. */
const typeOf = (field: AnyField, value: unknown, known: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  if (field.kind !== 'typed') return {}
  const { by, types } = field.options
  const names = Object.keys(value as object)
  const fitting = Object.keys(types).find(type => names.every(name => name in (types[type]?.fields ?? {})))
  return { [by]: known[by] ?? fitting }
}

export const ChangedValue = ({ entry, resource, name, side }: ChangedValueProps) => {
  const text = useMachineText()
  const record = useRecordContext()
  const { permissions } = usePermissions<Role | null>()
  const value = entry.changes[name]?.[side]
  if (isEmpty(value)) return <span className={styles.muted}>{text('crud.none')}</span>
  const field = resource && fieldOf(resource, name)
  const assigned = resource?.assigns?.[name]
  const target = assigned ? (assigned.of() as AnyResource) : name === merging ? (resource ?? null) : targetOf(field)
  if (target) {
    // Unreadable records have no name, and nested ones cannot be fetched by id alone.
    const isNamed = pathParamNames(target.api).length === 0 && hasRole(permissions ?? null, target.access.read)
    return <RecordNames target={target} ids={[value].flat().map(String)} isNamed={isNamed} />
  }
  if (!resource || !field) return <PlainValue value={value} />
  const other = Object.fromEntries(Object.entries(entry.changes).map(([each, change]) => [each, change[side]]))
  const known = { ...(record?.id === entry.entityId && record), ...other }
  return (
    <FieldValue
      resource={{ ...resource, conditions: {} }}
      name={name}
      record={{ ...known, ...typeOf(field, value, known), [name]: value }}
      isInLink
    />
  )
}
