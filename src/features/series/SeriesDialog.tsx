import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useGetOne, useNotify } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { bookingSeries } from '../../resources/bookingSeries'
import type { SeriesScope } from '../../resources/bookingSeriesActions'
import { type Booking, bookings } from '../../resources/bookings'
import { formatLocalDate, zoneOf } from '../../scheduling'
import type { BookingSeries, Occurrence } from '../../scheduling/series/answers'
import {
  Columns,
  DateField,
  DialogForm,
  instantOf,
  resourceKeys,
  serverNow,
  TimeField,
  timeOf,
  useDisplay,
} from '../../show'
import { Choose } from '../availability/Choose'
import type { Override } from '../bookings/bookingsApi'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { ResourceFields } from '../bookings/move/ResourceFields'
import { RefusalNotice } from '../bookings/RefusalNotice'
import { type Refusal, refusalOf } from '../bookings/refusal'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { ChangePreview, useChangePreview } from './ChangePreview'
import { conflictOf, RefusedChoice, type WhenRefused } from './RefusedChoice'
import { refusedDates } from './refusedDates'
import { ScopeChoice } from './ScopeChoice'
import styles from './series.module.css'
import { useSeriesApi } from './seriesApi'
import { useText } from './useText'

const cancelKeys = resourceKeys({ name: `${bookings.name}.actions.cancel` })

export type SeriesChange = 'move' | 'reassign' | 'cancel' | 'approve' | 'decline' | 'notes' | 'book'

interface SeriesDialogProps {
  series: Pick<BookingSeries, 'id' | 'notes'> & { customerId: string | null }
  occurrence: Pick<Occurrence, 'index' | 'startsAt' | 'endsAt'> & { bookingId?: string | null }
  change: SeriesChange
  to?: { startsAt: string; resourceIds: readonly string[] }
  children?: ReactNode
  onClose: () => void
}

const SeriesDialog = ({ series, occurrence, change, to, children, onClose }: SeriesDialogProps) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const api = useSeriesApi()
  const { timeZone } = display
  const start = Date.parse(to?.startsAt ?? occurrence.startsAt)
  const [scope, setScope] = useState<SeriesScope>('this')
  const [date, setDate] = useState(() => formatLocalDate(zoneOf(timeZone).dayOf(start)))
  const [time, setTime] = useState(() => timeOf(start, timeZone))
  const [notes, setNotes] = useState(series.notes ?? '')
  const [reason, setReason] = useState('')
  const [by, setBy] = useState<'customer' | 'staff'>('staff')
  const [chosenIds, setChosen] = useState<readonly string[] | null>(null)
  const [refusedOnes, setRefusedOnes] = useState<WhenRefused>('fail')
  const [overwriteExceptions, setOverwrite] = useState(false)
  const [isTold, setTold] = useState(useTellsByDefault())
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // Changed notes notify nobody.
  const mayTell = change !== 'notes' && series.customerId !== null
  const { data: booking, isLoading } = useGetOne<Booking>(
    bookings.name,
    { id: occurrence.bookingId ?? '' },
    { enabled: (change === 'reassign' || change === 'move') && Boolean(occurrence.bookingId) },
  )
  const resourceIds = chosenIds ?? booking?.resourceIds ?? []
  const meant = { scope, occurrence: occurrence.index }
  const startsAt = instantOf(date, time, timeZone)
  const conflict = scope === 'this' ? { onConflict: 'fail' as const } : conflictOf(refusedOnes)
  const move = {
    ...{ ...meant, ...conflict, reason: reason || null, overwriteExceptions, startsAt },
    resourceIds: chosenIds ?? to?.resourceIds ?? [],
  }
  const book = { indexes: [occurrence.index], startsAt }
  const isTimed = change === 'move' || change === 'book'
  const preview = useChangePreview({
    seriesId: series.id,
    action: change === 'book' ? 'retrySkipped' : 'reschedule',
    body: !isTimed || startsAt === null || isLoading ? null : change === 'book' ? book : move,
  })
  const { data: current } = useGetOne<BookingSeries>(
    bookingSeries.name,
    { id: series.id },
    { enabled: change === 'move' },
  )
  const isMeant = ({ index, startsAt: at, state }: Occurrence) => {
    if (scope === 'this' || change === 'book') return index === occurrence.index
    const isIn = scope === 'all' || index >= occurrence.index
    return isIn && (state === 'booked' || state === 'conflict') && Date.parse(at) > serverNow()
  }

  const send = (override: Override | null) => {
    const why = { reason: reason || null, notify: isTold && mayTell }
    switch (change) {
      case 'move':
        return api.act(series.id, 'reschedule', { ...move, ...why, ...override })
      case 'book':
        return api.act(series.id, 'retrySkipped', { ...book, notify: why.notify })
      case 'reassign':
        return api.act(series.id, change, { ...meant, ...why, onConflict: refusedOnes, resourceIds })
      case 'notes':
        return api.patch(series.id, { ...meant, notes: notes || null, overwriteExceptions })
      case 'cancel':
        return api.act(series.id, change, { ...meant, ...why, by })
      default:
        return api.act(series.id, change, { ...meant, ...why })
    }
  }
  const submit = async (override: Override | null = null) => {
    setRefusal(null)
    try {
      await send(override)
    } catch (error) {
      const found = change === 'move' && scope === 'this' ? refusalOf(error) : null
      if (found) return setRefusal(found)
      const dates = refusedDates(error).map(one => formatDayTimes(one, display))
      throw dates.length > 0 ? new Error(text('series.refused', { dates: dates.join('; ') })) : error
    }
    notify(text('series.changed'), { type: 'success' })
    onClose()
  }
  const mayOverwrite = (change === 'move' || change === 'notes') && scope !== 'this'
  return (
    <DialogForm
      title={text(to ? 'series.dragTitle' : `series.${change}Title`)}
      submit={text(change === 'notes' ? 'series.save' : `series.${change}`)}
      cancel={text('series.back')}
      maxWidth={isTimed ? 'sm' : 'xs'}
      isTall
      isDangerous={change === 'cancel' || change === 'decline'}
      isDisabled={isLoading}
      fields={['reason']}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      {({ errors, isBusy, send: sendOnce }) => (
        <>
          <p className={styles.muted}>{formatDayTimes(occurrence, display)}</p>
          {children}
          {isTimed && (
            <Columns least="9rem" gap="1rem">
              <DateField label={text('series.date')} value={date} onChange={setDate} />
              <TimeField label={text('series.time')} value={time} onChange={setTime} />
            </Columns>
          )}
          {(change === 'reassign' || change === 'move') && booking && (
            <ResourceFields booking={booking} resourceIds={resourceIds} onChange={setChosen} />
          )}
          {change === 'notes' && (
            <TextField
              label={text('booking.notes')}
              value={notes}
              multiline
              onChange={event => setNotes(event.target.value)}
            />
          )}
          {/* Appears after the fields above, which would move it from under the pointer. */}
          {!isLoading && change !== 'book' && <ScopeChoice value={scope} onChange={setScope} />}
          {mayOverwrite && (
            <FormControlLabel
              label={text('series.overwrite')}
              control={<Checkbox checked={overwriteExceptions} onChange={(_, isOn) => setOverwrite(isOn)} />}
            />
          )}
          {change === 'move' && scope !== 'this' && (
            <RefusedChoice value={refusedOnes} others={['fail', 'skip']} isMove onChange={setRefusedOnes} />
          )}
          {isTimed && (
            <ChangePreview
              preview={preview}
              isMeant={isMeant}
              before={change === 'move' ? (current?.occurrences ?? null) : null}
            />
          )}
          {change === 'reassign' && scope !== 'this' && (
            <Choose
              label={text('series.whenNotFree')}
              value={refusedOnes}
              choices={[
                { id: 'fail', name: text('series.changeNone') },
                { id: 'skip', name: text('series.staysThere') },
              ]}
              onChange={one => setRefusedOnes(one as WhenRefused)}
            />
          )}
          {change === 'cancel' && (
            <TextField
              select
              required
              label={text(cancelKeys.field('by'))}
              value={by}
              onChange={event => setBy(event.target.value as typeof by)}
            >
              {(['staff', 'customer'] as const).map(one => (
                <MenuItem key={one} value={one}>
                  {text(cancelKeys.choice('by', one))}
                </MenuItem>
              ))}
            </TextField>
          )}
          {change !== 'notes' && change !== 'approve' && change !== 'book' && (
            <TextField
              label={text('series.reason')}
              value={reason}
              error={errors.reason !== undefined}
              helperText={errors.reason}
              onChange={event => setReason(event.target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          )}
          {mayTell && series.customerId && (
            <TellKnown customerId={series.customerId} isTold={isTold} onChange={setTold} />
          )}
          {refusal && (
            <RefusalNotice
              refusal={refusal}
              isBusy={isBusy}
              override={text('booking.moveAllTheSame')}
              onTake={slot => {
                setRefusal(null)
                setDate(formatLocalDate(zoneOf(timeZone).dayOf(Date.parse(slot.startsAt))))
                setTime(timeOf(Date.parse(slot.startsAt), timeZone))
                setChosen(slot.resourceIds)
              }}
              onOverride={why => void sendOnce(() => submit({ override: true, reason: why }))}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}

export default SeriesDialog
