import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../../i18n/useText'
import type { Booking } from '../../../resources/bookings'
import type { CatalogItem } from '../../../resources/catalogItems'
import { useFailure } from '../../../ui/failure/useFailure'
import styles from '../bookings.module.css'
import { useBookingApi } from '../bookingsApi'
import { QuestionFields } from '../dialog/QuestionFields'

interface AnswersDialogProps {
  booking: Booking
  questions: CatalogItem['questions']
  onClose: () => void
}

/** Changes the answers to the item's questions. */
export const AnswersDialog = ({ booking, questions, onClose }: AnswersDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const api = useBookingApi()
  const id = useId()
  const [answers, setAnswers] = useState(booking.answers ?? {})
  const [failure, setFailure] = useState<ReturnType<typeof failureOf> | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await api.patch(booking.id, { answers })
      notify(text('booking.answersSaved'), { type: 'success' })
      onClose()
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form noValidate onSubmit={event => void submit(event)}>
        <DialogTitle id={id}>{text('booking.answers')}</DialogTitle>
        <DialogContent>
          <QuestionFields
            questions={questions}
            answers={answers}
            errors={failure?.errors ?? {}}
            onChange={setAnswers}
          />
          {failure && Object.keys(failure.errors).length === 0 && (
            <p role="alert" className={styles.error}>
              {failure.detail}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{text('booking.cancelDialog')}</Button>
          <Button type="submit" variant="contained">
            {text('booking.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
