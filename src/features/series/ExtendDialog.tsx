import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useFailure } from '../../ui/failure/useFailure'
import { Choose } from '../availability/Choose'
import styles from './series.module.css'
import { useSeriesApi } from './seriesApi'
import { useText } from './useText'

/** Adds dates to the end of a series. */
export const ExtendDialog = ({ id: seriesId, onClose }: { id: string; onClose: () => void }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const api = useSeriesApi()
  const id = useId()
  const [count, setCount] = useState('4')
  const [onConflict, setOnConflict] = useState('skip')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await api.act(seriesId, 'extend', { count: Number(count) || null, onConflict })
      notify(text('series.changed'), { type: 'success' })
      onClose()
    } catch (error) {
      const { errors, detail } = failureOf(error)
      setProblem(Object.values(errors).join(' ') || detail)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={id}>{text('series.extendTitle')}</DialogTitle>
        <DialogContent className={styles.repeat}>
          <TextField
            label={text('series.more')}
            type="number"
            value={count}
            error={problem !== null}
            helperText={problem}
            slotProps={{ htmlInput: { min: 1, max: 104 } }}
            onChange={event => setCount(event.target.value)}
          />
          <Choose
            label={text('series.whenNotFree')}
            value={onConflict}
            choices={(['skip', 'nearest'] as const).map(one => ({ id: one, name: text(`series.${one}`) }))}
            onChange={setOnConflict}
          />
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
