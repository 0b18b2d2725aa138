import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import { useEffect, useState } from 'react'
import { inPlace } from '../../../crud/inputs/inPlace'
import { takeFocus } from '../../../crud/screen/takeFocus'
import { useText } from '../../../i18n/useText'
import type { Customer } from '../../../resources/customers'
import styles from '../bookings.module.css'
import { CustomerFacts } from './CustomerFacts'

export interface NewCustomer {
  name: string
  email: string
  phone: string
}

export type ChosenCustomer = { isNew: false; customer: Customer } | { isNew: true; customer: NewCustomer }

/** A customer, or the way to add one. */
type Option = Customer | 'new'

const idOf = (option: Option): string => (option === 'new' ? option : option.id)

interface CustomerPickerProps {
  value: ChosenCustomer | null
  /** By path: `customerId`, `customer.email`. */
  errors: Readonly<Record<string, string>>
  onChange: (value: ChosenCustomer | null) => void
}

/** Puts what was typed where it belongs. */
const newCustomer = (typed: string): NewCustomer => {
  const entered = typed.trim()
  if (entered.includes('@')) return { name: '', email: entered, phone: '' }
  return /^\+?[\d\s()/-]{4,}$/.test(entered)
    ? { name: '', email: '', phone: entered }
    : { name: entered, email: '', phone: '' }
}

const useTyped = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 200)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

const contactOf = ({ email, phone }: Customer): string => [email, phone].filter(Boolean).join(' · ')

/** A customer found as one types the name, e-mail address or telephone number, or a new one in the same place. */
export const CustomerPicker = ({ value, errors, onChange }: CustomerPickerProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const q = useTyped(typed)
  const { data = [], isFetching } = useGetList<Customer>(
    'customers',
    { pagination: { page: 1, perPage: 10 }, sort: { field: 'name', order: 'ASC' }, filter: q ? { q } : {} },
    { enabled: value === null, placeholderData: before => before },
  )
  const newLabel = typed.trim() ? text('booking.addCustomerNamed', { name: typed.trim() }) : text('booking.newCustomer')

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
      <fieldset className={styles.group}>
        <legend>{text('booking.newCustomer')}</legend>
        {field('name', { maxLength: 120 })}
        <div className={styles.pair}>
          {field('email', { type: 'email', inputMode: 'email' })}
          {field('phone', { type: 'tel', inputMode: 'tel' })}
        </div>
        {errors.customer && <p className={styles.error}>{errors.customer}</p>}
        <div>
          <Button size="small" onClick={() => onChange(null)}>
            {text('booking.knownCustomer')}
          </Button>
        </div>
      </fieldset>
    )
  }
  return (
    <div>
      <Autocomplete<Option>
        options={value ? [value.customer] : isFetching ? data : [...data, 'new']}
        value={value?.customer ?? null}
        inputValue={value ? value.customer.name : typed}
        onInputChange={(_, entered, reason) => {
          if (reason !== 'input' && reason !== 'clear') return
          setTyped(entered)
          if (value) onChange(null)
        }}
        getOptionLabel={option => (option === 'new' ? newLabel : option.name)}
        getOptionKey={idOf}
        isOptionEqualToValue={(option, chosen) => idOf(option) === idOf(chosen)}
        // The API has searched already, also through what is not shown.
        filterOptions={options => options}
        onChange={(_, option) => {
          if (option === 'new') onChange({ isNew: true, customer: newCustomer(typed) })
          else onChange(option && { isNew: false, customer: option })
        }}
        loading={isFetching}
        loadingText={text('booking.searching')}
        clearText={text('booking.clearCustomer')}
        autoHighlight
        {...inPlace}
        renderOption={({ key, ...props }, option) => (
          <li key={key} {...props}>
            {option === 'new' ? (
              <>
                <PersonAdd fontSize="small" className={styles.optionIcon} />
                {newLabel}
              </>
            ) : (
              <span className={styles.option}>
                <strong>{option.name}</strong>
                <small>{contactOf(option)}</small>
              </span>
            )}
          </li>
        )}
        renderInput={params => (
          <TextField
            {...params}
            label={text('booking.customer')}
            placeholder={text('booking.customerHint')}
            error={errors.customerId !== undefined}
            helperText={errors.customerId}
            slotProps={{ inputLabel: { ...params.InputLabelProps, shrink: true } }}
          />
        )}
      />
      {value && <CustomerFacts customer={value.customer} />}
    </div>
  )
}

const focused = new WeakSet<HTMLElement>()

/** Takes the focus when it appears, and not again while others are typed in. */
const once = (element: HTMLInputElement | null): void => {
  if (!element || focused.has(element)) return
  focused.add(element)
  takeFocus(element)
}
