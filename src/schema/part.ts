import type { Role } from './access'
import type { AnyField, Fields } from './field'
import type { AnyResource, FormSection, Resource } from './resource'

interface PartOptions<N extends string, F extends Fields> {
  /** react-admin's resource name, the first member of its query keys, and the key of its texts. */
  name: N
  /** The title, as singular and as plural. */
  label: readonly [one: string, many: string]
  /** The icon of its link; one of `Icons`. */
  icon: Resource['icon']
  /** Where the page is. */
  screens: {
    /** The page's path, without a trailing slash: `/settings/branding`. */
    base: string
  }
  /** The lowest roles that open the page and write its fields. */
  access: {
    /** The lowest role that opens the page; the whole's `access` and `readRole` decide about each field. */
    read: Role
    /** The lowest role that writes the fields; the API refuses lower ones at the field. */
    write: Role
  }
  /** Fields by name, which the whole has too: `fields: { …, ...branding.fields }`. */
  fields: F
  /** Sections of the page, which the whole's form may include: `form: [...branding.form]`. */
  form: readonly Omit<FormSection<F>, 'assigns'>[]
  /** When single fields are shown, or required; the same as in the whole. */
  conditions?: Resource<N, string, F>['conditions']
  /** Toasts, in place of those made from `label`. */
  texts?: Resource<N, string, F>['texts']
}

/** With `FormSection<F>`, a whole whose form includes these sections would seem to have only the part's fields. */
type Section<N extends string> = Omit<FormSection<any>, 'fields' | 'assigns'> & { fields: readonly N[] }

export type DeclaredPart<N extends string = string, F extends Fields = any> = Omit<PartOptions<N, F>, 'form'> & {
  form: readonly Section<FormSection<F>['fields'][number]>[]
}

/**
 * Declares a part of the tenant's record, or of a singleton, with its own page, link, roles and history. It is read,
 * written and stored with the whole, which names it in `parts` and has its fields.
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
    // Never shown: a singleton has no list screen.
    list: { columns: [], sort: 'createdAt' },
    represent: Object.keys(part.fields)[0] ?? '',
  }))

/** The resource at whose path a record is read and written: a part's whole, or itself. */
export const wholeOf = (resource: AnyResource): AnyResource => resource.partOf ?? resource
