import { useState } from 'react'
import { parseLocalDate } from '../../time/localDate'
import { todayIn } from '../../ui/format/dates'
import { useDisplay } from '../../ui/format/display'
import { useDeclaration } from '../declaration'
import type { SavedView } from './context'
import { type DateFilter, dateFilters, isSaid, saying } from './relativeDates'

type Filters = SavedView['filters']

/** @param words the filters in the open view's words */
export const useDateChoices = (filters: Filters, words: Filters) => {
  const resource = useDeclaration()
  const { timeZone, weekStartsOn } = useDisplay()
  const today = parseLocalDate(todayIn(timeZone))
  const offered = dateFilters(resource, filters, words, { today, weekStartsOn })
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const indexOf = (one: DateFilter): number =>
    chosen[one.name] ?? one.choices.findIndex(choice => isSaid(words, one, choice))
  const said = offered.reduce((all: Filters, one) => {
    const choice = one.choices[indexOf(one)]
    return choice ? saying(all, one, choice) : all
  }, words)
  return { offered, indexOf, said, choose: (name: string, index: number) => setChosen({ ...chosen, [name]: index }) }
}
