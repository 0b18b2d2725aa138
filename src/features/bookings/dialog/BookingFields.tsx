import Add from '@mui/icons-material/Add'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { Stack } from '../../../show'
import styles from '../bookings.module.css'
import { TellCustomer } from '../TellCustomer'
import { CustomerPicker } from './CustomerPicker'
import { QuestionFields } from './QuestionFields'
import type { BookingForm } from './useBookingDialog'
import { useText } from './useText'
import { ChannelField } from './WhatToBook'

interface WhoBooksProps {
  form: Pick<BookingForm, 'typed' | 'errors' | 'type'> & Partial<Pick<BookingForm, 'takeUsual'>>
}

export const WhoBooks = ({ form }: WhoBooksProps) => {
  const { typed, errors, type } = form
  return (
    <>
      <CustomerPicker
        value={typed.customer}
        errors={errors}
        onChange={customer => type({ customer })}
        onUsual={form.takeUsual}
      />
      {typed.customer?.customer.name && (
        <TellCustomer
          name={typed.customer.customer.name}
          email={typed.customer.customer.email || null}
          isTold={typed.isTold}
          onChange={isTold => type({ isTold })}
        />
      )}
    </>
  )
}

export const AddService = ({ onAdd }: { onAdd: () => void }) => (
  <Button size="small" startIcon={<Add />} aria-keyshortcuts="+" onClick={onAdd}>
    {useText()('visit.add')}
  </Button>
)

export const MoreButton = ({ isOpened, ...props }: { isOpened: boolean; onClick: () => void; children: string }) => (
  <div>
    <Button
      size="small"
      startIcon={<ExpandMore className={isOpened ? styles.opened : ''} />}
      aria-expanded={isOpened}
      {...props}
    />
  </div>
)

export const BookingFields = ({ form }: { form: BookingForm }) => {
  const { item, typed, errors, type } = form
  const text = useText()
  return (
    <Stack gap="0.75rem">
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
      <ChannelField form={form} />
    </Stack>
  )
}
