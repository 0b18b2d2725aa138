import MenuItem from '@mui/material/MenuItem'
import type { RaRecord } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../../ui/layout'
import { RecordActions } from '../actions/RecordActions'
import { useActionsOn, useOfferedActions } from '../actions/useOfferedActions'
import { useStartAction } from '../actions/useStartAction'
import { useDeclaration } from '../declaration'
import { columnsOf } from '../list/columnsOf'
import { RecordLines } from '../list/RecordLines'
import { RecordLink } from '../list/RecordLink'
import { resourceKeys } from '../text/resourceKeys'
import { useMayChange } from '../useMayChange'
import type { DraggedCard } from './BoardView'
import styles from './board.module.css'
import { useMaySet, useQuickUpdate } from './useQuickUpdate'
import { useViewText } from './useViewText'

const mostLines = 3

interface BoardCardProps {
  record: RaRecord
  by: string
  values: readonly string[]
  shows: readonly string[] | undefined
  onDrag: (card: DraggedCard | null) => void
}

export const BoardCard = ({ record, by, values, shows, onDrag }: BoardCardProps) => {
  const text = useViewText()
  const machineText = useMachineText()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const { set } = useQuickUpdate()
  const mayEdit = useMayChange('edit', record)
  const isSet = useMaySet()(record, [by]) && mayEdit
  const offered = useOfferedActions(record)
  const { start, dialog } = useStartAction({ record })
  const columns = columnsOf(resource)
  const title: readonly string[] = resource.list.cardTitle ?? columns[0]?.names ?? [resource.represent]
  const others = columns.filter(({ name }) => name !== by && !title.includes(name))
  const lines = shows ? columns.filter(({ name }) => shows.includes(name)) : others.slice(0, mostLines)
  const from = String(record[by])
  const waysTo: DraggedCard['waysTo'] = value =>
    isSet ? ['set'] : offered.filter(({ action }) => (action.sets as Record<string, unknown>)[by] === value)
  const isMovable = values.some(value => value !== from && waysTo(value).length > 0)
  const card: DraggedCard = {
    from,
    waysTo,
    go: (way, value) => (way === 'set' ? void set(record, { [by]: value }) : start(way)),
  }
  return (
    <li
      className={styles.card}
      draggable={isMovable}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(record.id))
        // A change at once would end the drag.
        setTimeout(() => onDrag(card))
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Row gap="0.25rem" align="flex-start" justify="space-between">
        <RecordLink names={title} record={record} />
        {(useActionsOn('record', 'many').length > 0 || isSet) && (
          <RecordActions record={record}>
            {isSet &&
              values
                .filter(value => value !== from)
                .map(value => (
                  <MenuItem key={value} onClick={() => void set(record, { [by]: value })}>
                    {text('crud.board.move', { value: machineText(keys.choice(by, value)) })}
                  </MenuItem>
                ))}
          </RecordActions>
        )}
      </Row>
      <RecordLines record={record} columns={lines} />
      {dialog}
    </li>
  )
}
