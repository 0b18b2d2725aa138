import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatInstant } from '../../declare'
import { zoneOf } from '../../scheduling'
import { useDisplay, useFailure } from '../../show'
import { formatStart } from '../bookings/formatDayTimes'
import { useText } from './useText'
import styles from './waitlist.module.css'
import { type NewEntry, useWaitlistApi } from './waitlistApi'

interface AddToWaitlistProps {
  /** Without a customer, the form asks for one. */
  wanted: Omit<NewEntry, 'windows'>
  time: { startsAt: string; endsAt: string }
  isNamed: boolean
  /** A question by default, null for none. */
  lead?: string | null
  onAdded: () => void
}

const widths = ['time', 'day', 'week'] as const
type Width = (typeof widths)[number]

/** The window of a choice: the time itself, its whole day, or seven days from that day. */
const windowOf = (width: Width, { startsAt, endsAt }: AddToWaitlistProps['time'], timeZone: string) => {
  if (width === 'time') return { startsAt, endsAt }
  const zone = zoneOf(timeZone)
  const day = zone.dayOf(Date.parse(startsAt))
  const until = zone.startOfDay(day + (width === 'day' ? 1 : 7))
  return { startsAt: formatInstant(zone.startOfDay(day)), endsAt: formatInstant(Math.max(until, Date.parse(endsAt))) }
}

const AddToWaitlist = ({ wanted, time, isNamed, lead, onAdded }: AddToWaitlistProps) => {
  const text = useText()
  const said = lead === undefined ? text('waitlist.nothingFree') : lead
  const display = useDisplay()
  const notify = useNotify()
  const navigate = useNavigate()
  const failureOf = useFailure()
  const api = useWaitlistApi()
  const [width, setWidth] = useState<Width>('time')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async () => {
    if (isBusy) return
    if (!isNamed) return setProblem(text('waitlist.customerNeeded'))
    setBusy(true)
    setProblem(null)
    try {
      const entry = await api.add({ ...wanted, windows: [windowOf(width, time, display.timeZone)] })
      const name = entry.customerName ?? ''
      const done = entry.offerExpiresAt
        ? text('waitlist.addedAndOffered', { name, time: formatStart(entry.offerExpiresAt, display) })
        : text('waitlist.added', { name, position: entry.position ?? 1 })
      const open = { label: text('waitlist.open'), onClick: () => navigate(`/waitlist/${entry.id}/edit`) }
      notify(done, { type: 'success', action: open })
      onAdded()
    } catch (error) {
      const { detail, errors } = failureOf(error)
      setProblem(Object.values(errors).join(' ') || detail)
      setBusy(false)
    }
  }
  return (
    <section className={styles.add} aria-label={text('waitlist.add')}>
      {said && <p>{said}</p>}
      <div>
        <TextField
          select
          size="small"
          label={text('waitlist.window')}
          value={width}
          onChange={event => setWidth(event.target.value as Width)}
        >
          {widths.map(one => (
            <MenuItem key={one} value={one}>
              {text(`waitlist.window.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <Button variant="outlined" aria-busy={isBusy} onClick={() => void add()}>
          {text('waitlist.add')}
        </Button>
      </div>
      {problem && <p role="alert">{problem}</p>}
    </section>
  )
}

export default AddToWaitlist
