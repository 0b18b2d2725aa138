import Button from '@mui/material/Button'
import { useNavigate, useNotify } from 'ra-core'
import { useState } from 'react'
import { formatLocalDate, zoneOf } from '../../scheduling'
import { Row, undoable, useDisplay, useFailure, useNow } from '../../show'
import { formatStart } from '../bookings/formatDayTimes'
import { useText } from './useText'
import styles from './waitlist.module.css'
import { type NewEntry, useWaitlistApi } from './waitlistApi'
import { type Part, type Window, windowOn } from './windows'

interface AddToWaitlistProps {
  wanted: Omit<NewEntry, 'windows'>
  /** A taken time, or a local date. */
  time: Window | string
  isNamed: boolean
  lead?: string | null
  onAdded: () => void
}

/** The time or a part of the day, the day, and a week. */
const windowsAt = (time: Window | string, timeZone: string): [Part | 'time', Window][] => {
  const on =
    (date: string) =>
    (part: Part): [Part, Window] => [part, windowOn(date, part, timeZone)]
  if (typeof time === 'string') return (['morning', 'afternoon', 'day', 'week'] as const).map(on(time))
  const date = formatLocalDate(zoneOf(timeZone).dayOf(Date.parse(time.startsAt)))
  const wider = (['day', 'week'] as const).map(on(date))
  // A day includes a night's end.
  const whole = ({ startsAt, endsAt }: Window) => ({ startsAt, endsAt: endsAt > time.endsAt ? endsAt : time.endsAt })
  return [['time', time], ...wider.map(([part, window]): [Part, Window] => [part, whole(window)])]
}

const AddToWaitlist = ({ wanted, time, isNamed, lead, onAdded }: AddToWaitlistProps) => {
  const text = useText()
  const display = useDisplay()
  const now = useNow()
  const notify = useNotify()
  const navigate = useNavigate()
  const failureOf = useFailure()
  const api = useWaitlistApi()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const takeOff = async (id: string) => {
    try {
      await api.cancel(id)
      notify(text('crud.undone'), { type: 'success' })
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
  }
  const add = async (part: string, window: Window) => {
    if (busy) return
    if (!isNamed) return setProblem(text('waitlist.customerNeeded'))
    setBusy(part)
    setProblem(null)
    try {
      const { id, customerName, offerExpiresAt, position } = await api.add({ ...wanted, windows: [window] })
      const name = customerName ?? ''
      if (offerExpiresAt)
        notify(text('waitlist.addedAndOffered', { name, time: formatStart(offerExpiresAt, display) }), {
          type: 'success',
          action: { label: text('waitlist.open'), onClick: () => navigate(`/waitlist/${id}/edit`) },
        })
      else
        notify(text('waitlist.added', { name, position: position ?? 1 }), {
          type: 'success',
          ...undoable(text('crud.undo'), () => void takeOff(id)),
        })
      onAdded()
    } catch (error) {
      const { detail, errors } = failureOf(error)
      setProblem(Object.values(errors).join(' ') || detail)
      setBusy(null)
    }
  }
  return (
    <section className={styles.add} aria-label={text('waitlist.add')}>
      <p>
        {[lead === undefined ? text('waitlist.nothingFree') : lead, text('waitlist.for')].filter(Boolean).join(' ')}
      </p>
      <Row wrap gap="0.375rem">
        {windowsAt(time, display.timeZone)
          .filter(([, { endsAt }]) => Date.parse(endsAt) > now)
          .map(([part, window]) => (
            <Button
              key={part}
              variant="outlined"
              size="small"
              aria-busy={busy === part}
              onClick={() => void add(part, window)}
            >
              {text(`waitlist.window.${part}`)}
            </Button>
          ))}
      </Row>
      {problem && <p role="alert">{problem}</p>}
    </section>
  )
}

export default AddToWaitlist
