import { FieldTitle } from 'ra-core'
import { useMemo } from 'react'
import { SelectInput } from 'react-admin'
import type { AnyField } from '../../schema/index'
import { useDisplay } from '../../ui/format/display'
import { languageName } from '../../ui/format/names'
import { choicesOf, weekdayChoices } from '../choices'
import type { InputProps } from '../kinds/kindView'
import { commonProps } from './attributes'

interface ChoiceSelectProps {
  input: Pick<InputProps, 'resource' | 'name' | 'isRequired' | 'helperText'> & { field: Pick<AnyField, 'presence'> }
  choices: readonly { id: string | number; name: string }[]
}

const none = { id: '', name: 'crud.none' }

/** One of a few values. Only a nullable field offers "None". */
export const ChoiceSelect = ({ input, choices }: ChoiceSelectProps) => (
  <SelectInput
    {...commonProps(input)}
    // react-admin's own empty choice has an accessible name that differs from its visible one.
    isRequired
    label={<FieldTitle source={input.name} resource={input.resource.name} isRequired={input.isRequired} />}
    choices={input.field.presence === 'optional' ? [none, ...choices] : [...choices]}
    slotProps={{ select: { SelectDisplayProps: { 'aria-required': input.isRequired || undefined } } }}
  />
)

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
