import { hasRole, type Role } from './access'
import type { Fields } from './field'
import { filteredName } from './filterNames'
import { memoize } from './memoize'
import type { AnyFormSection, AnyJoined, AnyListTab, AnyResource } from './resource'

/** One rule for API, screens and files, mostly through `asReadBy`. */
export const mayRead = (resource: AnyResource, name: string, role: Role | null): boolean => {
  const needed = (resource.fields as Fields)[name]?.readRole ?? resource.readRoles?.[name]
  return needed === undefined || hasRole(role, needed)
}

export const guardedNames = ({ fields, readRoles = {} }: AnyResource): string[] => [
  ...Object.entries(fields as Fields).flatMap(([name, { readRole }]) => (readRole ? [name] : [])),
  ...Object.keys(readRoles),
]

const narrowed = (resource: AnyResource, role: Role | null): AnyResource => {
  const readable = (name: string) => mayRead(resource, name, role)
  const only = <V>(values: Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => readable(name)))
  const { columns, search, filters, sums, joined = {}, cardTitle, tabs = {} } = resource.list
  const isReadableTab = ({ filter }: AnyListTab) =>
    Object.keys(filter).every(name => readable(filteredName(resource, name)))
  const form: readonly (string | AnyFormSection)[] = resource.form
  const shown = form.flatMap((part): (string | AnyFormSection)[] => {
    if (typeof part === 'string') return readable(part) ? [part] : []
    const fields = part.fields.filter(readable)
    return fields.length > 0 ? [{ ...part, fields }] : []
  })
  return {
    ...resource,
    fields: only(resource.fields as Fields),
    list: {
      ...resource.list,
      columns: columns.filter(readable),
      ...(search && { search: search.filter(readable) }),
      ...(sums && { sums: sums.filter(readable) }),
      ...(filters && { filters: filters.filter(readable) }),
      ...(cardTitle && { cardTitle: cardTitle.filter(readable) }),
      joined: Object.fromEntries(
        Object.entries(joined as Readonly<Record<string, AnyJoined>>).map(([name, { label, with: others }]) => [
          name,
          { label, with: others.filter(readable) },
        ]),
      ),
      tabs: Object.fromEntries(
        Object.entries(tabs as Readonly<Record<string, AnyListTab>>).filter(([, tab]) => isReadableTab(tab)),
      ),
    },
    form: shown as AnyResource['form'],
    ...(resource.createForm && { createForm: resource.createForm.filter(readable) }),
    ...(resource.conditions && { conditions: only(resource.conditions) }),
  } as AnyResource
}

const readings = memoize((_resource: AnyResource) => new Map<Role | null, AnyResource>())

/** Without the fields that the role may not read: the same object if it reads all. */
export const asReadBy = (resource: AnyResource, role: Role | null): AnyResource => {
  const byRole = readings(resource)
  const known = byRole.get(role)
  if (known) return known
  const mayReadAll = guardedNames(resource).every(name => mayRead(resource, name, role))
  const found = mayReadAll ? resource : narrowed(resource, role)
  byRole.set(role, found)
  return found
}

export const readableValues = <V>(
  resource: AnyResource,
  values: Readonly<Record<string, V>>,
  role: Role | null,
): Record<string, V> => Object.fromEntries(Object.entries(values).filter(([name]) => mayRead(resource, name, role)))

/** Fields of one record open in spite of the caller's role. */
export interface Opened {
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/** A declaration for one record with open fields. */
export const withOpened = <R extends AnyResource>(resource: R, { read, write }: Opened): R => {
  if (read.length + write.length === 0) return resource
  const fields = Object.entries(resource.fields as Fields).map(([name, field]) => [
    name,
    {
      ...field,
      ...(read.includes(name) && { readRole: undefined }),
      ...(write.includes(name) && { writeRole: undefined }),
    },
  ])
  return { ...resource, fields: Object.fromEntries(fields) }
}
