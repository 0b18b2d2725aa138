import { useStore, useStoreContext } from 'ra-core'
import { useCallback, useEffect } from 'react'
import { type To, useLocation } from 'react-router'
import { type AnyResource, formStyle, recordAddress, screenPath } from '../schema'
import { useIsElsewhere } from './declaration'

export { recordAddress }

type View = 'create' | 'edit'

/**
 * Opens a form over the screen: `?edit={id}`, `?create=true`. Resources without a page of their own prefix their name.
 */
export const dialogParam = (resource: AnyResource, view: View, isElsewhere = false): string =>
  resource.screens && !isElsewhere ? view : `${resource.name}.${view}`

/** Whether a parameter is ours, not react-admin's. */
export const isOwnParam = (name: string): boolean =>
  /^(?:(?:\w+\.)?(?:create|edit)|view|columns|date|period)$/.test(name)

/**
 * Sets a parameter, or removes it by null.
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

/** `view` is `calendar` or the like, or a saved view's id. */
export const isSavedView = (name: string, value: string): boolean => name === 'view' && value.includes('-')

export const isDisplay = (name: string, value: string): boolean => name === 'view' && !isSavedView(name, value)

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

/** A page, or a dialog that keeps other parameters. */
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

export const useRememberList = (resource: AnyResource): void => {
  const { search } = useLocation()
  const store = useStoreContext()
  useEffect(() => {
    const shown = Array.from(new URLSearchParams(search)).filter(([name]) => !/(?:create|edit)$/.test(name))
    store.setItem(shownKey(resource), shown.length > 0 ? `?${new URLSearchParams(shown)}` : '')
  }, [store, resource, search])
}

export const useListAddress = (resource: AnyResource): string =>
  screenPath(resource, 'list') + useStore(shownKey(resource), '')[0]
