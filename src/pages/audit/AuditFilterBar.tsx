import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { auditActions } from '../../contract/auditEntry'
import { useMachineText } from '../../i18n/useMachineText'
import { DaySpan } from '../../ui/inputs/DaySpan'
import { type AuditFilters, type useAuditFilters, useEntityTypes } from './auditFilters'
import styles from './auditLog.module.css'
import { useActors } from './useAuditLog'
import { useEntityName } from './useEntityName'

interface Choice {
  id: string
  name: string
}

const showEmpty = { inputLabel: { shrink: true }, select: { displayEmpty: true } }

export const AuditFilterBar = ({
  filters,
  setFilter,
  setDays,
  isFiltered,
  clear,
}: ReturnType<typeof useAuditFilters>) => {
  const text = useMachineText()
  const entityName = useEntityName()
  const entityTypes = useEntityTypes()
  const { data: actors = [] } = useActors()
  const isActorKnown = filters.actorId === '' || actors.some(({ id }) => id === filters.actorId)
  const someone = isActorKnown ? [] : [{ id: filters.actorId, name: filters.actorId.slice(0, 8) }]

  const choice = (name: keyof AuditFilters & ('entityType' | 'actorId' | 'action'), choices: readonly Choice[]) => (
    <TextField
      select
      size="small"
      margin="none"
      label={text(name === 'actorId' ? 'auditLog.actor' : `auditLog.${name}`)}
      value={filters[name]}
      onChange={event => setFilter(name, event.target.value)}
      slotProps={showEmpty}
    >
      <MenuItem value="">{text('auditLog.any')}</MenuItem>
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <div className={styles.filters}>
      {choice(
        'entityType',
        entityTypes.map(id => ({ id, name: entityName(id, 2) })),
      )}
      {choice('actorId', [...actors, ...someone])}
      {choice(
        'action',
        auditActions.map(id => ({ id, name: text(`crud.history.action.${id}`) })),
      )}
      <DaySpan
        days={filters}
        labels={{ from: text('auditLog.from'), to: text('auditLog.to') }}
        margin="none"
        onChange={setDays}
      />
      {isFiltered && <Button onClick={clear}>{text('crud.filter.clear')}</Button>}
    </div>
  )
}
