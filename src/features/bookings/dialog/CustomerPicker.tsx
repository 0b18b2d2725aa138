import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { Booking } from '../../../resources/bookings'
import type { Customer } from '../../../resources/customers'
import { Columns, Stack, takeFocus } from '../../../show'
import styles from '../bookings.module.css'
import type { ForWhom } from '../bookingsApi'
import { CustomerFacts } from './CustomerFacts'
import { CustomerSearch } from './CustomerSearch'
import { UsualBooking } from './UsualBooking'
import { useText } from './useText'

export interface NewCustomer {
  name: string
  email: string
  phone: string
}

export type ChosenCustomer = { isNew: false; customer: Customer } | { isNew: true; customer: NewCustomer }

/** `complete` makes E.164 of a typed telephone number. */
export const forWhom = (chosen: ChosenCustomer | null, complete: (typed: string) => string): ForWhom => {
  if (!chosen) return {}
  if (!chosen.isNew) return { customerId: chosen.customer.id }
  const { name, email, phone } = chosen.customer
  return { customer: { name, email: email || null, phone: complete(phone) || null } }
}

interface CustomerPickerProps {
  value: ChosenCustomer | null
  /** By path: `customerId`, `customer.email`. */
  errors: Readonly<Record<string, string>>
  onChange: (value: ChosenCustomer | null) => void
  onUsual?: ((usual: Booking) => void) | undefined
}

const newCustomer = (typed: string): NewCustomer => {
  const entered = typed.trim()
  if (entered.includes('@')) return { name: '', email: entered, phone: '' }
  return /^\+?[\d\s()/-]{4,}$/.test(entered)
    ? { name: '', email: '', phone: entered }
    : { name: entered, email: '', phone: '' }
}

export const CustomerPicker = ({ value, errors, onChange, onUsual }: CustomerPickerProps) => {
  const text = useText()
  if (value?.isNew) {
    const { customer } = value
    const field = (name: keyof NewCustomer, attributes: object) => (
      <TextField
        label={text(`booking.customer.${name}`)}
        value={customer[name]}
        required={name === 'name'}
        error={errors[`customer.${name}`] !== undefined}
        helperText={errors[`customer.${name}`]}
        onChange={event => onChange({ isNew: true, customer: { ...customer, [name]: event.target.value } })}
        slotProps={{ htmlInput: { autoComplete: 'off', ...attributes } }}
        {...(name === (customer.name ? 'email' : 'name') && { inputRef: once })}
      />
    )
    return (
      <Stack as="fieldset" className={styles.group}>
        <legend>{text('booking.newCustomer')}</legend>
        {field('name', { maxLength: 120 })}
        <Columns least="12rem" gap="0 0.75rem">
          {field('email', { type: 'email', inputMode: 'email' })}
          {field('phone', { type: 'tel', inputMode: 'tel' })}
        </Columns>
        {errors.customer && <p className={styles.error}>{errors.customer}</p>}
        <div>
          <Button size="small" onClick={() => onChange(null)}>
            {text('booking.knownCustomer')}
          </Button>
        </div>
      </Stack>
    )
  }
  return (
    <div>
      <CustomerSearch
        label={text('booking.customer')}
        value={value?.customer ?? null}
        error={errors.customerId}
        onChange={customer => onChange(customer && { isNew: false, customer })}
        onAdd={typed => onChange({ isNew: true, customer: newCustomer(typed) })}
      />
      {value && (
        <Stack gap="0.25rem" className={styles.found}>
          <CustomerFacts customer={value.customer} />
          {onUsual && <UsualBooking customerId={value.customer.id} onTake={onUsual} />}
        </Stack>
      )}
    </div>
  )
}

const focused = new WeakSet<HTMLElement>()

const once = (element: HTMLInputElement | null): void => {
  if (!element || focused.has(element)) return
  focused.add(element)
  takeFocus(element)
}
