import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import DragIndicator from '@mui/icons-material/DragIndicator'
import IconButton from '@mui/material/IconButton'
import { useEvent } from 'ra-core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useCrudText } from '../text/useCrudText'
import styles from './sortable.module.css'

interface SortableItem {
  id: string
  /** What it is called when it moves. */
  name: string
  content: ReactNode
  /** What can be done with it, at the end of its row. */
  actions?: ReactNode
}

interface SortableListProps {
  label: string
  items: readonly SortableItem[]
  isNumbered?: boolean
  /** Absent where the order is only to be seen. */
  onMove?: ((from: number, to: number) => void) | undefined
}

/** `[a, b, c]` with the first moved to the end: `[b, c, a]` */
export const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const [item] = list.slice(from, from + 1)
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** A list in an order that people choose: by dragging, by the arrow keys on the handle, or by buttons. Says where things went. */
export const SortableList = ({ label, items, isNumbered = true, onMove }: SortableListProps) => {
  const text = useCrudText()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ id: string; to: number } | null>(null)
  const [said, setSaid] = useState('')
  // Where rows change places, the browser takes the focus from the one that was moved.
  const focused = useRef<HTMLElement | null>(null)
  useEffect(() => {
    focused.current?.focus()
    focused.current = null
  })

  const from = drag ? items.findIndex(({ id }) => id === drag.id) : -1
  const shown = drag && from >= 0 ? moved(items, from, drag.to) : items

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
  /** How many of the other rows a pointer has left above it: the place of the dragged one. */
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
    if (drag && event.type === 'pointerup') move(from, drag.to)
  })
  const isDragging = drag !== null
  // On the window: a row that changes places loses the pointer that it had captured.
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
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={label}>
        {shown.map(({ id, name, content, actions }, index) => (
          <li key={id} className={styles.row} data-dragged={drag?.id === id}>
            {onMove && items.length > 1 && (
              <button
                type="button"
                className={styles.handle}
                aria-label={text('crud.sort.handle', { name })}
                onKeyDown={event => onKeyDown(event, index)}
                onPointerDown={event => {
                  if (event.button === 0) setDrag({ id, to: index })
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
          </li>
        ))}
      </ol>
      <span role="status" className={styles.said}>
        {said}
      </span>
    </>
  )
}
