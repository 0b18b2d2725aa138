import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { lazy, Suspense, useState } from 'react'
import bulkStyles from '../../crud/bulk/bulk.module.css'
import type { Timeslot } from '../../resources/timeslots'
import { ConfirmDialog, Row } from '../../show'
import styles from './schedules.module.css'
import { useText } from './useText'
import { type TimeslotAction, useTimeslotBulk } from './useTimeslotBulk'

const BookedTimeslotDialog = lazy(() => import('./BookedTimeslotDialog'))

interface TimeslotBulkBarProps {
  scheduleId: string
  chosen: readonly Timeslot[]
  onDone: (ids: readonly string[]) => void
}

export const TimeslotBulkBar = ({ scheduleId, chosen, onDone }: TimeslotBulkBarProps) => {
  const text = useText()
  const { change, isPending, reasons, question, closeQuestion } = useTimeslotBulk({ scheduleId, chosen, onDone })
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null)
  const booked = chosen.reduce((sum, { bookedQuantity }) => sum + (bookedQuantity ?? 0), 0)
  const act = (action: Exclude<TimeslotAction, 'set_capacity'>) => () => {
    if (!isPending) change({ action }, { onSettled: () => setAsking(null) })
  }
  return (
    <Row as="section" wrap gap="0.5rem" className={bulkStyles.bar} aria-label={text('timeslots.bulk')}>
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
      <CapacityFields
        onSet={capacity => {
          if (!isPending) change({ action: 'set_capacity', capacity })
        }}
      />
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
        onConfirm={() => asking && act(asking)()}
        onCancel={() => setAsking(null)}
      >
        <p>{booked > 0 ? text('timeslots.deleteBooked', { smart_count: booked }) : text('timeslots.noneBooked')}</p>
      </ConfirmDialog>
      {question && (
        <Suspense fallback={null}>
          <BookedTimeslotDialog
            {...question}
            isBusy={isPending}
            onAnswer={decision => change({ action: 'cancel', decision })}
            onClose={closeQuestion}
          />
        </Suspense>
      )}
    </Row>
  )
}

const CapacityFields = ({ onSet }: { onSet: (capacity: number | null) => void }) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const capacity = typed === '' ? null : Number(typed)
  const isPossible = capacity === null || (Number.isInteger(capacity) && capacity >= 1)
  return (
    <>
      <TextField
        type="number"
        className={styles.capacity}
        label={text('timeslots.capacity')}
        value={typed}
        error={!isPossible}
        onChange={event => setTyped(event.target.value)}
        slotProps={{ htmlInput: { min: 1, max: 10_000, inputMode: 'numeric' }, inputLabel: { shrink: true } }}
      />
      <Button size="small" variant="outlined" disabled={!isPossible} onClick={() => onSet(capacity)}>
        {text('timeslots.bulk.capacity')}
      </Button>
    </>
  )
}
