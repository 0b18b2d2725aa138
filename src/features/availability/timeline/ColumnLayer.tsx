import { lazy, memo, Suspense } from 'react'
import type { ResourceLine } from '../availabilityApi'
import { useText } from '../useText'
import type { Axis, Column } from './axis'
import { colorOf } from './BookingBlock'
import { shownStatus } from './bookingLooks'
import { type BookingHandlers, ColumnBookings } from './ColumnBookings'
import { buffersOf, columnLayout } from './columnLayout'
import type { TimelineActions, WaitingMarksProps } from './TimelineActions'
import styles from './timeline.module.css'

const BlockSpan = lazy(() => import('./BlockSpan'))

export interface Ghost {
  row: number
  /** In minutes. */
  length: number
  times: string
}

interface ColumnLayerProps
  extends Omit<BookingHandlers, 'onStep'>,
    Pick<TimelineActions, 'onSelectBlock' | 'onResizeBlock'> {
  /** By rows, to a column. */
  onStep: (bookingId: string, rows: number, column: number) => void
  axis: Axis
  column: Column
  index: number
  line: ResourceLine
  name: string
  now: number
  ghost: Ghost | null
  litId: string | null
  WaitingMarks: TimelineActions['WaitingMarks']
  /** The whole timeline, in epoch ms. */
  range: WaitingMarksProps['range']
}

export const ColumnLayer = memo(
  ({
    axis,
    column,
    index,
    line,
    name,
    now,
    ghost,
    litId,
    WaitingMarks,
    onSelectBlock,
    onResizeBlock,
    range,
    onStep,
    ...handlers
  }: ColumnLayerProps) => {
    const text = useText()
    const layout = columnLayout(axis, column)
    const { touches, percent, styleOf } = layout
    const placed = layout.lanes(line.bookings)
    const isPool = line.capacity > 1 && line.bookings.some(({ quantity }) => quantity > 1)
    const nowTop = layout.topOf(now)
    return (
      <div className={styles.layer} data-shared={line.capacity > 1} style={{ gridColumn: index + 2 }}>
        {line.timeslots.filter(touches).map(slot => (
          <div key={slot.timeslotId} className={styles.timeslot} data-status={slot.status} style={styleOf(slot)}>
            <span>
              {[
                slot.status !== 'open' && text(`availability.timeslot.${slot.status}`),
                slot.label,
                slot.capacity !== null && `${slot.bookedQuantity}/${slot.capacity}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
        ))}
        {line.blackouts.filter(touches).map(blackout => {
          const { blockId, ruleId, startsAt } = blackout
          // Constant while it is dragged within its day.
          const key = `${ruleId}/${axis.zone.dayOf(Date.parse(startsAt))}`
          const plain = (
            <div key={key} className={styles.blackout} style={styleOf(blackout)}>
              <span>{blackout.reason ?? blackout.name}</span>
            </div>
          )
          if (!blockId || !onSelectBlock) return plain
          return (
            <Suspense key={key} fallback={plain}>
              <BlockSpan {...{ blackout, blockId, axis, column, layout, name, onSelectBlock, onResizeBlock }} />
            </Suspense>
          )
        })}
        {line.externalBusy.filter(touches).map(busy => (
          <div key={busy.startsAt} className={styles.blackout} style={styleOf(busy)}>
            <span>{text('availability.elsewhere')}</span>
          </div>
        ))}
        {placed.flatMap(one =>
          buffersOf(one)
            .filter(({ span }) => touches(span))
            .map(({ span, side }) => (
              <div
                key={`${one.booking.bookingId}/${span.startsAt}`}
                className={styles.buffer}
                data-status={shownStatus(one.booking)}
                style={{ ...styleOf(span), ...side, ...colorOf(one.booking) }}
              />
            )),
        )}
        <ColumnBookings
          layout={layout}
          bookings={placed.filter(({ pieces }) => pieces.some(({ span }) => touches(span)))}
          name={name}
          pool={isPool ? line.capacity : null}
          litId={litId}
          onStep={(bookingId, rows, columns) => onStep(bookingId, rows, index + columns)}
          {...handlers}
        />
        {WaitingMarks && (
          <Suspense>
            <WaitingMarks resourceId={line.resourceId} range={range} touches={touches} styleOf={styleOf} />
          </Suspense>
        )}
        {ghost && (
          <div
            className={styles.ghost}
            style={{
              top: percent(ghost.row * axis.step),
              height: percent(ghost.length),
            }}
          >
            {ghost.times}
          </div>
        )}
        {nowTop !== null && <div className={styles.now} style={{ top: nowTop }} />}
      </div>
    )
  },
)
