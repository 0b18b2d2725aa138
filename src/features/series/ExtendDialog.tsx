import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { formatLocalDate, zoneOf } from '../../scheduling'
import type { BookingSeries } from '../../scheduling/series/answers'
import { useFailure } from '../../ui/failure/useFailure'
import { addDays } from '../../ui/format/dates'
import { growsDown } from '../../ui/growsDown'
import { DateField } from '../../ui/inputs/DateField'
import { Choose } from '../availability/Choose'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { ChangePreview, useChangePreview } from './ChangePreview'
import { conflictOf, leftOut, RefusedChoice } from './RefusedChoice'
import styles from './series.module.css'
import { useSeriesApi } from './seriesApi'
import { useText } from './useText'

/** How many days further a series goes at first. */
const month = 28

interface ExtendDialogProps {
  series: Pick<BookingSeries, 'id' | 'timeZone' | 'startsAt' | 'occurrences' | 'customerId'>
  onClose: () => void
}

/** Adds dates to the end of a series: so many, or until a day. */
export const ExtendDialog = ({ series, onClose }: ExtendDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const api = useSeriesApi()
  const id = useId()
  const [by, setBy] = useState<'count' | 'until'>('count')
  const [count, setCount] = useState('4')
  const last = series.occurrences?.at(-1)?.startsAt ?? series.startsAt
  const lastDate = formatLocalDate(zoneOf(series.timeZone).dayOf(Date.parse(last)))
  const [untilDate, setUntil] = useState(addDays(lastDate, month))
  const [refused, setRefused] = useState(leftOut)
  const [isTold, setTold] = useState(useTellsByDefault())
  const [problem, setProblem] = useState<string | null>(null)
  const known = series.occurrences?.length ?? 0
  const extent = by === 'count' ? { count: Number(count) || null } : { untilDate: untilDate || null }
  const isComplete = Object.values(extent).every(one => one !== null)
  const body = { ...extent, ...conflictOf(refused) }
  const preview = useChangePreview({ seriesId: series.id, action: 'extend', body: isComplete ? body : null })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await api.act(series.id, 'extend', { ...body, notify: isTold })
      notify(text('series.changed'), { type: 'success' })
      onClose()
    } catch (error) {
      const { errors, detail } = failureOf(error)
      setProblem(Object.values(errors).join(' ') || detail)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" sx={growsDown} aria-labelledby={id}>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={id}>{text('series.extendTitle')}</DialogTitle>
        <DialogContent className={styles.repeat}>
          <Choose
            label={text('series.extendBy')}
            value={by}
            choices={(['count', 'until'] as const).map(one => ({ id: one, name: text(`series.extendBy.${one}`) }))}
            onChange={one => {
              setBy(one === 'until' ? one : 'count')
              setProblem(null)
            }}
          />
          {by === 'count' ? (
            <TextField
              label={text('series.more')}
              type="number"
              value={count}
              error={problem !== null}
              helperText={problem}
              slotProps={{ htmlInput: { min: 1, max: 104 } }}
              onChange={event => setCount(event.target.value)}
            />
          ) : (
            <DateField
              label={text('series.until')}
              value={untilDate}
              min={lastDate}
              error={problem !== null}
              helperText={problem}
              onChange={setUntil}
            />
          )}
          <RefusedChoice value={refused} others={[leftOut]} onChange={setRefused} />
          <ChangePreview preview={preview} isMeant={({ index }) => index >= known} />
          <TellKnown customerId={series.customerId} isTold={isTold} onChange={setTold} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('series.back')}</Button>
          <Button type="submit" variant="contained">
            {text('series.extend')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
