import { useMemo } from 'react'
import { datesFrom, startOfWeek } from '../../declare'
import type { Variant } from '../../resources/variants'
import { shownInWeek, useShownResources } from './useShownResources'
import type { ViewState } from './viewState'

export interface ColumnPageOptions {
  state: ViewState
  date: string
  weekStartsOn: number
  variant: Variant | null
  fitting: number
}

export const useColumnPage = ({ state, date, weekStartsOn, variant, fitting }: ColumnPageOptions) => {
  const isWeek = state.view === 'week'
  const shown = useShownResources(variant, state)
  const { resources, chosen, offset } = shown
  const week = datesFrom(startOfWeek(date, weekStartsOn), 7)
  const total = isWeek ? 7 : chosen ? 1 : shown.total
  const at = isWeek ? week.indexOf(date) : chosen ? 0 : Math.max(0, (state.first ?? 0) - offset)
  const page = Math.floor(at / fitting) * fitting
  // The week's last page repeats days to stay full.
  const first = isWeek ? Math.max(0, Math.min(page, 7 - fitting)) : page
  const dates = isWeek ? week.slice(first, first + fitting) : [date]
  const only = isWeek ? shownInWeek(shown, state) : chosen
  const shownResources = useMemo(
    () => (only ? [only] : isWeek ? [] : resources.slice(first, first + fitting)),
    [only, isWeek, resources, first, fitting],
  )
  /** Over all pages if columns are resources. */
  const from = (isWeek || chosen ? 0 : offset) + first
  const until = from + (isWeek ? dates.length : shownResources.length)
  return {
    shown,
    shownResources,
    dates,
    from,
    until,
    total,
    turn: (direction: 1 | -1): Partial<ViewState> => {
      if (isWeek) return { date: week[direction === 1 ? until : Math.max(0, first - fitting)] ?? date }
      // At a page's first resource, back loads the page before.
      return { first: direction === 1 ? until : Math.max(0, from - (first === 0 ? 1 : fitting)) }
    },
  }
}
