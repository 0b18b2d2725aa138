import type { Access, Role } from './access'
import type { DeclaredAction } from './action'
import type { ResourceScopes } from './apiScopes'
import type { AnyField, Field, FieldKind, Fields, Presence, ResourceRef, ValueOf } from './field'
import type { FilterableKind, SearchableKind } from './kinds'
import { instant } from './kinds/dates'
import { integer } from './kinds/numbers'
import { reference } from './kinds/references'
import type { CheckKey } from './messages'
import { onceFor } from './onceFor'
import type { DeclaredPart } from './part'
import type { PathParams } from './paths'
import { pathParamNames } from './paths'

type Name<F> = keyof F & string
/** Those that people write. `keyof Writable<F> & string` lists the names in the compiler’s messages; an alias for it would not. */
type Writable<F> = { [K in keyof F as F[K] extends Field<FieldKind, any, Presence, true> ? K : never]: F[K] }
type WritableName<F> = keyof Writable<F> & string
/** Those of some kinds; `keyof OfKind<F, K> & string` lists the names in the compiler’s messages. */
type OfKind<F, K extends FieldKind> = { [N in keyof F as F[N] extends { kind: K } ? N : never]: F[N] }

/** Fields that every record has in addition to its declared ones (docs/domain.md#conventions). */
export const systemFields = {
  createdAt: instant({ readOnly: true, required: true, label: 'Created' }),
  updatedAt: instant({ readOnly: true, required: true, label: 'Updated' }),
  version: integer({ readOnly: true, required: true, min: 1 }),
}
type SystemName = keyof typeof systemFields

type Sort<F> = Name<F> | SystemName | `-${Name<F> | SystemName}`

export type FormStyle = 'dialog' | 'page' | 'own'

export interface Screens {
  /** The path of the list, without a trailing slash: `/setup/channels`. */
  base: string
  /**
   * `dialog` opens over the list; `page` is at `{base}/new` and `{base}/{id}/edit`; `own` is a screen that is not
   * generated, at `{base}/new` and `{base}/{id}`.
   */
  form:
    | FormStyle
    | {
        /** How the form for a new record opens. */
        create: FormStyle
        /** How the form of a record opens. */
        edit: FormStyle
      }
}

export interface ListDeclaration<F extends Fields> {
  /** The fields that it shows, in this order; the first one links to the record. People may hide the others. */
  columns: readonly ((keyof F & string) | SystemName)[]
  /** The text fields that the search box looks through. */
  search?: readonly (keyof OfKind<F, SearchableKind> & string)[]
  /** The fields that the list can be filtered by. */
  filters?: readonly (keyof OfKind<F, FilterableKind> & string)[]
  /**
   * Filters that are not fields of a record, listed after the others. The server hook of the same name applies each.
   */
  filterFields?: Fields
  /** The field that it is sorted by at first; with a minus before it, from the greatest down. */
  sort: Sort<F>
  /** Columns that people see only if they choose to. */
  hidden?: readonly ((keyof F & string) | SystemName)[]
  /** Columns that show further fields beside the one they are named after, under a label of their own. */
  joined?: { readonly [K in Name<F>]?: Joined<F> }
  /** The fields that title a card, where rows become cards; the first column by default. */
  cardTitle?: readonly ((keyof F & string) | SystemName)[]
  /**
   * Parts of the list to choose from, by name; the list opens with the first, and “All” comes last. The API filters by
   * the part's name (`?tab=upcoming`), and counts the records of each.
   */
  tabs?: Readonly<Record<string, ListTab<F>>>
}

interface Joined<F extends Fields> {
  /** The heading of the column. */
  label: string
  /** The fields that follow the one it is named after. */
  with: readonly (keyof F & string)[]
}
export type AnyJoined = Joined<Fields>

/** One part of a list. */
export interface ListTab<F extends Fields> {
  /** What it is called. */
  label: string
  /** Query parameters of the list. For ranges of dates and instants, `today` is the tenant's current date. */
  filter: Readonly<Record<string, string | readonly string[]>>
  /** The order in which the part is shown; the list's by default. */
  sort?: Sort<F>
}

export type AnyListTab = ListTab<Fields>

export interface FormSection<F extends Fields> {
  /** The key of its texts. */
  name: string
  /** Its heading. */
  title: string
  /** A sentence under its heading. */
  help?: string
  /** The fields that it shows, in this order. */
  fields: readonly (keyof Writable<F> & string)[]
  /** Related sets that stand under its fields; others have sections of their own. */
  assigns?: readonly string[]
  /** Folded under “More” at the end of the form until somebody asks for it. */
  isSeldom?: true
}

/** What the value of another field must be. */
export type Requirement<V = unknown> =
  /** One of these values. */
  | readonly V[]
  /** Filled in, or (false) empty. */
  | { readonly present: boolean }
  /** From `min` to `max`, both included; an empty value never matches. For numbers, dates and times. */
  | (NonNullable<V> extends number | string ? { readonly min?: NonNullable<V>; readonly max?: NonNullable<V> } : never)

/** Conditions under which a field is shown and, if it is required, required. All of them must hold. */
export type Conditions<F extends Fields> = {
  readonly [K in WritableName<F>]?: {
    /** What other fields must be. */
    readonly when?: { readonly [L in Name<F>]?: Requirement<ValueOf<F[L]>> }
    /** The lowest role that sees the field in forms; only `readRole` and `writeRole` protect the value itself. */
    readonly role?: Role
    /** It must be filled in when it is shown. */
    readonly required?: boolean
  }
}

/** Errors by field: keys of `messages.ts`. */
export type FieldErrors<F extends Fields> = { [K in Name<F>]?: CheckKey }

/** The fields that can still be changed, and the sentence that says why no others. */
export interface Lock<F extends Fields> {
  readonly open: readonly Name<F>[]
  readonly why: CheckKey & `refusal.${string}`
}

export interface Texts {
  /** The toast after a record was made. */
  created: string
  /** The toast after a record was changed. */
  updated: string
  /** The toast after a record was deleted. */
  deleted: string
  /** The toast when a record could not be made. */
  createFailed: string
  /** The toast when a record could not be changed. */
  updateFailed: string
  /** The toast when a record could not be deleted. */
  deleteFailed: string
  /** What the entity is for; shown instead of an empty list. */
  empty: string
}

/** A related set that is read (GET) and replaced (PUT) as a whole. */
export interface Assignment {
  /** The resource whose records are assigned. */
  readonly of: () => ResourceRef
  /** The path, with `{id}` for the record and the record's own path parameters. */
  readonly path: string
  /** The name of the list in the body of a PUT. */
  readonly body: string
  /** For an ordered set: the body lists objects with the id under this name, and the index from 0 under `rank`. */
  readonly key?: string
  /** For an ordered set: the name of the index in the body; see `key`. */
  readonly rank?: string
  /** Further members of each entry in the answer, and the field of the other record that each shows. */
  readonly shows?: Readonly<Record<string, string>>
  /** For an unordered set: the other resource's field that holds the same links from its side. */
  readonly through?: string
  /** The most records in the set; 1000 unless given. */
  readonly max: number
  /** A sentence under its heading. */
  readonly help?: string
}

/**
 * What superusers, and the look-up that identifies a caller, may do with the records of all tenants from outside any
 * tenant. Row-level security and grants are made from it; by default they see and change none.
 */
export type BeyondTenant<F extends Fields> =
  | 'everything'
  | {
      /** The fields that they see; no others. */
      readonly read?: readonly (Name<F> | 'id')[]
      /** They add records with these fields, if those match `where`. */
      readonly insert?: {
        /** The fields that they give; no others. */
        readonly fields: readonly (Name<F> | 'id')[]
        /** The values that the record must have. */
        readonly where: { readonly [K in Name<F>]?: ValueOf<F[K]> }
      }
    }

/** The records of another resource that refer to this one, as a list on this record's page. */
export interface Related {
  /** The resource whose records refer to this one. */
  readonly of: () => ResourceRef
  /** The field that refers to this resource; their list must have a filter for it. */
  readonly by: string
}

/** Declares a related set; see `Assignment`. It has at most 1000 records by default. */
export const assigned = (
  of: () => ResourceRef,
  options: Omit<Assignment, 'of' | 'max'> & { max?: number },
): Assignment => ({ max: 1000, ...options, of })

/** The names of icons; `src/layout/resourceIcons.ts` has their pictures. */
export const iconNames = [
  'storefront',
  'business',
  'people',
  'person',
  'badge',
  'schedule',
  'category',
  'chair',
  'menuBook',
  'style',
  'rule',
  'contacts',
  'event',
  'history',
  'hourglass',
  'key',
  'repeat',
] as const

export type IconName = (typeof iconNames)[number]

/**
 * Everything about one entity. Its record type, validation, API paths, screens, permissions, toasts, loading texts,
 * database table and part of the OpenAPI document are made from this.
 */
export interface Resource<
  N extends string = string,
  P extends string = string,
  F extends Fields = Fields,
  S extends 'tenant' | 'platform' = 'tenant' | 'platform',
  A extends ActionsOn<F> = any,
> {
  /** react-admin's resource name, the first member of its query keys, and (in snake case) the table's name. */
  readonly name: N
  /** The name it had before: the next migration renames its table with all that is in it. May stay, or go later. */
  readonly renamedFrom?: string
  /** Singular and plural, in title case. */
  readonly label: readonly [one: string, many: string]
  /** The icon of its links; one of `iconNames`. */
  readonly icon: IconName & {}
  /** There is one record, at `api` itself; see `defineSingleton`. */
  readonly kind?: 'singleton'
  /** Made from `parts` of another resource, which has its fields and stores them. */
  readonly partOf?: AnyResource
  /** `tenant`: each record belongs to one tenant and is isolated. `platform`: above tenants. */
  readonly scope: S
  /** Its path in the API. A `{parameter}` nests it, and names the reference field that holds the parent. */
  readonly api: P
  /**
   * The path at which superusers list the records of all tenants by another parent: its `{parameter}` names the
   * reference that holds it. They are written at `api` alone.
   */
  readonly alsoListedAt?: `/${string}`
  /** A resource without screens is shown inside another one's. */
  readonly screens?: Screens
  /** The lowest roles that may read, write and delete the records. */
  readonly access: Access
  /** With which scopes API keys may read and write the records; without it no key may. */
  readonly apiScopes?: ResourceScopes
  /** What superusers may do with the records of all tenants; only for `scope: 'tenant'`. */
  readonly beyondTenant?: BeyondTenant<F>
  /** What a record consists of: fields by name, made by the builders of their kinds. */
  readonly fields: F
  /** The field that names a record in links, titles and choices. */
  readonly represent: keyof F & string
  /** The picture that stands beside the name in lists and choices; initials stand there for a record without one. */
  readonly picture?: keyof OfKind<F, 'image'> & string
  /** Its list: columns, search, filters, order. */
  readonly list: ListDeclaration<F>
  /** The fields of its forms, in this order, or in sections. */
  readonly form: readonly (keyof Writable<F> & string)[] | readonly FormSection<F>[]
  /** A shorter form for new records; people fill in the rest on the edit screen. */
  readonly createForm?: readonly (keyof Writable<F> & string)[]
  /** When single fields are shown, or required. */
  readonly conditions?: Conditions<F>
  /** Which fields can be changed while a record is in some state, and why no others; null where all can. */
  readonly locked?: (record: { readonly [K in Name<F>]?: ValueOf<F[K]> }) => Lock<F> | null
  /** Whether a record stays for good: its page does not offer to delete it. */
  readonly isKept?: (record: Readonly<Record<string, unknown>>) => boolean
  /** `side`: its dialogs take the full height at the side of the screen, for long forms. */
  readonly dialogs?: 'side'
  /** Checks fields of a whole record against each other; the same function runs in the form and in the API. */
  readonly check?: (record: { readonly [K in Name<F>]?: ValueOf<F[K]> }) => FieldErrors<F>
  /** Operations on the records beyond writing their fields; made by `action` and `transition`. */
  readonly actions?: A
  /** Related sets that are read and replaced at paths of their own. */
  readonly assigns?: Readonly<Record<string, Assignment>>
  /** Lists of referring records on a record's page. Nested resources have one anyway. */
  readonly related?: readonly Related[]
  /** Parts of the record that have a page of their own; made by `definePart`. */
  readonly parts?: readonly DeclaredPart[]
  /** `fromList` if the API has no call for a single record: it is then looked up in the list. */
  readonly read?: 'fromList'
  /** The most records in a tenant, or under one parent (docs/domain.md#limits). */
  readonly limit?: number
  /** `false` if the API changes and deletes these records one at a time only. */
  readonly bulk?: false
  /**
   * The lowest role that may read members that hooks add to the answer, if higher than for the record: `readRole` for
   * what is not a declared field.
   */
  readonly readRoles?: Readonly<Record<string, Role>>
  /** Groups of fields whose combination must be unique. */
  readonly uniqueTogether?: readonly (readonly (keyof F & string)[])[]
  /** Seconds for which a list counts as fresh; 30 by default. */
  readonly freshFor?: number
  /** Toasts and the text of the empty list, in place of those made from `label`. */
  readonly texts?: Partial<Texts>
}

/** Actions by name. Their conditions and the values they set must name declared fields. */
export type ActionsOn<F extends Fields> = Readonly<
  Record<string, DeclaredAction<any, (keyof F & string) | SystemName, any, boolean, any>>
>

export type AnyResource = Resource<string, string, any, 'tenant' | 'platform', any>

/** The fields that hold the parents of a nested resource: one reference per path parameter. */
type ParentFields<P extends string> = {
  readonly [K in keyof PathParams<P>]: Field<'reference', string, 'required', boolean>
}

/** Without this, a missing option would keep the compiler from inferring anything, and its message from naming that option. */
interface Inferred<N, P extends string, F, S> {
  readonly name: N
  readonly api: P
  readonly scope: S
  readonly fields: F & ParentFields<P>
}

/**
 * Declares a resource. The compiler checks names of columns, filters and form fields against `fields`, and path
 * parameters against the reference fields.
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
  A extends ActionsOn<F> = Record<never, never>,
>(
  resource: Resource<N, P, F, S, A> & Inferred<N, P, F, S>,
): Resource<N, P, F, S, A> => resource

/** What a singleton does not need: options for lists, names and counts. */
type OfMany =
  | 'kind'
  | 'partOf'
  | 'list'
  | 'represent'
  | 'picture'
  | 'limit'
  | 'bulk'
  | 'read'
  | 'uniqueTogether'
  | 'assigns'
  | 'createForm'
  | 'actions'

/**
 * Declares a resource with one record: one per tenant, or one in all with `scope: 'platform'`. The first read creates
 * it from the fields' defaults, so every field has a default or may be empty. It answers GET and PATCH at `api`; its
 * form is the page at `screens.base`, linked from the settings if that is below `/settings`.
 *
 * @example
 * export const lendingRules = defineSingleton({
 *   name: 'lendingRules', label: ['Lending rules', 'Lending rules'], icon: 'rule', scope: 'tenant', api: '/lending-rules',
 *   screens: { base: '/settings/lending', form: 'page' }, access: { read: 'viewer', write: 'admin' },
 *   fields: { days: integer({ default: 21, min: 1 }) }, form: ['days'],
 * })
 */
export const defineSingleton = <
  const N extends string,
  const P extends string,
  F extends Fields,
  const S extends 'tenant' | 'platform',
>({
  ...resource
}: Omit<Resource<N, P, F, S>, OfMany> & { screens: Screens } & Inferred<N, P, F, S>): Resource<N, P, F, S> => ({
  ...resource,
  kind: 'singleton',
  // Never shown: a singleton has no list screen.
  list: { columns: [], sort: 'createdAt' },
  represent: Object.keys(resource.fields)[0] as Name<F>,
})

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

/** The body of a create call, without the parents of a nested resource: they come from the path. */
export type DraftOf<R> =
  R extends Resource<string, infer P, infer F>
    ? Simplify<
        { [K in RequiredName<F, P>]: ValueOf<F[K]> } & {
          [K in Exclude<InputName<F, P>, RequiredName<F, P>>]?: ValueOf<F[K]>
        }
      >
    : never

/** The path parameters that each call for the resource needs, in react-admin's `meta`. */
export type ParamsOf<R> = R extends Resource<string, infer P, any> ? Simplify<PathParams<P>> : never

const withSystemFields = onceFor((fields: Fields): Fields => ({ ...fields, ...systemFields }))

/** The declared fields and the system fields. */
export const allFields = ({ fields }: Pick<AnyResource, 'fields'>): Fields => withSystemFields(fields as Fields)

/** The declared or system field of that name, or undefined. */
export const fieldOf = (resource: AnyResource, name: string): AnyField | undefined => allFields(resource)[name]

/** The filters of a list, each with the field that defines it: record fields, then additional ones. */
export const filterFieldsOf = (resource: AnyResource): [name: string, field: AnyField][] => [
  ...(resource.list.filters ?? []).flatMap((name: string): [string, AnyField][] => {
    const field = fieldOf(resource, name)
    return field ? [[name, field]] : []
  }),
  ...Object.entries((resource.list.filterFields ?? {}) as Fields),
]

/** The fields that a column shows: the one it is named after, and those joined to it. */
export const joinedNames = ({ list }: AnyResource, column: string): readonly string[] => [
  column,
  ...((list.joined?.[column] as AnyJoined | undefined)?.with ?? []),
]

/** The parts of a list, each with its name; none if the list is not divided. */
export const tabsOf = ({ list }: AnyResource): [name: string, tab: AnyListTab][] =>
  Object.entries((list.tabs ?? {}) as Readonly<Record<string, AnyListTab>>)

/** The query parameters that a part of a list stands for, on this date (`2026-03-02`) in the tenant's zone. */
export const tabFilter = ({ filter }: AnyListTab, today: string): Record<string, string | readonly string[]> =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, value === 'today' ? today : value]))

/** The names of the fields that a request body may contain: the writable ones, except those given by the path. */
export const inputNames = (resource: AnyResource): string[] => {
  const parents = pathParamNames(resource.api)
  return Object.entries(resource.fields as Fields)
    .filter(([name, { writable }]) => writable && !parents.includes(name))
    .map(([name]) => name)
}

/** The form as sections; a plain list of fields becomes one section without a title. */
export const formSections = (resource: AnyResource): readonly AnyFormSection[] => {
  const form: readonly (string | AnyFormSection)[] = resource.form
  const fields = form.filter(part => typeof part === 'string')
  return fields.length > 0 ? [{ name: '', title: '', fields }] : form.filter(part => typeof part !== 'string')
}

export interface AnyFormSection {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly fields: readonly string[]
  readonly assigns?: readonly string[]
  readonly isSeldom?: true
}

/** The resources that `resource` refers to, counts or has assigned: their changes alter what its records show. */
export const referredResources = (resource: AnyResource): ResourceRef[] => [
  ...Object.values(resource.fields as Fields).flatMap(field => {
    if (field.kind === 'reference' || field.kind === 'references') return [field.options.to()]
    return field.kind === 'count' ? [field.options.of()] : []
  }),
  ...Object.values(resource.assigns ?? {}).map(({ of }) => of()),
]

/** The resources shown on the page of a record of `parent`: those nested in it that have no screens of their own. */
export const nestedIn = (parent: ResourceRef, all: readonly AnyResource[]): AnyResource[] =>
  all.filter(({ api, fields, screens }) => {
    const [param, ...further] = pathParamNames(api)
    const field = param === undefined ? undefined : (fields as Fields)[param]
    return !screens && further.length === 0 && field?.kind === 'reference' && field.options.to().name === parent.name
  })

/** The parent field of a nested resource: a required reference that comes from the path, not from the form. */
export const parent = (to: () => ResourceRef) => reference(to, { required: true, immutable: true })

/** `-createdAt` → `{ field: 'createdAt', order: 'DESC' }` */
export const parseSort = (sort: string): { field: string; order: 'ASC' | 'DESC' } =>
  sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' }
