import Button from '@mui/material/Button'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { bookings as bookingsResource } from '../../resources/bookings'
import { screenPath } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { TellEach } from '../bookings/TellCustomer'
import { useEngineMessage } from '../explanations/useEngineMessage'
import { type Decision, type Decisions, decisions } from './decisions'
import { useText } from './useText'
import type { Effect } from './useWhatIf'
import styles from './whatIf.module.css'

export type Affected = Effect['bookings']['items'][number]

interface AffectedBookingProps {
  booking: Affected
  /** It leads to the booking. */
  isLink?: boolean
  children?: ReactNode
}

/** A booking that no longer fits, and why. */
export const AffectedBooking = ({ booking, isLink = false, children }: AffectedBookingProps) => {
  const display = useDisplay()
  const say = useEngineMessage()
  const { bookingId, reference, startsAt, customerName, variantName, reasons } = booking
  const name = `${formatMoment(startsAt, display)} ${customerName ?? reference}`
  return (
    <>
      <p>
        {isLink ? <Link to={screenPath(bookingsResource, 'edit', bookingId)}>{name}</Link> : <strong>{name}</strong>}{' '}
        <span>{variantName}</span>
      </p>
      <p>{Array.from(new Set(reasons.map(reason => say(reason)))).join(' ')}</p>
      {children}
    </>
  )
}

interface DecideProps {
  /** What is decided already. */
  chosen?: Decision | undefined
  /** Whom it is about, for those who do not see where it stands. */
  about: string
  canMove: boolean
  onChoose: (decision: Decision) => void
}

const Decide = ({ chosen, about, canMove, onChoose }: DecideProps) => {
  const text = useText()
  return (
    <fieldset className={styles.decide} aria-label={about}>
      {decisions.map(decision => (
        <Button
          key={decision}
          size="small"
          variant={chosen === decision ? 'contained' : 'outlined'}
          color={chosen !== decision ? 'inherit' : decision === 'cancel' ? 'error' : 'primary'}
          aria-pressed={chosen === decision}
          disabled={decision === 'move' && !canMove}
          onClick={() => onChoose(decision)}
        >
          {text(`whatIf.${decision}`)}
        </Button>
      ))}
    </fieldset>
  )
}

interface AffectedBookingsProps extends Pick<Effect, 'bookings'> {
  decided: Decisions
  /** Whether customers are told of what is moved and cancelled. */
  isTold: boolean
  onDecide: (decided: Decisions) => void
  onTell: (isTold: boolean) => void
}

/** The bookings to come that would fall outside, with why, where they could go, and what is to become of them. */
export const AffectedBookings = ({ bookings, decided, isTold, onDecide, onTell }: AffectedBookingsProps) => {
  const text = useText()
  const display = useDisplay()
  const id = useId()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { items, strandedCount, irregularCount, laterCount } = bookings
  const more = strandedCount + irregularCount - items.length
  const chosen = items.filter(({ bookingId }) => selected.has(bookingId))
  if (items.length === 0) return null
  const select = (ids: readonly string[], isSelected: boolean) => {
    const others = [...selected].filter(one => !ids.includes(one))
    setSelected(new Set(isSelected ? [...others, ...ids] : others))
  }
  /** What all of them are decided to be already is taken back. */
  const decide = (some: readonly Affected[], decision: Decision) => {
    const next = new Map(decided)
    const able = some.filter(({ nearest }) => decision !== 'move' || nearest)
    const isTakenBack = able.every(({ bookingId }) => decided.get(bookingId) === decision)
    for (const { bookingId } of able) {
      if (isTakenBack) next.delete(bookingId)
      else next.set(bookingId, decision)
    }
    onDecide(next)
  }
  return (
    <section>
      <h3 id={id}>{text('whatIf.bookings')}</h3>
      <p className={styles.note}>{text('whatIf.whenSaved')}</p>
      {items.length > 1 && (
        <div className={styles.selection}>
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
              canMove={chosen.some(({ nearest }) => nearest)}
              onChoose={decision => decide(chosen, decision)}
            />
          )}
        </div>
      )}
      <ul className={styles.bookings} aria-labelledby={id}>
        {items.map(booking => {
          const { bookingId, startsAt, customerName, reference, severity, nearest } = booking
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
                <AffectedBooking booking={booking} isLink>
                  {nearest && <p>{text('whatIf.nearest', { time: formatMoment(nearest.startsAt, display) })}</p>}
                </AffectedBooking>
                <Decide
                  about={name}
                  chosen={decided.get(bookingId)}
                  canMove={nearest !== null}
                  onChoose={decision => decide([booking], decision)}
                />
              </div>
            </li>
          )
        })}
      </ul>
      {[...decided.values()].some(decision => decision !== 'keep') && (
        <TellEach isTold={isTold} onChange={onTell} label={text('whatIf.tell')} />
      )}
      {more > 0 && <p>{text('whatIf.more', { smart_count: more })}</p>}
      {laterCount > 0 && <p className={styles.note}>{text('whatIf.laterCount', { smart_count: laterCount })}</p>}
    </section>
  )
}
