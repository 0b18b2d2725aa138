import { use, useCallback, useMemo } from 'react'
import { type NavigateOptions, UNSAFE_DataRouterContext, useSearchParams } from 'react-router'
import { isDate } from '../../declare'

export const views = ['day', 'week', 'month', 'list'] as const
export type View = (typeof views)[number]

export interface ViewState {
  view: View
  /** Local; null for today. */
  date: string | null
  itemId: string | null
  variantId: string | null
  channelId: string | null
  quantity: number | null
  /** In minutes, for variants without a fixed length. */
  duration: number | null
  resourceTypeId: string | null
  /** Of a week, or the only one of a day; null for all. */
  resourceId: string | null
  /** Resources before a day's first column, over all pages. */
  first: number | null
  isWholeDay: boolean
  withUnavailable: boolean
  why: string | null
}

const dateIn = (text: string | null): string | null => (text && isDate(text) ? text : null)

const positive = (text: string | null): number | null => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : null
}

export const readViewState = (params: URLSearchParams): ViewState => ({
  view: views.find(view => view === params.get('view')) ?? 'day',
  date: dateIn(params.get('date')),
  itemId: params.get('item'),
  variantId: params.get('variant'),
  channelId: params.get('channel'),
  quantity: positive(params.get('quantity')),
  duration: positive(params.get('duration')),
  resourceTypeId: params.get('type'),
  resourceId: params.get('resource'),
  first: positive(params.get('first')),
  isWholeDay: params.get('hours') === 'all',
  withUnavailable: params.get('show') === 'all',
  why: params.get('why'),
})

const paramOf: { readonly [K in keyof ViewState]: [name: string, write: (value: ViewState[K]) => string | null] } = {
  view: ['view', view => (view === 'day' ? null : view)],
  date: ['date', date => date],
  itemId: ['item', id => id],
  variantId: ['variant', id => id],
  channelId: ['channel', id => id],
  quantity: ['quantity', quantity => (quantity ? String(quantity) : null)],
  duration: ['duration', minutes => (minutes ? String(minutes) : null)],
  resourceTypeId: ['type', id => id],
  resourceId: ['resource', id => id],
  first: ['first', first => (first ? String(first) : null)],
  isWholeDay: ['hours', isWhole => (isWhole ? 'all' : null)],
  withUnavailable: ['show', isAll => (isAll ? 'all' : null)],
  why: ['why', why => why],
}

export const withViewState = (params: URLSearchParams, changes: Partial<ViewState>): URLSearchParams => {
  const next = new URLSearchParams(params)
  const write = <K extends keyof ViewState>(key: K, value: ViewState[K]) => {
    const [name, textOf] = paramOf[key]
    const text = textOf(value)
    if (text) next.set(name, text)
    else next.delete(name)
  }
  for (const key of Object.keys(changes) as (keyof ViewState)[]) write(key, changes[key] as ViewState[typeof key])
  return next
}

export type ChangeView = (changes: Partial<ViewState>, options?: NavigateOptions) => unknown

/** Builds on the newest address, even before it is drawn. Draws at once unless `flushSync` is false. */
export const useViewState = (): [ViewState, ChangeView] => {
  const [params] = useSearchParams()
  const router = use(UNSAFE_DataRouterContext)?.router
  const state = useMemo(() => readViewState(params), [params])
  const change = useCallback<ChangeView>(
    (changes, options) => {
      const newest = new URLSearchParams(router?.state.location.search)
      return router?.navigate({ search: `?${withViewState(newest, changes)}` }, { flushSync: true, ...options })
    },
    [router],
  )
  return [state, change]
}
