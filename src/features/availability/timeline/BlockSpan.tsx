import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { formatInstant, MINUTE } from '../../../declare'
import type { Span } from '../../../scheduling'
import { formatTimes, useDisplay } from '../../../show'
import type { ResourceLine } from '../availabilityApi'
import { useText } from '../useText'
import { type Axis, type Column, instantAt } from './axis'
import type { ColumnLayout } from './columnLayout'
import type { TimelineActions } from './TimelineActions'
import styles from './timeline.module.css'
import { placeAt } from './useDragToMove'

type Edge = 'startsAt' | 'endsAt'

interface BlockSpanProps extends Pick<TimelineActions, 'onSelectBlock' | 'onResizeBlock'> {
  blackout: ResourceLine['blackouts'][number]
  blockId: string
  axis: Axis
  column: Column
  layout: ColumnLayout
  /** The column's, for screen readers. */
  name: string
}

/** Alt with arrow keys moves the end, with Shift the start. */
const BlockSpan = ({ blackout, blockId, axis, column, layout, name, onSelectBlock, onResizeBlock }: BlockSpanProps) => {
  const text = useText()
  const display = useDisplay()
  const { startsAt, endsAt, reason } = blackout
  const [draft, setDraft] = useState<Span | null>(null)
  const span = draft ?? { startsAt, endsAt }
  // biome-ignore lint/correctness/useExhaustiveDependencies: new times end the draft
  useEffect(() => setDraft(null), [startsAt, endsAt])
  const edges: Edge[] = !onResizeBlock
    ? []
    : (['startsAt', 'endsAt'] as const).filter(edge =>
        edge === 'startsAt' ? Date.parse(startsAt) > column.start : Date.parse(endsAt) < column.end,
      )
  const withEdge = (edge: Edge, instant: number): Span | null => {
    const moved = { ...span, [edge]: formatInstant(instant) }
    return Date.parse(moved.startsAt) < Date.parse(moved.endsAt) ? moved : null
  }
  /** One after another. */
  const changes = useRef(Promise.resolve(true))
  const resize = async (edge: Edge, to: Span | null) => {
    const by = to ? Date.parse(to[edge]) - Date.parse(span[edge]) : 0
    setDraft(by === 0 ? draft : to)
    if (by === 0 || !onResizeBlock) return
    changes.current = changes.current.then(() => onResizeBlock({ blockId, edge, by }))
    if (!(await changes.current)) setDraft(null)
  }

  const grab = (edge: Edge) => (grabbed: PointerEvent<HTMLElement>) => {
    if (grabbed.button !== 0) return
    grabbed.preventDefault()
    const ending = new AbortController()
    const { signal } = ending
    let current: Span | null = null
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const row = placeAt(clientX, clientY)?.row
      if (row === undefined) return
      const instant = instantAt(axis, column, axis.from + (row + (edge === 'endsAt' ? 1 : 0)) * axis.step)
      current = (instant !== undefined && withEdge(edge, instant)) || current
      setDraft(current)
    }
    const stop = (to: Span | null) => {
      ending.abort()
      void resize(edge, to)
    }
    document.addEventListener('pointermove', move, { signal })
    document.addEventListener('pointerup', () => stop(current), { signal })
    document.addEventListener('pointercancel', () => stop(null), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(null), { signal })
  }

  const pressKey = (event: KeyboardEvent) => {
    const edge: Edge = event.shiftKey ? 'startsAt' : 'endsAt'
    const rows = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || rows === 0 || !edges.includes(edge)) return
    event.preventDefault()
    void resize(edge, withEdge(edge, Date.parse(span[edge]) + rows * axis.step * MINUTE))
  }

  const times = formatTimes(Date.parse(span.startsAt), Date.parse(span.endsAt), display)
  const title = reason ?? blackout.name
  return (
    <div className={styles.block} style={layout.styleOf(span)}>
      <button
        type="button"
        className={styles.blackout}
        aria-label={text('availability.block', { title, times, name })}
        aria-keyshortcuts={
          edges.length > 0 ? 'Alt+ArrowUp Alt+ArrowDown Alt+Shift+ArrowUp Alt+Shift+ArrowDown' : undefined
        }
        onClick={() => onSelectBlock?.(blockId)}
        onKeyDown={pressKey}
      >
        <span>{title}</span> {draft && <span>{times}</span>}
      </button>
      {edges.map(edge => (
        <span key={edge} className={styles.handle} data-edge={edge} onPointerDown={grab(edge)} />
      ))}
    </div>
  )
}

export default BlockSpan
