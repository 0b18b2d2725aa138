import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useGetMany } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useDisplay } from '../../../crud/format/display'
import { useIsNarrow } from '../../../crud/list/useIsNarrow'
import { useFailure } from '../../../crud/useFailure'
import { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import { type ResourceType, resourceTypes } from '../../../resources/resourceTypes'
import { formatLocalDate, zoneOf } from '../../../scheduling'
import { Choose } from '../../availability/Choose'
import styles from '../bookings.module.css'
import type { Override } from '../bookingsApi'
import { formatDayTimes } from '../formatDayTimes'
import { RefusalNotice } from '../RefusalNotice'
import { type Refusal, refusalOf } from '../refusal'
import { instantOf, timeOf } from './localTimes'
import { useAssignedResources } from './useAssignedResources'
import { type NewPlace, useMoveBooking } from './useMoveBooking'

interface MoveDialogProps {
  booking: Booking
  /** Where it was to go, and why it may not, when that was tried already. */
  tried?: { place: NewPlace; refusal: Refusal } | undefined
  onClose: () => void
}

interface Problem {
  detail: string
  reason: string | null
}

/** Moves a booking to another time or other resources; says why when it may not go there, and where else it may. */
export const MoveDialog = ({ booking, tried, onClose }: MoveDialogProps) => {
  const text = useText()
  const failureOf = useFailure()
  const display = useDisplay()
  const isNarrow = useIsNarrow()
  const id = useId()
  const move = useMoveBooking()
  const { timeZone } = display
  const from = tried?.place ?? { startsAt: booking.startsAt, resourceIds: booking.resourceIds }
  const start = Date.parse(from.startsAt)
  const [date, setDate] = useState(formatLocalDate(zoneOf(timeZone).dayOf(start)))
  const [time, setTime] = useState(timeOf(start, timeZone))
  const [resourceIds, setResourceIds] = useState<readonly string[]>(from.resourceIds)
  const [reason, setReason] = useState('')
  const [refusal, setRefusal] = useState(tried?.refusal ?? null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const assigned = useAssignedResources(booking)
  const { data: types = [] } = useGetMany<ResourceType>(resourceTypes.name, {
    ids: booking.resources.map(({ resourceTypeId }) => resourceTypeId),
  })

  const attempt = async (place: NewPlace, override?: Override) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await move(booking, place, override ?? (reason ? { reason } : {}))
      onClose()
    } catch (error) {
      const { detail, errors } = failureOf(error)
      const refused = refusalOf(error)
      setRefusal(refused)
      if (!refused)
        setProblem({ detail: errors.startsAt ?? errors.resourceIds ?? detail, reason: errors.reason ?? null })
      setBusy(false)
    }
  }
  const startsAt = instantOf(date, time, timeZone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (startsAt) void attempt({ startsAt, resourceIds })
  }
  const change = (set: () => void) => {
    set()
    setRefusal(null)
    setProblem(null)
  }
  return (
    <Dialog open onClose={onClose} fullWidth fullScreen={isNarrow} maxWidth="sm" aria-labelledby={id}>
      <form noValidate className={styles.dialog} onSubmit={submit}>
        <DialogTitle id={id}>{text('booking.moveTitle', { reference: booking.reference })}</DialogTitle>
        <DialogContent className={styles.dialogContent}>
          <p className={styles.muted}>
            {[booking.customerName, booking.title, formatDayTimes(booking, display)].filter(Boolean).join(' · ')}
          </p>
          <div className={styles.pair}>
            <TextField
              type="date"
              label={text('availability.date')}
              value={date}
              onChange={event => change(() => setDate(event.target.value))}
              slotProps={{ inputLabel: { shrink: true } }}
              autoFocus
            />
            <TextField
              type="time"
              label={text('availability.time')}
              value={time}
              onChange={event => change(() => setTime(event.target.value))}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          </div>
          {resourceIds.map((resourceId, index) => {
            const type = assigned.find(one => one.resourceId === resourceId)?.resourceTypeId
            const choices = assigned
              .filter(one => one.resourceTypeId === type)
              .map(one => ({ id: one.resourceId, name: one.resourceName }))
            return (
              <Choose
                key={type ?? resourceId}
                label={types.find(one => one.id === type)?.name ?? text('availability.resource')}
                value={resourceId}
                choices={choices}
                onChange={chosen => change(() => setResourceIds(resourceIds.with(index, chosen)))}
              />
            )
          })}
          {refusal && (
            <RefusalNotice
              refusal={refusal}
              isBusy={isBusy}
              override={text('booking.moveAllTheSame')}
              onTake={({ startsAt: free, resourceIds: ids }) => void attempt({ startsAt: free, resourceIds: ids })}
              onOverride={why => startsAt && void attempt({ startsAt, resourceIds }, { override: true, reason: why })}
            />
          )}
          {(problem?.reason || reason) && (
            <TextField
              label={text('booking.reason')}
              value={reason}
              error={Boolean(problem?.reason)}
              helperText={problem?.reason}
              onChange={event => setReason(event.target.value)}
            />
          )}
          {problem && !problem.reason && (
            <p role="alert" className={styles.error}>
              {problem.detail}
            </p>
          )}
        </DialogContent>
        <DialogActions className={styles.dialogActions}>
          <Button onClick={onClose}>{text('booking.cancelDialog')}</Button>
          <Button type="submit" variant="contained" disabled={!startsAt} aria-busy={isBusy}>
            {text('booking.move')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
