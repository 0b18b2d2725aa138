import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useIsNarrow } from '../../crud/list/useIsNarrow'
import type { BookingSeries } from '../../scheduling/series/answers'
import { useFailure } from '../../ui/failure/useFailure'
import { growsDown } from '../../ui/growsDown'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { ChangePreview, useChangePreview } from './ChangePreview'
import { conflictOf, leftOut, RefusedChoice } from './RefusedChoice'
import { refusedDates } from './refusedDates'
import styles from './series.module.css'
import { useSeriesApi } from './seriesApi'
import { useText } from './useText'

interface RetryDialogProps {
  series: Pick<BookingSeries, 'id' | 'occurrences' | 'customerId'>
  onClose: () => void
}

/** Books the dates that were not free, where they are free now; says of each why not. */
const RetryDialog = ({ series, onClose }: RetryDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const isNarrow = useIsNarrow()
  const api = useSeriesApi()
  const id = useId()
  const [refused, setRefused] = useState(leftOut)
  const [isTold, setTold] = useState(useTellsByDefault())
  const [problem, setProblem] = useState<string | null>(null)
  const body = conflictOf(refused)
  const preview = useChangePreview({ seriesId: series.id, action: 'retrySkipped', body })
  const skipped = new Set(series.occurrences?.flatMap(({ index, state }) => (state === 'skipped' ? [index] : [])))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await api.act(series.id, 'retrySkipped', { ...body, notify: isTold })
      notify(text('series.changed'), { type: 'success' })
      onClose()
    } catch (error) {
      setProblem(refusedDates(error).length > 0 ? text('series.noneFree') : failureOf(error).detail)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth fullScreen={isNarrow} maxWidth="sm" sx={growsDown} aria-labelledby={id}>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={id}>{text('series.retryTitle')}</DialogTitle>
        <DialogContent className={styles.repeat}>
          <p className={styles.muted}>{text('series.retryHelp')}</p>
          <RefusedChoice value={refused} others={[leftOut]} onChange={setRefused} />
          <ChangePreview preview={preview} isMeant={({ index }) => skipped.has(index)} />
          <TellKnown customerId={series.customerId} isTold={isTold} onChange={setTold} />
          {problem && <p role="alert">{problem}</p>}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('series.back')}</Button>
          <Button type="submit" variant="contained">
            {text('series.book')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default RetryDialog
