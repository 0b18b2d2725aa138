import Close from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { useGetMany, useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource, Assignment } from '../../schema'
import { Muted, Stack } from '../../ui/layout'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { moved, SortableList } from '../../ui/sortable/SortableList'
import { useDeclaration } from '../declaration'
import { useFormSettings } from '../form/formContext'
import { ReferenceLink } from '../kinds/references'
import { recordName, useWords } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import { AddRecord } from './AddRecord'
import { AssignedName } from './AssignedName'
import styles from './assigned.module.css'
import { type AssignedSet, assignedPath, idsOf } from './assignedSet'
import { useAssigned } from './useAssigned'

interface InheritedProps {
  assignment: Assignment
  id: string
  assigned: readonly string[]
}

const Inherited = ({ assignment, id, assigned }: InheritedProps) => {
  const text = useMachineText()
  const { data = [] } = useAssigned(assignment, id, true)
  const target = assignment.of() as AnyResource
  const rows = data.filter(row => !assigned.includes(String(row.id)) && row.via !== 'resource')
  if (rows.length === 0) return null
  return (
    <div>
      <p>{text('crud.assigned.inherited')}</p>
      <ul className={styles.inherited}>
        {rows.map(row => (
          <li key={String(row.id)}>
            <ReferenceLink target={target} id={String(row.id)} />{' '}
            {text(`crud.assigned.via.${row.via}`, { _: String(row.via) })}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AssignedInputProps {
  name: string
  assignment: Assignment
}

export const AssignedInput = ({ name, assignment }: AssignedInputProps) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const { isReadOnly } = useFormSettings()
  const recordId = useRecordContext()?.id
  const id = recordId === undefined ? undefined : String(recordId)
  const target = assignment.of() as AnyResource
  const path = assignedPath(name)
  const { field } = useController({ name: path })
  const words = useWords()
  const { data, error, refetch } = useAssigned(assignment, id)
  const loaded = useMemo(() => (id === undefined ? [] : data && idsOf(assignment, data)), [id, data, assignment])
  // No value until the set changes.
  const set = (field.value as AssignedSet | undefined) ?? (loaded && { loaded, ids: loaded })

  const ids = set?.ids ?? []
  const { data: records = [] } = useGetMany(target.name, { ids: [...ids] }, { enabled: ids.length > 0 })
  if (error && !set) return <LoadError message={text('crud.error.list')} error={error} onRetry={refetch} />
  if (!set) return <Loading>{text(resourceKeys(target).loading('list'))}</Loading>

  const change = (next: readonly string[]) => field.onChange({ ...set, ids: next })
  const nameOf = (each: string) => {
    const record = records.find(record => record?.id === each)
    return record ? recordName(target, record, words) : each.slice(0, 8)
  }
  const label = text(resourceKeys(resource).assigned(name))
  const isOrdered = assignment.rank !== undefined
  const items = ids.map(each => ({
    id: each,
    name: nameOf(each),
    content: <AssignedName target={target} id={each} />,
    actions: !isReadOnly && (
      <IconButton
        size="small"
        aria-label={text('crud.items.remove', { name: nameOf(each) })}
        onClick={() => change(ids.filter(other => other !== each))}
      >
        <Close fontSize="small" />
      </IconButton>
    ),
  }))
  return (
    <Stack gap="0.5rem" className={styles.body} data-field={path}>
      {ids.length === 0 ? (
        <Muted>{text('crud.assigned.none')}</Muted>
      ) : (
        <SortableList
          label={label}
          items={items}
          isNumbered={isOrdered}
          onMove={isOrdered && !isReadOnly ? (from, to) => change(moved(ids, from, to)) : undefined}
        />
      )}
      {!isReadOnly && ids.length < assignment.max && (
        <AddRecord
          target={target}
          label={text('crud.assigned.add', { name: text(resourceKeys(target).name, { smart_count: 1 }) })}
          without={ids}
          onAdd={added => change([...ids, added])}
        />
      )}
      {assignment.through && id !== undefined && <Inherited assignment={assignment} id={id} assigned={ids} />}
    </Stack>
  )
}
