import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useListContext } from 'ra-core'
import { useState } from 'react'
import { fieldOf, type NamedAction } from '../../schema'
import { namedMenu } from '../../ui/namedMenu'
import { ActionLabel } from '../actions/ActionLabel'
import { useDeclaration } from '../declaration'
import { withoutTab } from '../list/tabs'
import { BoardColumn } from './BoardColumn'
import styles from './board.module.css'
import { isDividedBy } from './boardTabs'
import { useListViews } from './useOpenView'
import { useViewText } from './useViewText'

export interface DraggedCard {
  from: string
  waysTo: (value: string) => readonly (NamedAction | 'set')[]
  go: (way: NamedAction | 'set', value: string) => void
}

const BoardView = () => {
  const text = useViewText()
  const resource = useDeclaration()
  const { board } = useListViews()
  const { filterValues, filter } = useListContext()
  const [dragged, setDragged] = useState<DraggedCard | null>(null)
  const [asked, setAsked] = useState<{ card: DraggedCard; value: string; anchor: HTMLElement } | null>(null)
  const field = board && fieldOf(resource, board.by)
  if (!board || field?.kind !== 'choice') return null
  const { [board.by]: chosen, ...others } = isDividedBy(resource, board.by) ? withoutTab(filterValues) : filterValues
  const wanted = [chosen ?? []].flat()
  const values = field.options.values.filter(value => wanted.length === 0 || wanted.includes(value))
  const drop = (value: string, anchor: HTMLElement) => {
    setDragged(null)
    const [way, ...further] = dragged?.waysTo(value) ?? []
    if (!dragged || !way) return
    if (further.length > 0) setAsked({ card: dragged, value, anchor })
    else dragged.go(way, value)
  }
  return (
    <div className={styles.board}>
      {values.map(value => (
        <BoardColumn
          key={value}
          by={board.by}
          value={value}
          field={field}
          shows={board.shows}
          filter={{ ...others, ...filter, [board.by]: [value] }}
          takes={dragged !== null && dragged.from !== value && dragged.waysTo(value).length > 0}
          onDrag={setDragged}
          onDrop={anchor => drop(value, anchor)}
        />
      ))}
      {asked && (
        <Menu
          open
          anchorEl={asked.anchor}
          onClose={() => setAsked(null)}
          slotProps={namedMenu(text('crud.board.choose'))}
        >
          {asked.card.waysTo(asked.value).map(way =>
            way === 'set' ? null : (
              <MenuItem
                key={way.name}
                onClick={() => {
                  asked.card.go(way, asked.value)
                  setAsked(null)
                }}
              >
                <ActionLabel named={way} />
              </MenuItem>
            ),
          )}
        </Menu>
      )}
    </div>
  )
}

export default BoardView
