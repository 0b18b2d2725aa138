import type { AnyResource, FormStyle } from './resource'

/** A dialog, a page, or the product's own screen. */
export const formStyle = (resource: AnyResource, view: 'create' | 'edit'): FormStyle => {
  const form = resource.screens?.form ?? 'dialog'
  return typeof form === 'string' ? form : form[view]
}

/**
 * `/setup/schedules/new` or `/setup/schedules/{id}/edit`; the list's for dialogs.
 * @throws for a resource without screens
 */
export const screenPath = (resource: AnyResource, view: 'list' | 'create' | 'edit' | 'show', id?: string): string => {
  if (!resource.screens) throw new Error(`The resource "${resource.name}" has no screens of its own.`)
  const { base } = resource.screens
  if (view === 'create') return formStyle(resource, 'create') === 'dialog' ? `${base}/` : `${base}/new`
  if (view === 'list' || id === undefined) return `${base}/`
  const record = `${base}/${encodeURIComponent(id)}`
  if (view === 'show') return `${record}/show`
  return { dialog: `${base}/`, page: `${record}/edit`, own: record }[formStyle(resource, 'edit')]
}

/** The address of a new record's form, a page or a dialog. @throws for a resource without screens */
export const createAddress = (resource: AnyResource): string =>
  screenPath(resource, 'create') + (formStyle(resource, 'create') === 'dialog' ? '?create=true' : '')

/** The address of a record's form, a page or a dialog; null for a resource without screens. */
export const recordAddress = (resource: AnyResource, id: string): string | null => {
  if (!resource.screens) return null
  const path = screenPath(resource, 'edit', id)
  return formStyle(resource, 'edit') === 'dialog' ? `${path}?edit=${encodeURIComponent(id)}` : path
}
