import type { Role } from './access'
import type { AnyField, Fields } from './field'
import type { AnyResource, FormSection, Resource } from './resource'

/** The options of a part; see `definePart`. */
interface PartOptions<N extends string, F extends Fields> {
  /** react-admin's resource name, the first member of its query keys, and the key of its texts. */
  name: N
  /** Its title, twice: as the name of one, and as that of many. */
  label: readonly [one: string, many: string]
  /** The icon of its link; one of `iconNames`. */
  icon: Resource['icon']
  /** Where its page is. */
  screens: {
    /** The path of its page, without a trailing slash: `/settings/branding`. */
    base: string
  }
  /** The lowest roles that have the page, and that write its fields. */
  access: {
    /** Who opens its page; who reads the fields themselves is said by the whole, and by `readRole`. */
    read: Role
    /** Who writes its fields: the API refuses lower roles at the field. */
    write: Role
  }
  /** Its fields by name. The whole has them too: `fields: { …, ...branding.fields }`. */
  fields: F
  /** The sections of its page. The whole may have them in its own form: `form: [...branding.form]`. */
  form: readonly Omit<FormSection<F>, 'assigns'>[]
  /** When single fields are shown, or required; the same as in the whole. */
  conditions?: Resource<N, string, F>['conditions']
  /** Toasts, in place of those made from `label`. */
  texts?: Resource<N, string, F>['texts']
}

/** `FormSection<F>` would tell the whole, whose form has these sections too, that it has the fields of the part alone. */
type Section<N extends string> = Omit<FormSection<any>, 'fields' | 'assigns'> & { fields: readonly N[] }

/** A part as it is declared. */
export type DeclaredPart<N extends string = string, F extends Fields = any> = Omit<PartOptions<N, F>, 'form'> & {
  form: readonly Section<FormSection<F>['fields'][number]>[]
}

/**
 * Declares a part of the tenant's own record, or of a singleton, as a singleton itself: a form on a page of its own
 * with its link, its roles and its history. It is read and written at the address of the whole, and stored with it.
 * The whole names it in `parts`, and has its fields.
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

/** The parts of a resource's records, each as a resource of its own. */
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

/** The resource at whose address a record is read and written: for a part, that of which it is one. */
export const wholeOf = (resource: AnyResource): AnyResource => resource.partOf ?? resource
