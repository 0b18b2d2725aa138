import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import DragIndicator from '@mui/icons-material/DragIndicator'
import IconButton from '@mui/material/IconButton'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useEvent } from 'ra-core'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../layout'
import styles from './sortable.module.css'

interface SortableItem {
  id: string
  name: string
  content: ReactNode
  actions?: ReactNode
}

interface SortableListProps {
  label: string
  items: readonly SortableItem[]
  isNumbered?: boolean
  onMove?: ((from: number, to: number) => void) | undefined
}

/** `[a, b, c]` with the first moved last is `[b, c, a]`. */
export const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const [item] = list.slice(from, from + 1)
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}

interface Drag {
  id: string
  to: number
}

const useDraggedRow = (list: RefObject<HTMLElement | null>, onDrop: (id: string, to: number) => void) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const placeAt = (y: number): number =>
    Array.from(list.current?.children ?? [])
      .filter(row => !row.matches('[data-dragged="true"]'))
      .map(row => row.getBoundingClientRect())
      .filter(({ top, height }) => top + height / 2 < y).length
  const follow = useEvent((event: PointerEvent) => {
    if (drag) setDrag({ ...drag, to: placeAt(event.clientY) })
  })
  const drop = useEvent((event: PointerEvent) => {
    setDrag(null)
    if (drag && event.type === 'pointerup') onDrop(drag.id, drag.to)
  })
  const isDragging = drag !== null
  // A reordered row loses its captured pointer.
  useEffect(() => {
    if (!isDragging) return
    addEventListener('pointermove', follow)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', drop)
    return () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', drop)
    }
  }, [isDragging, follow, drop])
  return { drag, grab: (id: string, index: number) => setDrag({ id, to: index }) }
}

/** By dragging, arrow keys on the handle, or buttons. Announces moves. */
export const SortableList = ({ label, items, isNumbered = true, onMove }: SortableListProps) => {
  const text = useMachineText()
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  // Reordering blurs the moved row.
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    focused.current?.focus()
    focused.current = null
  })

  const move = (index: number, to: number) => {
    const item = items[index]
    if (!item || to < 0 || to >= items.length || to === index) return
    focused.current = document.activeElement as HTMLElement | null
    setSaid(text('crud.sort.moved', { name: item.name, place: to + 1, count: items.length }))
    onMove?.(index, to)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    move(index, index + step)
  }
  const indexOf = (id: string): number => items.findIndex(item => item.id === id)
  const { drag, grab } = useDraggedRow(list, (id, to) => move(indexOf(id), to))
  const from = drag ? indexOf(drag.id) : -1
  const shown = drag && from >= 0 ? moved(items, from, drag.to) : items
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label}>
        {shown.map(({ id, name, content, actions }, index) => (
          <Row as="li" gap="0.5rem" key={id} className={styles.row} data-dragged={drag?.id === id}>
            {onMove && items.length > 1 && (
              <button
                type="button"
                className={styles.handle}
                aria-label={text('crud.sort.handle', { name })}
                onKeyDown={event => onKeyDown(event, index)}
                onPointerDown={event => {
                  if (event.button === 0) grab(id, index)
                }}
              >
                <DragIndicator fontSize="small" />
              </button>
            )}
            {isNumbered && <span className={styles.place}>{index + 1}</span>}
            <div className={styles.content}>{content}</div>
            <div className={styles.actions}>
              {onMove && items.length > 1 && (
                <>
                  <IconButton
                    size="small"
                    aria-label={text('crud.items.up', { name })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUpward fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={text('crud.items.down', { name })}
                    disabled={index === items.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDownward fontSize="small" />
                  </IconButton>
                </>
              )}
              {actions}
            </div>
          </Row>
        ))}
      </ol>
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
    </>
  )
}
