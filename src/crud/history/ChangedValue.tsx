import { usePermissions, useRecordContext } from 'ra-core'
import { Fragment } from 'react'
import type { AuditEntry } from '../../contract/auditEntry'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyField, type AnyResource, fieldOf, hasRole, pathParamNames, type Role } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { FieldValue } from '../kinds/FieldValue'
import { isEmpty } from '../kinds/kindView'
import { RecordName } from '../kinds/references'
import { recordName } from '../recordName'
import { useViews } from '../views'
import styles from './history.module.css'

const named = 10

interface RecordNamesProps {
  target: AnyResource
  ids: readonly string[]
  /** False shows shortened ids. */
  isNamed: boolean
}

const RecordNames = ({ target, ids, isNamed }: RecordNamesProps) => {
  const text = useMachineText()
  const more = ids.length - named
  return (
    <>
      {ids.slice(0, named).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {isNamed ? <RecordName resource={target} id={id} /> : recordName(target, { id })}
        </Fragment>
      ))}
      {more > 0 && ` ${text('crud.more', { smart_count: more })}`}
    </>
  )
}

const PlainValue = ({ value }: { value: unknown }) => {
  const text = useMachineText()
  const { locale } = useDisplay()
  const words = (each: unknown): string => {
    if (typeof each === 'number') return formatNumber(each, locale)
    if (typeof each === 'boolean') return text(each ? 'crud.yes' : 'crud.no')
    return typeof each === 'string' ? each : JSON.stringify(each)
  }
  return [value].flat().map(words).join(', ')
}

interface ChangedValueProps {
  entry: Pick<AuditEntry, 'entityId' | 'changes'>
  resource: AnyResource | undefined
  name: string
  side: 'from' | 'to'
  /** References hold names. */
  hasNames?: boolean
}

const merging = 'mergedInto'

const targetOf = (field: AnyField | undefined): AnyResource | null =>
  field?.kind === 'reference' || field?.kind === 'references' ? (field.options.to() as AnyResource) : null

/** From the entry, the record, or the value's fields. */
const typeOf = (field: AnyField, value: unknown, known: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  if (field.kind !== 'typed') return {}
  const { by, types } = field.options
  const names = Object.keys(value as object)
  const fitting = Object.keys(types).find(type => names.every(name => name in (types[type]?.fields ?? {})))
  return { [by]: known[by] ?? fitting }
}

export const ChangedValue = ({ entry, resource, name, side, hasNames = false }: ChangedValueProps) => {
  const text = useMachineText()
  const record = useRecordContext()
  const { permissions } = usePermissions<Role | null>()
  const { told } = useViews(resource ?? { name: '' })
  const value = entry.changes[name]?.[side]
  if (isEmpty(value)) return <span className={styles.muted}>{text('crud.none')}</span>
  const field = resource && fieldOf(resource, name)
  const assigned = resource?.assigns?.[name]
  const target = assigned ? (assigned.of() as AnyResource) : name === merging ? (resource ?? null) : targetOf(field)
  if (target && hasNames) return <PlainValue value={value} />
  if (target) {
    // Unreadable records have no name, and nested ones need more than an id.
    const isNamed = pathParamNames(target.api).length === 0 && hasRole(permissions ?? null, target.access.read)
    return <RecordNames target={target} ids={[value].flat().map(String)} isNamed={isNamed} />
  }
  const Told = field ? undefined : told?.[name]
  if (Told) return <Told value={value} />
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
