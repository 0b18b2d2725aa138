import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { AnyListViews } from '../../schema'
import { isDate } from '../../ui/format/dates'
import { isDisplay } from '../addresses'
import { useDeclaration } from '../declaration'

export type ViewName = keyof AnyListViews
export const viewNames = ['calendar', 'board', 'map'] as const satisfies readonly ViewName[]

export const useListViews = (): AnyListViews => (useDeclaration().list.views ?? {}) as AnyListViews

export interface OpenView {
  view: ViewName | null
  /** The calendar's day, `YYYY-MM-DD`; null for today. */
  date: string | null
  period: 'month' | 'week'
}

/** In the address: `?view=calendar&date=2026-03-02&period=week`, beside a saved view's `view={id}`. */
export const useOpenView = (): [OpenView, (changes: Partial<OpenView>) => void] => {
  const views = useListViews()
  const [params, setParams] = useSearchParams()
  const date = params.get('date')
  const view = viewNames.find(name => params.getAll('view').includes(name) && views[name]) ?? null
  const change = useCallback(
    (changes: Partial<OpenView>) =>
      setParams(
        before => {
          const next = new URLSearchParams(
            Array.from(before).filter(each => changes.view === undefined || !isDisplay(...each)),
          )
          if (changes.view === null) for (const name of ['date', 'period']) next.delete(name)
          for (const [name, value] of Object.entries(changes)) {
            if (name === 'view') {
              if (value !== null) next.append(name, value)
            } else if (value === null || value === 'month') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { flushSync: true },
      ),
    [setParams],
  )
  return [
    { view, date: date && isDate(date) ? date : null, period: params.get('period') === 'week' ? 'week' : 'month' },
    change,
  ]
}
