import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import type { SlotwiseDataProvider } from '../../../dataProvider/createDataProvider'
import { refreshAfterMutation } from '../../../dataProvider/freshness'
import { useText } from '../../../i18n/useText'
import { showToast } from '../../../notifications/toast'
import { bookings } from '../../../resources/bookings'
import { type Timeslot, timeslots } from '../../../resources/timeslots'
import bulkStyles from '../../bulk/bulk.module.css'
import type { Failure } from '../../failure'
import { ConfirmDialog } from '../../screen/ConfirmDialog'
import { useFailure } from '../../useFailure'
import type { BookingsDecision } from './BookedTimeslotDialog'
import styles from './schedules.module.css'

const BookedTimeslotDialog = lazy(() => import('./BookedTimeslotDialog'))

type Action = 'open' | 'close' | 'cancel' | 'delete' | 'set_capacity'

interface Change {
  action: Action
  decision?: BookingsDecision
}

interface Result {
  id: string
  ok: boolean
  detail?: string
}

interface TimeslotBulkBarProps {
  scheduleId: string
  chosen: readonly Timeslot[]
  /** What stays chosen: what was refused, or nothing. */
  onDone: (ids: readonly string[]) => void
}

/** What can be done with the chosen timeslots. What is refused stays chosen, with the reasons. */
export const TimeslotBulkBar = ({ scheduleId, chosen, onDone }: TimeslotBulkBarProps) => {
  const text = useText()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null)
  const [booking, setBooking] = useState<{ asked: Failure; refused: Record<string, string> | null } | null>(null)
  const [capacity, setCapacity] = useState('')
  const [reasons, setReasons] = useState<readonly string[]>([])
  const booked = chosen.reduce((sum, { bookedQuantity }) => sum + (bookedQuantity ?? 0), 0)

  const reasonsOf = ({ errors, detail }: Failure): Record<string, string> =>
    errors.reason ? { reason: errors.reason } : { detail }

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ action, decision }: Change) =>
      (await dataProvider.call('POST', '/schedules/{scheduleId}/timeslots/bulk', {
        params: { scheduleId },
        body: {
          ids: chosen.map(({ id }) => id),
          action,
          ...decision,
          ...(action === 'set_capacity' && { capacity: capacity === '' ? null : Number(capacity) }),
        },
      })) as Result[],
    onSuccess: results => {
      setBooking(null)
      const refused = results.filter(({ ok }) => !ok)
      const done = results.length - refused.length
      if (done > 0) void showToast('success', text('timeslots.changed', { smart_count: done }))
      setReasons(Array.from(new Set(refused.map(result => failureOf({ body: result }).detail))))
      if (refused.length > 0) void showToast('error', text('timeslots.refused', { smart_count: refused.length }))
      onDone(refused.map(({ id }) => id))
    },
    onError: error => {
      const failure = failureOf(error)
      if (failure.isTimeslotBooked) setBooking({ asked: failure, refused: null })
      else if (booking) setBooking({ ...booking, refused: reasonsOf(failure) })
      else if (!failure.isSignedOut) setReasons([failure.detail])
    },
    onSettled: (_, __, { decision }) => {
      setAsking(null)
      void refreshAfterMutation(client, timeslots.name)
      if (decision) void refreshAfterMutation(client, bookings.name)
      void client.invalidateQueries({ queryKey: ['availability'] })
    },
  })
  const act = (action: Action) => () => {
    if (!isPending) mutate({ action })
  }
  const isCapacityPossible = capacity === '' || (Number.isInteger(Number(capacity)) && Number(capacity) >= 1)
  return (
    <section className={bulkStyles.bar} aria-label={text('timeslots.bulk')}>
      <span role="status">{text('timeslots.chosen', { smart_count: chosen.length })}</span>
      <Button size="small" variant="outlined" onClick={act('open')}>
        {text('timeslots.bulk.open')}
      </Button>
      <Button size="small" variant="outlined" onClick={act('close')}>
        {text('timeslots.bulk.close')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        onClick={booked > 0 ? act('cancel') : () => setAsking('cancel')}
      >
        {text('timeslots.bulk.cancel')}
      </Button>
      <Button size="small" variant="outlined" color="error" onClick={() => setAsking('delete')}>
        {text('timeslots.bulk.delete')}
      </Button>
      <TextField
        type="number"
        className={styles.capacity}
        label={text('timeslots.capacity')}
        value={capacity}
        error={!isCapacityPossible}
        onChange={event => setCapacity(event.target.value)}
        slotProps={{ htmlInput: { min: 1, max: 10_000, inputMode: 'numeric' }, inputLabel: { shrink: true } }}
      />
      <Button size="small" variant="outlined" disabled={!isCapacityPossible} onClick={act('set_capacity')}>
        {text('timeslots.bulk.capacity')}
      </Button>
      <Button size="small" onClick={() => onDone([])}>
        {text('timeslots.bulk.clear')}
      </Button>
      {reasons.length > 0 && (
        <ul role="alert" className={styles.reasons}>
          {reasons.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={asking !== null}
        title={text(asking === 'delete' ? 'timeslots.deleteTitle' : 'timeslots.cancelTitle', {
          smart_count: chosen.length,
        })}
        confirm={text(asking === 'delete' ? 'timeslots.bulk.delete' : 'timeslots.cancelConfirm')}
        cancel={text('timeslots.back')}
        isBusy={isPending}
        onConfirm={() => asking && mutate({ action: asking })}
        onCancel={() => setAsking(null)}
      >
        <p>{booked > 0 ? text('timeslots.deleteBooked', { smart_count: booked }) : text('timeslots.noneBooked')}</p>
      </ConfirmDialog>
      {booking && (
        <Suspense fallback={null}>
          <BookedTimeslotDialog
            {...booking}
            isBusy={isPending}
            onDecide={decision => mutate({ action: 'cancel', decision })}
            onClose={() => setBooking(null)}
          />
        </Suspense>
      )}
    </section>
  )
}
