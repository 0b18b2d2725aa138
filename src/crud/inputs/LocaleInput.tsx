import { useMemo } from 'react'
import { languageName } from '../format/names'
import type { InputProps } from '../kinds'
import { ChoiceSelect } from './ChoiceSelect'

export const LocaleInput = (props: InputProps<'locale'>) => {
  const { values } = props.field.options
  const choices = useMemo(() => values.map(tag => ({ id: tag, name: languageName(tag) })), [values])
  return <ChoiceSelect input={props} choices={choices} />
}
