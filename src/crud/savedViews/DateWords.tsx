import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { rangeNames } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatDate } from '../../ui/format/times'
import { useDeclaration } from '../declaration'
import { toLastDay } from '../filters/lastDays'
import { resourceKeys } from '../text/resourceKeys'
import type { DateChoice, DateFilter } from './relativeDates'
import type { useDateChoices } from './useDateChoices'
import { useSavedViewText } from './useSavedViewText'

/** `today+7d` → `in 7 days`; an end names the last day. */
const useWord = () => {
  const text = useSavedViewText()
  const { locale } = useDisplay()
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return (word: string, isEnd: boolean): string => {
    const [, start = '', days = '0'] = /^(today|week|month)(?:([+-]\d+)d)?$/.exec(word) ?? []
    if (start === 'today') return relative.format(Number(days) - Number(isEnd), 'day')
    if (!start) return formatDate(isEnd ? toLastDay(word) : word, locale)
    const begins = text(start === 'week' ? 'crud.savedViews.weekStart' : 'crud.savedViews.monthStart')
    return Number(days) === 0 ? begins : `${begins} ${days}`
  }
}

const useChoiceText = () => {
  const text = useSavedViewText()
  const word = useWord()
  const range = ({ name }: DateFilter, filters: DateChoice['filters']): string => {
    const names = rangeNames(name)
    const [start, end] = [filters[names.from], filters[names.to]]
    const from = start === undefined ? '' : word(String(start), false)
    const to = end === undefined ? '' : word(String(end), true)
    if (from && to) return text('crud.filter.range', { from, to })
    return from ? text('crud.filter.since', { from }) : text('crud.filter.until', { to })
  }
  return (one: DateFilter, { filters, whole }: DateChoice, index: number): string => {
    if (whole) return text(`crud.savedViews.${whole}`)
    const dates = range(one, filters)
    return index === 0 ? text('crud.savedViews.fixed', { dates }) : dates
  }
}

export const DateWords = ({ offered, indexOf, choose }: Omit<ReturnType<typeof useDateChoices>, 'said'>) => {
  const text = useSavedViewText()
  const choiceText = useChoiceText()
  const id = useId()
  const keys = resourceKeys(useDeclaration())
  return offered.map(one => (
    <TextField
      key={one.name}
      select
      id={`${id}-${one.name}`}
      label={text('crud.savedViews.dates', { name: text(keys.field(one.name)) })}
      value={indexOf(one)}
      onChange={event => choose(one.name, Number(event.target.value))}
    >
      {one.choices.map((choice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the index is the value
        <MenuItem key={index} value={index}>
          {choiceText(one, choice, index)}
        </MenuItem>
      ))}
    </TextField>
  ))
}
