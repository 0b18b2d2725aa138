import TextField from '@mui/material/TextField'
import { TellCustomer } from '../TellCustomer'
import { CustomerPicker } from './CustomerPicker'
import { QuestionFields } from './QuestionFields'
import type { BookingForm } from './useBookingDialog'
import { useText } from './useText'

export const BookingFields = ({ form: { item, typed, errors, type } }: { form: BookingForm }) => {
  const text = useText()
  return (
    <>
      <CustomerPicker value={typed.customer} errors={errors} onChange={customer => type({ customer })} />
      {typed.customer?.customer.name && (
        <TellCustomer
          name={typed.customer.customer.name}
          email={typed.customer.customer.email || null}
          isTold={typed.isTold}
          onChange={isTold => type({ isTold })}
        />
      )}
      <QuestionFields
        questions={item?.questions ?? []}
        answers={typed.answers}
        errors={errors}
        onChange={answers => type({ answers })}
      />
      <TextField
        label={text('booking.notes')}
        value={typed.notes}
        multiline
        error={errors.notes !== undefined}
        helperText={errors.notes ?? text('booking.notesHelp')}
        onChange={event => type({ notes: event.target.value })}
      />
      <TextField
        label={text('booking.internalNotes')}
        value={typed.internalNotes}
        multiline
        onChange={event => type({ internalNotes: event.target.value })}
      />
    </>
  )
}
