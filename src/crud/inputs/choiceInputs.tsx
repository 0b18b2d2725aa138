import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useInput, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { AnyField } from '../../schema/index'
import { useDisplay } from '../../ui/format/display'
import { languageName } from '../../ui/format/names'
import { choicesOf, weekdayChoices } from '../choices'
import type { InputProps } from '../kinds/kindView'
import { type TitledProps, titled } from './titled'

interface ChoiceSelectProps {
  input: TitledProps & { isRequired: boolean; field: Pick<AnyField, 'presence'> }
  choices: readonly { id: string | number; name: string }[]
}

const none = { id: '', name: 'crud.none' }

export const ChoiceSelect = ({ input, choices }: ChoiceSelectProps) => {
  const { name, isRequired } = input
  const translate = useTranslate()
  const { field, fieldState, id } = useInput({ source: name, isRequired })
  return (
    <TextField
      select
      id={id}
      {...field}
      value={field.value ?? ''}
      {...titled(input, fieldState)}
      slotProps={{ select: { SelectDisplayProps: { 'aria-required': isRequired || undefined } } }}
    >
      {(input.field.presence === 'optional' ? [none, ...choices] : choices).map(choice => (
        <MenuItem key={choice.id} value={choice.id}>
          {translate(choice.name, { _: choice.name })}
        </MenuItem>
      ))}
    </TextField>
  )
}

export const ChoiceInput = (props: InputProps<'choice'>) => {
  const { resource, name, field } = props
  const choices = useMemo(() => choicesOf(resource, name, field), [resource, name, field])
  return <ChoiceSelect input={props} choices={choices} />
}

export const LocaleInput = (props: InputProps<'locale'>) => {
  const { values } = props.field.options
  const choices = useMemo(() => values.map(tag => ({ id: tag, name: languageName(tag) })), [values])
  return <ChoiceSelect input={props} choices={choices} />
}

export const WeekdayInput = (props: InputProps<'weekday'>) => {
  const { locale } = useDisplay()
  const choices = useMemo(() => weekdayChoices(locale), [locale])
  return <ChoiceSelect input={props} choices={choices} />
}
