import { useMemo } from 'react'
import { choicesOf } from '../choices'
import type { InputProps } from '../kinds'
import { ChoiceSelect } from './ChoiceSelect'

export const ChoiceInput = (props: InputProps<'choice'>) => {
  const { resource, name, field } = props
  const choices = useMemo(() => choicesOf(resource, name, field), [resource, name, field])
  return <ChoiceSelect input={props} choices={choices} />
}
