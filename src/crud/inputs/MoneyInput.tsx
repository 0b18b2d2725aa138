import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useInput } from 'ra-core'
import { useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { Money } from '../../schema'
import { currencyCodes } from '../../ui/format/currencyCodes'
import { useDisplay } from '../../ui/format/display'
import { fromDecimal, toTyped } from '../../ui/format/money'
import type { InputProps } from '../kinds/kindView'
import { htmlInput } from './attributes'
import styles from './inputs.module.css'
import { titled } from './titled'

const asIs = (value: Money | null) => value

export const MoneyInput = (props: InputProps<'money'>) => {
  const { name, isRequired } = props
  const text = useMachineText()
  const display = useDisplay()
  const { field, fieldState, id } = useInput<Money | null>({ source: name, format: asIs, parse: asIs, isRequired })
  const money: Money | null = field.value ?? null
  const [chosen, setChosen] = useState(display.currency)
  const [typed, setTyped] = useState('')
  const currency = money?.currency ?? chosen
  const amount = money && fromDecimal(typed, currency) !== money.amount ? toTyped(money, display.locale) : typed

  const change = (decimal: string, of: string) => {
    const minor = fromDecimal(decimal, of)
    if (minor === undefined && !/^[.,]$/.test(decimal)) return
    setTyped(decimal)
    field.onChange(typeof minor === 'number' ? { amount: minor, currency: of } : null)
  }
  const changeCurrency = (code: string) => {
    setChosen(code)
    if (money)
      field.onChange({
        amount: fromDecimal(amount, code) ?? Math.trunc(Number(amount.replace(',', '.'))),
        currency: code,
      })
  }
  return (
    <div className={styles.money}>
      <TextField
        id={id}
        name={name}
        inputRef={field.ref}
        value={money || /^[.,]$/.test(typed) ? amount : ''}
        onChange={event => change(event.target.value, currency)}
        onBlur={() => {
          setTyped(money ? toTyped(money, display.locale) : '')
          field.onBlur()
        }}
        {...titled(props, fieldState)}
        slotProps={{ htmlInput: htmlInput(props, { inputMode: 'decimal' }) }}
      />
      <TextField
        select
        value={currency}
        onChange={event => changeCurrency(event.target.value)}
        label={text('crud.input.currency')}
      >
        {currencyCodes().map(code => (
          <MenuItem key={code} value={code}>
            {code}
          </MenuItem>
        ))}
      </TextField>
    </div>
  )
}
