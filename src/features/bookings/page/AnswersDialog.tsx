import { useNotify } from 'ra-core'
import { useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import type { CatalogItem } from '../../../resources/catalogItems'
import { DialogForm } from '../../../show'
import { useBookingApi } from '../bookingsApi'
import { QuestionFields } from '../dialog/QuestionFields'
import { useText } from '../useText'

interface AnswersDialogProps {
  booking: Booking
  questions: CatalogItem['questions']
  onClose: () => void
}

export const AnswersDialog = ({ booking, questions, onClose }: AnswersDialogProps) => {
  const text = useText()
  const notify = useNotify()
  const api = useBookingApi()
  const [answers, setAnswers] = useState(booking.answers ?? {})
  const save = async () => {
    await api.patch(booking.id, { answers })
    notify(text('booking.answersSaved'), { type: 'success' })
    onClose()
  }
  return (
    <DialogForm
      title={text('booking.answers')}
      submit={text('booking.save')}
      cancel={text('booking.cancelDialog')}
      fields={['answers']}
      onSubmit={save}
      onClose={onClose}
    >
      {({ errors }) => <QuestionFields questions={questions} answers={answers} errors={errors} onChange={setAnswers} />}
    </DialogForm>
  )
}
