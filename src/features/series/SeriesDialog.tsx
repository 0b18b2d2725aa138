import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useGetOne, useNotify } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { bookingSeries } from '../../resources/bookingSeries'
import type { SeriesScope } from '../../resources/bookingSeriesActions'
import { type Booking, bookings } from '../../resources/bookings'
import type { Slot } from '../../scheduling'
import type { BookingSeries, Occurrence } from '../../scheduling/series/answers'
import {
  Columns,
  DateField,
  DialogForm,
  instantOf,
  resourceKeys,
  serverNow,
  Tick,
  TimeField,
  useDisplay,
  wallTime,
} from '../../show'
import { Choose } from '../availability/Choose'
import type { Override } from '../bookings/bookingsApi'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { ResourceFields } from '../bookings/move/ResourceFields'
import { ReasonField } from '../bookings/ReasonField'
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

type CancelledBy = 'customer' | 'staff'

interface SeriesDialogProps {
  series: Pick<BookingSeries, 'id' | 'notes'> & { customerId: string | null }
  occurrence: Pick<Occurrence, 'index' | 'startsAt' | 'endsAt'> & { bookingId?: string | null }
  change: SeriesChange
  to?: { startsAt: string; resourceIds: readonly string[] }
  children?: ReactNode
  onClose: () => void
}

const useSeriesChange = ({ series, occurrence, change, to, onClose }: Omit<SeriesDialogProps, 'children'>) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const api = useSeriesApi()
  const { timeZone } = display
  const [fields, setFields] = useState(() => ({
    ...wallTime(Date.parse(to?.startsAt ?? occurrence.startsAt), timeZone),
    scope: 'this' as SeriesScope,
    notes: series.notes ?? '',
    reason: '',
    by: 'staff' as CancelledBy,
    chosenIds: null as readonly string[] | null,
    whenRefused: 'fail' as WhenRefused,
    overwriteExceptions: false,
  }))
  const [isTold, setTold] = useState(useTellsByDefault())
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { scope, notes, reason, by, chosenIds, whenRefused, overwriteExceptions } = fields
  const { data: booking, isLoading } = useGetOne<Booking>(
    bookings.name,
    { id: occurrence.bookingId ?? '' },
    { enabled: (change === 'reassign' || change === 'move') && Boolean(occurrence.bookingId) },
  )
  const resourceIds = chosenIds ?? booking?.resourceIds ?? []
  const meant = { scope, occurrence: occurrence.index }
  const startsAt = instantOf(fields.date, fields.time, timeZone)
  const conflict = scope === 'this' ? { onConflict: 'fail' as const } : conflictOf(whenRefused)
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
  // Changed notes notify nobody.
  const mayTell = change !== 'notes' && series.customerId !== null
  const send = (override: Override | null) => {
    const why = { reason: reason || null, notify: isTold && mayTell }
    switch (change) {
      case 'move':
        return api.act(series.id, 'reschedule', { ...move, ...why, ...override })
      case 'book':
        return api.act(series.id, 'retrySkipped', { ...book, notify: why.notify })
      case 'reassign':
        return api.act(series.id, change, { ...meant, ...why, onConflict: whenRefused, resourceIds })
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
  return {
    ...{ fields, booking, isLoading, resourceIds, isTimed, preview, isTold, setTold, refusal, submit },
    set: (changes: Partial<typeof fields>) => setFields(before => ({ ...before, ...changes })),
    take: (slot: Slot) => {
      setRefusal(null)
      setFields({ ...fields, ...wallTime(Date.parse(slot.startsAt), timeZone), chosenIds: slot.resourceIds })
    },
    toldId: mayTell ? series.customerId : null,
  }
}

/** Before and after, of the dates that are meant. */
const Preview = ({
  of,
  series,
  occurrence,
  change,
}: SeriesDialogProps & { of: ReturnType<typeof useSeriesChange> }) => {
  const { scope } = of.fields
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
  return (
    <ChangePreview
      preview={of.preview}
      isMeant={isMeant}
      before={change === 'move' ? (current?.occurrences ?? null) : null}
    />
  )
}

const ByField = ({ value, onChange }: { value: CancelledBy; onChange: (by: CancelledBy) => void }) => {
  const text = useText()
  return (
    <TextField
      select
      required
      label={text(cancelKeys.field('by'))}
      value={value}
      onChange={event => onChange(event.target.value as CancelledBy)}
    >
      {(['staff', 'customer'] as const).map(one => (
        <MenuItem key={one} value={one}>
          {text(cancelKeys.choice('by', one))}
        </MenuItem>
      ))}
    </TextField>
  )
}

const SeriesDialog = (props: SeriesDialogProps) => {
  const { occurrence, change, to, children, onClose } = props
  const text = useText()
  const display = useDisplay()
  const form = useSeriesChange(props)
  const { fields, set, booking, isLoading, isTimed, refusal, submit, toldId } = form
  const { scope, whenRefused } = fields
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
              <DateField label={text('series.date')} value={fields.date} onChange={date => set({ date })} />
              <TimeField label={text('series.time')} value={fields.time} onChange={time => set({ time })} />
            </Columns>
          )}
          {(change === 'reassign' || change === 'move') && booking && (
            <ResourceFields
              booking={booking}
              resourceIds={form.resourceIds}
              onChange={chosenIds => set({ chosenIds })}
            />
          )}
          {change === 'notes' && (
            <TextField
              label={text('booking.notes')}
              value={fields.notes}
              multiline
              onChange={event => set({ notes: event.target.value })}
            />
          )}
          {/* Appears after the fields above, which would move it from under the pointer. */}
          {!isLoading && change !== 'book' && <ScopeChoice value={scope} onChange={chosen => set({ scope: chosen })} />}
          {mayOverwrite && (
            <Tick
              label={text('series.overwrite')}
              checked={fields.overwriteExceptions}
              onChange={overwriteExceptions => set({ overwriteExceptions })}
            />
          )}
          {change === 'move' && scope !== 'this' && (
            <RefusedChoice
              value={whenRefused}
              others={['fail', 'skip']}
              isMove
              onChange={one => set({ whenRefused: one })}
            />
          )}
          {isTimed && <Preview {...props} of={form} />}
          {change === 'reassign' && scope !== 'this' && (
            <Choose
              label={text('series.whenNotFree')}
              value={whenRefused}
              choices={[
                { id: 'fail', name: text('series.changeNone') },
                { id: 'skip', name: text('series.staysThere') },
              ]}
              onChange={one => set({ whenRefused: one as WhenRefused })}
            />
          )}
          {change === 'cancel' && <ByField value={fields.by} onChange={by => set({ by })} />}
          {change !== 'notes' && change !== 'approve' && change !== 'book' && (
            <ReasonField value={fields.reason} error={errors.reason} onChange={reason => set({ reason })} />
          )}
          {toldId && <TellKnown customerId={toldId} isTold={form.isTold} onChange={form.setTold} />}
          {refusal && (
            <RefusalNotice
              refusal={refusal}
              isBusy={isBusy}
              override={text('booking.moveAllTheSame')}
              onTake={form.take}
              onOverride={why => void sendOnce(() => submit({ override: true, reason: why }))}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}

export default SeriesDialog
