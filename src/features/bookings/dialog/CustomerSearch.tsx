import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import { useState } from 'react'
import type { Customer } from '../../../resources/customers'
import { inPlace, Stack, useSettled } from '../../../show'
import { usePhones } from '../../customers/usePhones'
import styles from '../bookings.module.css'
import { useText } from './useText'

type Option = Customer | 'new'

interface CustomerSearchProps {
  label: string
  value: Customer | null
  error?: string | undefined
  onChange: (customer: Customer | null) => void
  onAdd?: (typed: string) => void
}

const idOf = (option: Option): string => (option === 'new' ? option : option.id)
/** Stored numbers (`+4915112345678`) lack the trunk prefix. */
const searchOf = (typed: string): string =>
  /^\+?[\d\s()./-]{3,}$/.test(typed.trim()) ? typed.replace(/\D/g, '').replace(/^0{1,2}/, '') : typed

export const CustomerSearch = ({ label, value, error, onChange, onAdd }: CustomerSearchProps) => {
  const text = useText()
  const [typed, setTyped] = useState('')
  const q = useSettled(searchOf(typed))
  const { national } = usePhones()
  const {
    data = [],
    isFetching,
    isPending,
    isPlaceholderData,
  } = useGetList<Customer>(
    'customers',
    { pagination: { page: 1, perPage: 10 }, sort: { field: 'name', order: 'ASC' }, filter: q ? { q } : {} },
    { enabled: value === null, placeholderData: before => before },
  )
  // Enter would choose somebody else, or add a duplicate.
  const isOutdated = q !== searchOf(typed) || isPending || isPlaceholderData
  const found: Option[] = isOutdated ? [] : data
  const newLabel = typed.trim() ? text('booking.addCustomerNamed', { name: typed.trim() }) : text('booking.newCustomer')
  return (
    <Autocomplete<Option>
      options={value ? [value] : onAdd && !isOutdated ? [...found, 'new'] : found}
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
      // The API filters, also by hidden fields.
      filterOptions={options => options}
      onChange={(_, option) => (option === 'new' ? onAdd?.(typed) : onChange(option))}
      loading={isFetching || isOutdated}
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
            <Stack as="span" className={styles.option}>
              <strong>{option.name}</strong>
              <small>{[option.email, option.phone && national(option.phone)].filter(Boolean).join(' · ')}</small>
            </Stack>
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
