import { useStore, useStoreContext } from 'ra-core'
import { useCallback, useEffect } from 'react'
import { type To, useLocation } from 'react-router'
import { type AnyResource, formStyle, recordAddress, screenPath } from '../schema'
import { useIsElsewhere } from './declaration'

export { recordAddress }

type View = 'create' | 'edit'

/**
 * The query parameter that opens a form over the screen: `?edit={id}`, `?create=true`. Resources without screens share
 * a page, and prefix their name, as do lists on the page of another resource (`isElsewhere`).
 */
export const dialogParam = (resource: AnyResource, view: View, isElsewhere = false): string =>
  resource.screens && !isElsewhere ? view : `${resource.name}.${view}`

/** Whether a parameter is ours and not of react-admin's lists: it opens a dialog or a view, or says how that is shown. */
export const isOwnParam = (name: string): boolean =>
  /^(?:(?:\w+\.)?(?:create|edit)|view|columns|date|period)$/.test(name)

/**
 * The query of an address with one parameter set, or removed by null.
 *
 * @example
 * withParam('?status=open', 'edit', id) // ?status=open&edit=…
 */
export const withParam = (search: string, name: string, value: string | null): string => {
  const params = new URLSearchParams(search)
  if (value === null) params.delete(name)
  else params.set(name, value)
  const text = params.toString()
  return text && `?${text}`
}

/** `view` names how a list is shown, such as `calendar`, and a saved view by its id. */
export const isSavedView = (name: string, value: string): boolean => name === 'view' && value.includes('-')

export const isDisplay = (name: string, value: string): boolean => name === 'view' && !isSavedView(name, value)

/** The query that opens a saved view, or none, and keeps how the list is shown (`view=calendar`, its date and period). */
export const openingView = (
  search: string,
  id: string | null,
  query: Readonly<Record<string, string>> = {},
): string => {
  const shown = Array.from(new URLSearchParams(search)).filter(
    ([name, value]) => /^(?:date|period)$/.test(name) || isDisplay(name, value),
  )
  const text = new URLSearchParams([...Object.entries(query), ...shown, ...(id ? [['view', id]] : [])]).toString()
  return text && `?${text}`
}

/**
 * Gives a form's address from the current screen: a page, or a dialog that keeps the other parameters, such as filters.
 */
export const useFormAddress = (resource: AnyResource): ((view: View, id?: string) => To) => {
  const { search } = useLocation()
  const isElsewhere = useIsElsewhere()
  return useCallback(
    (view, id) =>
      (isElsewhere && view === 'edit' && id && recordAddress(resource, id)) ||
      (resource.screens && formStyle(resource, view) !== 'dialog'
        ? screenPath(resource, view, id)
        : { search: withParam(search, dialogParam(resource, view, isElsewhere), id ?? 'true') }),
    [resource, search, isElsewhere],
  )
}

const shownKey = ({ name }: AnyResource): string => `${name}.shown`

/** Remembers the query of a list's address, without the dialog that is open over it. */
export const useRememberList = (resource: AnyResource): void => {
  const { search } = useLocation()
  const store = useStoreContext()
  useEffect(() => {
    const shown = Array.from(new URLSearchParams(search)).filter(([name]) => !/(?:create|edit)$/.test(name))
    store.setItem(shownKey(resource), shown.length > 0 ? `?${new URLSearchParams(shown)}` : '')
  }, [store, resource, search])
}

/** The address of a list as this person saw it last. */
export const useListAddress = (resource: AnyResource): string =>
  screenPath(resource, 'list') + useStore(shownKey(resource), '')[0]
