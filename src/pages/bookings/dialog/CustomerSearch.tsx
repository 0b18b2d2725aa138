import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import { useState } from 'react'
import { inPlace } from '../../../crud/inputs/inPlace'
import { useSettled } from '../../../crud/inputs/useSettled'
import { useText } from '../../../i18n/useText'
import type { Customer } from '../../../resources/customers'
import styles from '../bookings.module.css'

/** A customer, or the way to add one. */
type Option = Customer | 'new'

interface CustomerSearchProps {
  label: string
  value: Customer | null
  error?: string | undefined
  /** Somebody who is not to be found. */
  exceptId?: string
  onChange: (customer: Customer | null) => void
  /** Offers to add somebody by what was typed. */
  onAdd?: (typed: string) => void
}

const idOf = (option: Option): string => (option === 'new' ? option : option.id)
const contactOf = ({ email, phone }: Customer): string => [email, phone].filter(Boolean).join(' · ')

/** A customer found as one types a name, an e-mail address or a telephone number. */
export const CustomerSearch = ({ label, value, error, exceptId, onChange, onAdd }: CustomerSearchProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const q = useSettled(typed)
  const { data = [], isFetching } = useGetList<Customer>(
    'customers',
    { pagination: { page: 1, perPage: 10 }, sort: { field: 'name', order: 'ASC' }, filter: q ? { q } : {} },
    { enabled: value === null, placeholderData: before => before },
  )
  const newLabel = typed.trim() ? text('booking.addCustomerNamed', { name: typed.trim() }) : text('booking.newCustomer')
  const found: Option[] = data.filter(({ id }) => id !== exceptId)
  return (
    <Autocomplete<Option>
      options={value ? [value] : onAdd ? [...found, 'new'] : found}
      value={value}
      inputValue={value ? value.name : typed}
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
      onChange={(_, option) => (option === 'new' ? onAdd?.(typed) : onChange(option))}
      loading={isFetching}
      loadingText={text('booking.searching')}
      noOptionsText={text('booking.noCustomers')}
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
          label={label}
          placeholder={text('booking.customerHint')}
          error={error !== undefined}
          helperText={error}
          slotProps={{ inputLabel: { ...params.InputLabelProps, shrink: true } }}
        />
      )}
    />
  )
}
