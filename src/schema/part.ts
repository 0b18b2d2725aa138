import type { Role } from './access'
import type { AnyField, Fields } from './field'
import type { AnyResource, FormSection, Resource } from './resource'

interface PartOptions<N extends string, F extends Fields> {
  /** react-admin's resource name, first in query keys and text keys. */
  name: N
  /** The title, singular and plural. */
  label: readonly [one: string, many: string]
  /** The icon of its link; one of `Icons`. */
  icon: Resource['icon']
  /** The page's address. */
  screens: {
    /** The page's path, without a trailing slash: `/settings/branding`. */
    base: string
  }
  /** The lowest roles for the page. */
  access: {
    /** The lowest role that opens the page; the whole's `access` and `readRole` also apply. */
    read: Role
    /** The lowest role that writes the fields. */
    write: Role
  }
  /** Fields by name, which the whole includes: `fields: { …, ...branding.fields }`. */
  fields: F
  /** Sections of the page, which the whole may include: `form: [...branding.form]`. */
  form: readonly Omit<FormSection<F>, 'assigns'>[]
  /** As in the whole. */
  conditions?: Resource<N, string, F>['conditions']
  /** Toasts; by default from `label`. */
  texts?: Resource<N, string, F>['texts']
}

/** With `FormSection<F>`, the compiler would take the part's fields for all of the whole's. */
type Section<N extends string> = Omit<FormSection<any>, 'fields' | 'assigns'> & { fields: readonly N[] }

export type DeclaredPart<N extends string = string, F extends Fields = any> = Omit<PartOptions<N, F>, 'form'> & {
  form: readonly Section<FormSection<F>['fields'][number]>[]
}

/**
 * Declares a part of a tenant's record or singleton with its own page, roles and history. The whole names it in `parts`
 * and stores its fields.
 *
 * @example
 * export const branding = definePart({
 *   name: 'branding', label: ['Branding', 'Branding'], icon: 'style',
 *   screens: { base: '/settings/branding' }, access: { read: 'owner', write: 'owner' },
 *   fields: { logo: image() },
 *   form: [{ name: 'looks', title: 'Looks', fields: ['logo'] }],
 * })
 */
export const definePart = <const N extends string, F extends Fields>(part: PartOptions<N, F>): DeclaredPart<N, F> => {
  const { fields, access } = part
  const written = (field: AnyField): AnyField =>
    field.writable ? { ...field, writeRole: field.writeRole ?? access.write } : field
  return {
    ...part,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, written(field)])) as F,
  }
}

export const partsOf = (whole: AnyResource): AnyResource[] =>
  (whole.parts ?? []).map(part => ({
    ...part,
    kind: 'singleton',
    partOf: whole,
    scope: 'tenant',
    api: whole.api,
    screens: { ...part.screens, form: 'page' },
    // Unused: singletons have no list screen.
    list: { columns: [], sort: 'createdAt' },
    represent: Object.keys(part.fields)[0] ?? '',
  }))

/** The resource whose path reads and writes a record: a part's whole, else itself. */
export const wholeOf = (resource: AnyResource): AnyResource => resource.partOf ?? resource
