import { useMemo } from 'react'
import { weekdayChoices } from '../choices'
import { useDisplay } from '../format/display'
import type { InputProps } from '../kinds'
import { ChoiceSelect } from './ChoiceSelect'

export const WeekdayInput = (props: InputProps<'weekday'>) => {
  const { locale } = useDisplay()
  const choices = useMemo(() => weekdayChoices(locale), [locale])
  return <ChoiceSelect input={props} choices={choices} />
}
