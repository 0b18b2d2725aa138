import Button from '@mui/material/Button'
import { useGetMany } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { screenPath } from '../../declare'
import { bookings as bookingsResource } from '../../resources/bookings'
import type { BookableResource } from '../../resources/resources'
import { formatMoment, Row, Stack, useDisplay } from '../../show'
import { TellEach } from '../bookings/TellCustomer'
import { useEngineMessage } from '../explanations/useEngineMessage'
import { type Affected, canMove, type Decision, type Decisions, decideAll, decisions } from './decisions'
import { useText } from './useText'
import type { Effect } from './useWhatIf'
import styles from './whatIf.module.css'

const MoveTo = ({ move, resourceIds }: { move: NonNullable<Affected['move']>; resourceIds: readonly string[] }) => {
  const text = useText()
  const display = useDisplay()
  const others = move.resourceIds.filter(id => !resourceIds.includes(id))
  const { data = [] } = useGetMany<BookableResource>('resources', { ids: others }, { enabled: others.length > 0 })
  const names = data.flatMap(one => one?.name ?? [])
  return <p>{text('whatIf.moveTo', { place: [formatMoment(move.startsAt, display), ...names].join(', ') })}</p>
}

interface AffectedBookingProps {
  booking: Affected
  isLink?: boolean
}

export const AffectedBooking = ({ booking, isLink = false }: AffectedBookingProps) => {
  const text = useText()
  const display = useDisplay()
  const say = useEngineMessage()
  const { bookingId, reference, startsAt, customerName, title, reasons, move, resourceIds } = booking
  const name = `${formatMoment(startsAt, display)} ${customerName ?? reference}`
  return (
    <>
      <p>
        {isLink ? <Link to={screenPath(bookingsResource, 'edit', bookingId)}>{name}</Link> : <strong>{name}</strong>}{' '}
        <span>{title}</span>
      </p>
      <p>{Array.from(new Set(reasons.map(reason => say(reason)))).join(' ')}</p>
      {move ? <MoveTo move={move} resourceIds={resourceIds} /> : <p>{text('whatIf.cannotMove')}</p>}
    </>
  )
}

interface DecideProps {
  chosen?: Decision | undefined
  about: string
  isMovable: boolean
  onChoose: (decision: Decision) => void
}

const Decide = ({ chosen, about, isMovable, onChoose }: DecideProps) => {
  const text = useText()
  return (
    <Row as="fieldset" wrap gap="0.25rem" align="stretch" className={styles.decide} aria-label={about}>
      {decisions.map(decision => (
        <Button
          key={decision}
          size="small"
          variant={chosen === decision ? 'contained' : 'outlined'}
          color={chosen !== decision ? 'inherit' : decision === 'cancel' ? 'error' : 'primary'}
          aria-pressed={chosen === decision}
          disabled={decision === 'move' && !isMovable}
          onClick={() => onChoose(decision)}
        >
          {text(`whatIf.${decision}`)}
        </Button>
      ))}
    </Row>
  )
}

interface AffectedBookingsProps extends Pick<Effect, 'bookings'> {
  decided: Decisions
  isTold: boolean
  onDecide: (decided: Decisions) => void
  onTell: (isTold: boolean) => void
}

export const AffectedBookings = ({ bookings, decided, isTold, onDecide, onTell }: AffectedBookingsProps) => {
  const text = useText()
  const display = useDisplay()
  const id = useId()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { items, strandedCount, irregularCount } = bookings
  const more = strandedCount + irregularCount - items.length
  const chosen = items.filter(({ bookingId }) => selected.has(bookingId))
  if (items.length === 0) return null
  const select = (ids: readonly string[], isSelected: boolean) => {
    const others = [...selected].filter(one => !ids.includes(one))
    setSelected(new Set(isSelected ? [...others, ...ids] : others))
  }
  const decide = (some: readonly Affected[], decision: Decision) => {
    const able = decideAll(some, decision)
    const isTakenBack = [...able.keys()].every(bookingId => decided.get(bookingId)?.decision === decision)
    const others = [...decided].filter(([bookingId]) => !able.has(bookingId))
    onDecide(new Map([...others, ...(isTakenBack ? [] : able)]))
  }
  return (
    <section>
      <h3 id={id}>{text('whatIf.bookings')}</h3>
      <p className={styles.note}>{text('whatIf.whenSaved')}</p>
      {items.length > 1 && (
        <Row wrap gap="0.75rem" className={styles.selection}>
          <label>
            <input
              type="checkbox"
              checked={chosen.length === items.length}
              onChange={event =>
                select(
                  items.map(({ bookingId }) => bookingId),
                  event.target.checked,
                )
              }
            />
            {chosen.length > 0 ? text('whatIf.selected', { smart_count: chosen.length }) : text('whatIf.selectAll')}
          </label>
          {chosen.length > 0 && (
            <Decide
              about={text('whatIf.selected', { smart_count: chosen.length })}
              isMovable={chosen.some(canMove)}
              onChoose={decision => decide(chosen, decision)}
            />
          )}
        </Row>
      )}
      <Stack as="ul" gap="0.75rem" className={styles.bookings} aria-labelledby={id}>
        {items.map(booking => {
          const { bookingId, startsAt, customerName, reference, severity } = booking
          const name = `${formatMoment(startsAt, display)} ${customerName ?? reference}`
          return (
            <li key={bookingId} data-severity={severity}>
              {items.length > 1 && (
                <input
                  type="checkbox"
                  aria-label={name}
                  checked={selected.has(bookingId)}
                  onChange={event => select([bookingId], event.target.checked)}
                />
              )}
              <div>
                <AffectedBooking booking={booking} isLink />
                <Decide
                  about={name}
                  chosen={decided.get(bookingId)?.decision}
                  isMovable={canMove(booking)}
                  onChoose={decision => decide([booking], decision)}
                />
              </div>
            </li>
          )
        })}
      </Stack>
      {[...decided.values()].some(({ decision }) => decision !== 'keep') && (
        <TellEach isTold={isTold} onChange={onTell} label={text('whatIf.tell')} />
      )}
      {more > 0 && <p>{text('whatIf.more', { smart_count: more })}</p>}
    </section>
  )
}
