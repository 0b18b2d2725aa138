import type { Access } from './access'
import type { AnyField, Field, FieldKind, Fields, Presence, ResourceRef, ValueOf } from './field'
import { instant, integer, reference } from './fields'
import type { PathParams } from './paths'
import { pathParamNames } from './paths'

type Name<F> = keyof F & string
type WritableName<F> = { [K in Name<F>]: F[K] extends Field<FieldKind, any, Presence, true> ? K : never }[Name<F>]
type NameOfKind<F, K extends FieldKind> = { [N in Name<F>]: F[N] extends { kind: K } ? N : never }[Name<F>]

/** Kinds that a search box looks through. */
type SearchableKind = 'text' | 'longText' | 'email' | 'phone' | 'slug'
/** Kinds that a list can be filtered by: equality, and ranges for dates and instants. */
export type FilterableKind =
  | 'choice'
  | 'flag'
  | 'reference'
  | 'integer'
  | 'minutes'
  | 'weekday'
  | 'timezone'
  | 'currency'
  | 'locale'
  | 'localDate'
  | 'instant'
  | 'references'

/** Fields that every record has beside its declared ones (domain.md §2.0). */
export const systemFields = {
  createdAt: instant({ readOnly: true, required: true, label: 'Created' }),
  updatedAt: instant({ readOnly: true, required: true, label: 'Updated' }),
  version: integer({ readOnly: true, required: true, min: 1 }),
}
type SystemName = keyof typeof systemFields

type Sort<F> = Name<F> | SystemName | `-${Name<F> | SystemName}`

export type FormStyle = 'dialog' | 'page' | 'own'

export interface Screens {
  /** Where the list is, without a trailing slash: `/setup/channels`. */
  base: string
  /**
   * `dialog` opens over the list; `page` has addresses of its own, `{base}/new` and `{base}/{id}/edit`; `own` is a screen that is not
   * generated, at `{base}/new` and `{base}/{id}`.
   */
  form: FormStyle | { create: FormStyle; edit: FormStyle }
}

export interface ListDeclaration<F extends Fields> {
  columns: readonly (Name<F> | SystemName)[]
  search?: readonly NameOfKind<F, SearchableKind>[]
  filters?: readonly NameOfKind<F, FilterableKind>[]
  sort: Sort<F>
}

export interface FormSection<F extends Fields> {
  title: string
  help?: string
  fields: readonly WritableName<F>[]
}

/** A field is shown, and required if it says so, only while the other fields have one of these values. */
export type Conditions<F extends Fields> = {
  readonly [K in WritableName<F>]?: {
    when: { readonly [L in Name<F>]?: readonly ValueOf<F[L]>[] }
    required?: boolean
  }
}

/** An error that concerns one field: a key of `messages.ts`. */
export type FieldErrors<F extends Fields> = { [K in Name<F>]?: string }

export interface Texts {
  created: string
  updated: string
  deleted: string
  createFailed: string
  updateFailed: string
  deleteFailed: string
  /** What the thing is for, shown where a list has nothing to show. */
  empty: string
}

/** A related set that is read (GET) and replaced (PUT) as a whole. */
export interface Assignment {
  readonly of: () => ResourceRef
  /** With `{id}` for the record, and the record's own path parameters. */
  readonly path: string
  /** The name of the list in the body of PUT. */
  readonly body: string
  /** An ordered set: the body lists objects with the id under this name, and their index from 0 under `rank`. */
  readonly key?: string
  readonly rank?: string
  /** What the list answers beside the id and the rank of each record: its field of this name. */
  readonly shows?: Readonly<Record<string, string>>
  /** An unordered set that is the other side of the other resource's field of this name. */
  readonly through?: string
  readonly max: number
  readonly help?: string
}

/** Declares a related set; see `Assignment`. At most 1000 records unless `max` says otherwise. */
export const assigned = (
  of: () => ResourceRef,
  options: Omit<Assignment, 'of' | 'max'> & { max?: number },
): Assignment => ({ max: 1000, ...options, of })

export type IconName =
  | 'storefront'
  | 'business'
  | 'people'
  | 'person'
  | 'badge'
  | 'schedule'
  | 'category'
  | 'chair'
  | 'menuBook'
  | 'style'
  | 'rule'
  | 'contacts'
  | 'event'
  | 'history'

/**
 * Everything there is to know about one entity. From it come its record type, validation, API paths, screens, permissions,
 * toasts, loading texts, database table and part of the OpenAPI document.
 */
export interface Resource<
  N extends string = string,
  P extends string = string,
  F extends Fields = Fields,
  S extends 'tenant' | 'platform' = 'tenant' | 'platform',
> {
  /** react-admin's resource name, the head of its query keys, and (in snake case) the table's name. */
  readonly name: N
  /** Singular and plural, in title case. */
  readonly label: readonly [one: string, many: string]
  readonly icon: IconName
  /** `tenant`: each record belongs to one tenant and is isolated. `platform`: above tenants. */
  readonly scope: S
  /** Where the API has it. A `{parameter}` makes it nested, and names the reference field that holds the parent. */
  readonly api: P
  /** Absent: the resource lives inside another one's screen. */
  readonly screens?: Screens
  readonly access: Access
  readonly fields: F
  /** The field that names a record in links, titles and choices. */
  readonly represent: Name<F>
  readonly list: ListDeclaration<F>
  readonly form: readonly WritableName<F>[] | readonly FormSection<F>[]
  /** A shorter form for new records, where the rest is filled in on the edit screen. */
  readonly createForm?: readonly WritableName<F>[]
  readonly conditions?: Conditions<F>
  /** Rules over several fields of a whole record; the same function runs in the form and in the API. */
  readonly check?: (record: { readonly [K in Name<F>]?: ValueOf<F[K]> }) => FieldErrors<F>
  /** Related sets that are read and replaced on paths of their own. */
  readonly assigns?: Readonly<Record<string, Assignment>>
  /** Single-record calls that the API lacks: `fromList` finds the record in the list. */
  readonly read?: 'fromList'
  /** How many there may be in a tenant, or under one parent (domain.md §2.16). */
  readonly limit?: number
  /** `false` when the API changes and deletes these records one by one only. */
  readonly bulk?: false
  /** Groups of fields that only together must be unique. */
  readonly uniqueTogether?: readonly (readonly Name<F>[])[]
  /** Seconds for which a list is fresh; 30 unless said otherwise. */
  readonly freshFor?: number
  readonly texts?: Partial<Texts>
}

export type AnyResource = Resource<string, string, any>

/** The fields that hold the parents of a nested resource: one reference for each parameter of its path. */
type ParentFields<P extends string> = {
  readonly [K in keyof PathParams<P>]: Field<'reference', string, 'required', boolean>
}

/**
 * Declares a resource. Names of columns, filters and form fields are checked against `fields`, and path parameters against
 * the reference fields, when compiling.
 *
 * @example
 * export const channels = defineResource({
 *   name: 'channels', label: ['Channel', 'Channels'], icon: 'storefront', scope: 'tenant', api: '/channels',
 *   access: { read: 'viewer', write: 'admin' },
 *   fields: { name: text({ required: true }) },
 *   represent: 'name', list: { columns: ['name'], sort: 'name' }, form: ['name'],
 * })
 * export type Channel = RecordOf<typeof channels>
 */
export const defineResource = <
  const N extends string,
  const P extends string,
  F extends Fields,
  const S extends 'tenant' | 'platform',
>(
  resource: Resource<N, P, F, S> & { fields: ParentFields<P> },
): Resource<N, P, F, S> => resource

type Simplify<T> = { [K in keyof T]: T[K] }

/** A record as the API answers it. */
export type RecordOf<R> =
  R extends Resource<string, string, infer F, infer S>
    ? Simplify<
        { id: string } & (S extends 'tenant' ? { tenantId: string } : unknown) & {
            [K in keyof F]: ValueOf<F[K]>
          } & { [K in SystemName]: ValueOf<(typeof systemFields)[K]> }
      >
    : never

type ParamName<P extends string> = keyof PathParams<P>
type InputName<F, P extends string> = Exclude<WritableName<F>, ParamName<P>>
type RequiredName<F, P extends string> = {
  [K in InputName<F, P>]: F[K] extends Field<FieldKind, any, 'required', true> ? K : never
}[InputName<F, P>]

/** What a create call may and must carry. Parents of a nested resource come from its path. */
export type DraftOf<R> =
  R extends Resource<string, infer P, infer F>
    ? Simplify<
        { [K in RequiredName<F, P>]: ValueOf<F[K]> } & {
          [K in Exclude<InputName<F, P>, RequiredName<F, P>>]?: ValueOf<F[K]>
        }
      >
    : never

/** The path parameters that every call for the resource must be given, as react-admin's `meta`. */
export type ParamsOf<R> = R extends Resource<string, infer P, any> ? Simplify<PathParams<P>> : never

/** The declared fields with the system's own. */
export const allFields = (resource: Pick<AnyResource, 'fields'>): Fields => ({ ...resource.fields, ...systemFields })

/** The declared field of that name, or undefined. */
export const fieldOf = (resource: AnyResource, name: string): AnyField | undefined => allFields(resource)[name]

/** The names of the fields that a request may carry: writable ones, without those that the path gives. */
export const inputNames = (resource: AnyResource): string[] => {
  const parents = pathParamNames(resource.api)
  return Object.entries(resource.fields as Fields)
    .filter(([name, { writable }]) => writable && !parents.includes(name))
    .map(([name]) => name)
}

/** The form as sections; a plain list of fields is one section without a title. */
export const formSections = (resource: AnyResource): readonly AnyFormSection[] => {
  const form: readonly (string | AnyFormSection)[] = resource.form
  const fields = form.filter(part => typeof part === 'string')
  return fields.length > 0 ? [{ title: '', fields }] : form.filter(part => typeof part !== 'string')
}

export interface AnyFormSection {
  readonly title: string
  readonly help?: string
  readonly fields: readonly string[]
}

/** The resources that `resource` refers to, counts, or is assigned: those whose records change what its own show. */
export const referredResources = (resource: AnyResource): ResourceRef[] => [
  ...Object.values(resource.fields as Fields).flatMap(field => {
    if (field.kind === 'reference' || field.kind === 'references') return [field.options.to()]
    return field.kind === 'count' ? [field.options.of()] : []
  }),
  ...Object.values(resource.assigns ?? {}).map(({ of }) => of()),
]

/** The resources that live inside the page of a record of `parent`: those under its path that have no screens of their own. */
export const nestedIn = (parent: ResourceRef, all: readonly AnyResource[]): AnyResource[] =>
  all.filter(({ api, fields, screens }) => {
    const [param, ...further] = pathParamNames(api)
    const field = param === undefined ? undefined : (fields as Fields)[param]
    return !screens && further.length === 0 && field?.kind === 'reference' && field.options.to().name === parent.name
  })

/** A nested resource's parent field: `reference` that the path fills, so it is required and not in the form. */
export const parent = (to: () => ResourceRef) => reference(to, { required: true, immutable: true })

/** `-createdAt` → `{ field: 'createdAt', order: 'DESC' }` */
export const parseSort = (sort: string): { field: string; order: 'ASC' | 'DESC' } =>
  sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' }
