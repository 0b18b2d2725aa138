import { useCallback } from 'react'
import { type To, useLocation } from 'react-router'
import { type AnyResource, formStyle, screenPath } from '../schema'

type View = 'create' | 'edit'

/**
 * The query parameter that opens a form over the screen one is on: `?edit={id}`, `?create=true`. Resources that live inside another
 * one's screen have their name before it, so that several fit on one page.
 */
export const dialogParam = (resource: AnyResource, view: View): string =>
  resource.screens ? view : `${resource.name}.${view}`

/** True for a query parameter that is a dialog's. */
export const isDialogParam = (name: string): boolean => /^(?:\w+\.)?(?:create|edit)$/.test(name)

export const withParam = (search: string, name: string, value: string | null): string => {
  const params = new URLSearchParams(search)
  if (value === null) params.delete(name)
  else params.set(name, value)
  const text = params.toString()
  return text && `?${text}`
}

/** Where a record's form is, from anywhere; null for a resource without screens of its own. */
export const recordAddress = (resource: AnyResource, id: string): string | null => {
  if (!resource.screens) return null
  const path = screenPath(resource, 'edit', id)
  return formStyle(resource, 'edit') === 'dialog' ? path + withParam('', dialogParam(resource, 'edit'), id) : path
}

/**
 * Where a form opens from the screen one is on: another page, or a dialog over this one, in which case the rest of the address
 * stays, such as the list's filters.
 */
export const useFormAddress = (resource: AnyResource): ((view: View, id?: string) => To) => {
  const { search } = useLocation()
  return useCallback(
    (view, id) =>
      resource.screens && formStyle(resource, view) !== 'dialog'
        ? screenPath(resource, view, id)
        : { search: withParam(search, dialogParam(resource, view), id ?? 'true') },
    [resource, search],
  )
}
