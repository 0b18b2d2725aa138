import type { Access, Role } from './access'
import type { DeclaredAction } from './action'
import type { ResourceScopes } from './apiScopes'
import type { Bounds } from './bounds'
import { aggregatesIn } from './derived'
import type { AnyField, Field, FieldKind, Fields, Presence, ResourceRef, ValueOf } from './field'
import type { FilterableKind, NamingKind, SearchableKind, SortableKind, SummedKind } from './kinds'
import { instant } from './kinds/dates'
import { integer } from './kinds/numbers'
import { reference } from './kinds/references'
import { memoize } from './memoize'
import type { CheckKey } from './messages'
import type { Icons } from './own'
import type { DeclaredPart } from './part'
import type { PathParams } from './paths'
import { pathParamNames } from './paths'
import type { Rows } from './rows'
import type { SetsOn } from './said'

type Name<F> = keyof F & string
/** Not an alias: the compiler lists the names. */
type Writable<F> = { [K in keyof F as F[K] extends Field<FieldKind, any, Presence, true> ? K : never]: F[K] }
type WritableName<F> = keyof Writable<F> & string
/** As for `Writable`. */
type OfKind<F, K extends FieldKind> = { [N in keyof F as F[N] extends { kind: K } ? N : never]: F[N] }

/** See docs/domain.md#conventions. */
export const systemFields = {
  createdAt: instant({ readOnly: true, required: true, label: 'Created' }),
  updatedAt: instant({ readOnly: true, required: true, label: 'Updated' }),
  version: integer({ readOnly: true, required: true, min: 1 }),
}
type SystemName = keyof typeof systemFields

type SortName<F> = (keyof OfKind<F, SortableKind> & string) | SystemName
type Sort<F> = SortName<F> | `-${SortName<F>}`

export type FormStyle = 'dialog' | 'page' | 'own'

export interface Screens {
  /** The list's path: `/setup/channels`. */
  base: string
  /**
   * `dialog` opens over the list; `page` is at `{base}/new` and `{base}/{id}/edit`; `own` is a hand-written screen at
   * `{base}/new` and `{base}/{id}`.
   */
  form:
    | FormStyle
    | {
        /** The form of a new record. */
        create: FormStyle
        /** The form of an existing record. */
        edit: FormStyle
      }
}

export interface Across {
  /** The list's API path: `/redemptions`. */
  api: `/${string}`
  /** The screen's path. */
  base: `/${string}`
}

export interface ListDeclaration<F extends Fields> {
  /** In order; the first links to the record. */
  columns: readonly ((keyof F & string) | SystemName)[]
  /** Fields of the search box: text, tags and references, found by their record's name. */
  search?: readonly (keyof OfKind<F, SearchableKind> & string)[]
  /** Fields with a filter. */
  filters?: readonly (keyof OfKind<F, FilterableKind> & string)[]
  /** Numbers with sums of the whole list under their columns; the API has them at `{api}/sums`. */
  sums?: readonly (keyof OfKind<F, SummedKind> & string)[]
  /** Filters beside the fields, listed last. Server hooks of the same names apply them. */
  filterFields?: Fields
  /** The initial order; a minus reverses it. */
  sort: Sort<F> & {}
  /** Columns hidden until people choose them. */
  hidden?: readonly ((keyof F & string) | SystemName)[]
  /** Columns that show further fields under one label. */
  joined?: { readonly [K in Name<F>]?: Joined<F> }
  /** A card's title on narrow screens; the first column by default. */
  cardTitle?: readonly ((keyof F & string) | SystemName)[]
  /** Tabs by name; the first is open initially, “All” comes last. The API filters by `?tab=upcoming`. */
  tabs?: Readonly<Record<string, ListTab<F>>>
  /** Further views of a list (docs/adding-an-entity.md#a-list-as-more-than-a-table). */
  views?: ListViews<F>
}

export interface ListViews<F extends Fields> {
  /** Records by day; in the API by `?calendarFrom=2026-03-02&calendarTo=2026-03-09`. */
  calendar?: CalendarView<F>
  /** A column for each value of a choice. */
  board?: BoardView<F>
  /** A map with a marker for each record. */
  map?: MapView<F>
}

export interface CalendarView<F extends Fields> {
  /** The start: an instant, a date, or a date range. */
  from: keyof OfKind<F, 'instant' | 'localDate' | 'dateRange'> & string
  /** The end, not included. Empty means none. */
  until?: keyof OfKind<F, 'instant' | 'localDate'> & string
  /** The last day, included; in place of `until`. */
  through?: keyof OfKind<F, 'localDate'> & string
  /** An entry's text; a card's title by default. */
  shows?: readonly (keyof F & string)[]
}

export interface BoardView<F extends Fields> {
  /** A choice with a filter. Moving a card sets it, or runs the action that leads there. */
  by: keyof OfKind<F, 'choice'> & string
  /** Columns below a card's title; the first three by default. */
  shows?: readonly (keyof F & string)[]
}

export interface MapView<F extends Fields> {
  /** A place with a filter. */
  at: keyof OfKind<F, 'geo'> & string
  /** Columns below a record's name. */
  shows?: readonly (keyof F & string)[]
}

type Named<T> = { readonly [K in keyof T]: K extends 'shows' ? readonly string[] : string }
export interface AnyListViews {
  readonly calendar?: Named<CalendarView<Fields>>
  readonly board?: Named<BoardView<Fields>>
  readonly map?: Named<MapView<Fields>>
}

interface Joined<F extends Fields> {
  /** The column's heading. */
  label: string
  /** The fields after the column's own. */
  with: readonly (keyof F & string)[]
}
export type AnyJoined = Joined<Fields>

export interface ListTab<F extends Fields> {
  /** The tab's label. */
  label: string
  /**
   * Query parameters of the list. A date or instant may be `today`, `tomorrow`, `yesterday`, `week` (from Monday) or
   * `month`; an end (`dueOnFrom`, `dueOnTo`) `today`, `+7d` or, for instants, `now`.
   */
  filter: Readonly<Record<string, string | readonly string[]>>
  /** The tab's order; the list's by default. */
  sort?: Sort<F> & {}
}

export type AnyListTab = ListTab<Fields>

/** Search over all entities (docs/adding-an-entity.md#finding-records). */
export interface SearchDeclaration<F extends Fields> {
  /** Searched fields; `list.search` by default. */
  fields?: readonly (keyof OfKind<F, SearchableKind> & string)[]
  /** A result's title; `represent` by default, and if empty. */
  title?: keyof F & string
  /** Fields under the title. */
  subtitle?: readonly (keyof F & string)[]
  /** Multiplies the score; 1 by default. */
  weight?: number
  /** A time that orders equally good results: future first, then nearest. */
  at?: keyof OfKind<F, 'instant'> & string
  /** Finds only matching records. */
  when?: { readonly [K in keyof F & string]?: Requirement<ValueOf<F[K]>> }
  /** The page for an entity without screens; the parent's by default. */
  page?: string
}

export type AnySearch = SearchDeclaration<Fields>

export interface FormSection<F extends Fields> {
  /** The key of its texts. */
  name: string
  /** The heading. */
  title: string
  /** A sentence under the heading. */
  help?: string
  /** In order. */
  fields: readonly (keyof Writable<F> & string)[]
  /** Related sets under the fields; others have their own sections. */
  assigns?: readonly string[]
  /** Folded under “More” at the end of the form. */
  isSeldom?: true
}

/** A condition on another field's value. */
export type Requirement<V = unknown> =
  | readonly V[]
  | { readonly present: boolean }
  /** Both included; an empty value never matches. */
  | (NonNullable<V> extends number | string ? { readonly min?: NonNullable<V>; readonly max?: NonNullable<V> } : never)

/** When a field is shown and required. All conditions must hold. */
export type Conditions<F extends Fields> = {
  readonly [K in WritableName<F>]?: {
    /** Conditions on other fields, all required. */
    readonly when?: { readonly [L in Name<F>]?: Requirement<ValueOf<F[L]>> }
    /** The lowest role that sees the field in forms. Does not protect the value, as `readRole` does. */
    readonly role?: Role
    /** Required while shown. */
    readonly required?: boolean
  }
}

/** See `messages.ts`. */
export type FieldErrors<F extends Fields> = { [K in Name<F>]?: CheckKey }

export interface Lock<F extends Fields> {
  readonly open: readonly Name<F>[]
  readonly why: CheckKey & `refusal.${string}`
}

export interface Texts {
  /** The button that saves a new record; *Save* by default. */
  create?: string
  /** Toast after a create. */
  created: string
  /** Toast after an update. */
  updated: string
  /** Toast after a deletion. */
  deleted: string
  /** Toast after a failed create. */
  createFailed: string
  /** Toast after a failed update. */
  updateFailed: string
  /** Toast after a failed deletion. */
  deleteFailed: string
  /** The entity's purpose, shown in an empty list. */
  empty: string
}

/** Records that do not overlap, from `from` until before `until`. */
export interface NoOverlap<F extends Fields> {
  /** Fields, such as the room, in which overlapping records differ. */
  readonly same: readonly (keyof F & string)[]
  /** The start, a required date or instant. */
  readonly from: keyof OfKind<F, 'instant' | 'localDate'> & string
  /** The end, not included; empty means none. */
  readonly until: keyof OfKind<F, 'instant' | 'localDate'> & string
  /** Only records with one of these values count: `{ status: ['planned', 'running'] }`. */
  readonly when?: { readonly [K in Name<F>]?: readonly (string | boolean)[] }
}
export type AnyNoOverlap = NoOverlap<Fields>

/** A related set, read (GET) and replaced (PUT) as a whole. */
export interface Assignment {
  /** The resource of the assigned records. */
  readonly of: () => ResourceRef
  /** The path; `{id}` is the record. */
  readonly path: string
  /** The list's name in the PUT body. */
  readonly body: string
  /** For an ordered set, the id's name in the body's objects; `rank` has the index from 0. */
  readonly key?: string
  /** For an ordered set, the index's name in the body; see `key`. */
  readonly rank?: string
  /** Further members of each entry, by the other record's field. */
  readonly shows?: Readonly<Record<string, string>>
  /** For an unordered set, the other resource's field for these links. */
  readonly through?: string
  /** The most records in the set; 1000 by default. */
  readonly max: number
  /** A sentence under the heading. */
  readonly help?: string
}

/** Access to all tenants' records, for superusers and for identifying callers. */
export type BeyondTenant<F extends Fields> =
  | 'everything'
  | {
      /** The only fields that superusers see. */
      readonly read?: readonly (Name<F> | 'id')[]
      /** Superusers insert only records that match `where`. */
      readonly insert?: {
        /** The only fields that superusers set. */
        readonly fields: readonly (Name<F> | 'id')[]
        /** Values that the record must have. */
        readonly where: { readonly [K in Name<F>]?: ValueOf<F[K]> }
      }
    }

/** Imports records from a file's rows (docs/importing.md). */
export interface ImportDeclaration<F extends Fields> {
  /** Keys that identify a record: the first without empty cells decides. A row without a record creates one. */
  readonly keys: readonly (readonly Name<F>[])[]
  /** Columns beside the writable fields, or in place of them. `hooks.writes` takes them. */
  readonly columns?: Fields
}

/** Carries records in a set-up document (docs/setting-up.md). */
export interface SetupDeclaration<F extends Fields> {
  /** Fields that name a record in the document: the first non-empty one. */
  readonly key: readonly Name<F>[]
  /** A tenant's only record with these values matches whatever its key says. */
  readonly only?: { readonly [K in Name<F>]?: readonly (string | boolean)[] }
  /** Carries only matching records. */
  readonly where?: { readonly [K in Name<F>]?: Requirement<ValueOf<F[K]>> }
  /** Values that retire a record in use; `{ isActive: false }` by default, with that flag. */
  readonly retired?: { readonly [K in WritableName<F>]?: ValueOf<F[K]> }
  /** Carried fields; by default all writable ones except files. */
  readonly fields?: readonly WritableName<F>[]
}

/** A list of referring records on a record's page. */
export interface Related {
  /** The referring resource. */
  readonly of: () => ResourceRef
  /** The referring field, a filter of its list. */
  readonly by: string
}

/** Declares a set of records assigned to a record, such as a person's locations. */
export const assigned = (
  of: () => ResourceRef,
  options: Omit<Assignment, 'of' | 'max'> & { max?: number },
): Assignment => ({ max: 1000, ...options, of })

/** The name of an icon; a product adds its own to `Icons`. */
export type IconName = keyof Icons

/** One entity: types, validation, API, screens, permissions, texts, table and OpenAPI follow from it. */
export interface Resource<
  N extends string = string,
  P extends string = string,
  F extends Fields = Fields,
  S extends 'tenant' | 'platform' = 'tenant' | 'platform',
  A extends ActionsOn<F> = any,
> {
  /** react-admin's name, first in query keys, and (in snake case) the table's. */
  readonly name: N
  /** The former name: the next migration renames the table. Can stay afterwards. */
  readonly renamedFrom?: string
  /** Singular and plural, in title case. */
  readonly label: readonly [one: string, many: string]
  /** The label in the API; `label` unless a product replaced it. */
  readonly apiLabel?: readonly [one: string, many: string]
  /** The icon of its links; one of `Icons`. */
  readonly icon: IconName & {}
  /** One record, at `api` itself; see `defineSingleton`. */
  readonly kind?: 'singleton'
  /** The resource with this one in its `parts`, which stores its fields. */
  readonly partOf?: AnyResource
  /** `tenant`: each record belongs to one tenant. `platform`: above tenants. */
  readonly scope: S
  /** The API path. A `{parameter}` nests it, and names the reference to the parent. */
  readonly api: P
  /** A read-only path of all tenants' records, for superusers; a `{parameter}` refers to another parent. */
  readonly alsoListedAt?: `/${string}`
  /** A list over all parents, for one level of nesting. */
  readonly across?: Across
  /** Without screens, other screens show it. */
  readonly screens?: Screens
  /** Has no list, form or menu entry: other screens show it. */
  readonly isOnlyCalled?: true
  /** The lowest roles for the records. */
  readonly access: Access
  /**
   * The records that a caller sees and changes: rules from `rows`, of which one must hold
   * (docs/adding-an-entity.md#rules-about-rows).
   */
  readonly rows?: Rows<Name<F> | 'createdAt' | 'updatedAt' | 'version'>
  /** Scopes of API keys for the records; without them, no key may read them. */
  readonly apiScopes?: ResourceScopes
  /** What superusers may do with all tenants' records; only for `scope: 'tenant'`. */
  readonly beyondTenant?: BeyondTenant<F>
  /** Fields by name, made by the builders of their kinds. */
  readonly fields: F
  /** The field that names a record in links, titles and choices. */
  readonly represent: keyof F & string
  /** The picture beside the name; initials if empty. */
  readonly picture?: keyof OfKind<F, 'image'> & string
  /** Columns, search, filters and order of the list. */
  readonly list: ListDeclaration<F>
  /** Search over all entities; by `list.search` by default, `false` for none. */
  readonly search?: SearchDeclaration<F> | false
  /** The writable fields in form order, or sections of them. */
  readonly form: readonly (keyof Writable<F> & string)[] | readonly FormSection<F>[]
  /** A shorter form for new records. */
  readonly createForm?: readonly (keyof Writable<F> & string)[]
  /** When single fields are shown, or required. */
  readonly conditions?: Conditions<F>
  /** Limits of fields by other fields, settings or the clock: `{ until: { after: 'from' } }`. */
  readonly bounds?: Bounds<F & typeof systemFields>
  /** A record's changeable fields in its present state, and why no others are; null for all. */
  readonly locked?: (record: { readonly [K in Name<F>]?: ValueOf<F[K]> }) => Lock<F> | null
  /** Whether the record's page offers no deletion. */
  readonly isKept?: (record: Readonly<Record<string, unknown>>) => boolean
  /** `side`: full-height dialogs, for long forms. */
  readonly dialogs?: 'side'
  /** Checks fields against each other, in form and API, beyond `bounds`. */
  readonly check?: (record: { readonly [K in Name<F>]?: ValueOf<F[K]> }) => FieldErrors<F>
  /** Operations beyond writing fields; see `action` and `transition`. */
  readonly actions?: A
  /** Related sets, read and replaced at their own paths. */
  readonly assigns?: Readonly<Record<string, Assignment>>
  /** Lists of referring records on a record's page, beside those of nested resources. */
  readonly related?: readonly Related[]
  /** Parts of the record with their own page; see `definePart`. */
  readonly parts?: readonly DeclaredPart[]
  /** `fromList` if the API has no call for a single record. */
  readonly read?: 'fromList'
  /** The most records per tenant or parent (docs/domain.md#limits). */
  readonly limit?: number
  /** `false` if the API changes and deletes only one record at a time. */
  readonly bulk?: false
  /** `readRole` of members that hooks add. */
  readonly readRoles?: Readonly<Record<string, Role>>
  /** Field groups with unique combinations. */
  readonly uniqueTogether?: readonly (readonly (keyof F & string)[])[]
  /** Records that exclude each other: `[{ same: ['roomId'], from: 'startsAt', until: 'endsAt' }]`. */
  readonly noOverlap?: readonly NoOverlap<F>[]
  /** Offers “Duplicate”: a new record's form with these values, except files and unique ones. */
  readonly duplicate?:
    | true
    | {
        /** Fields that stay empty. */
        readonly without: readonly (keyof Writable<F> & string)[]
      }
  /** Keeps deleted records in a trash. */
  readonly trash?: {
    /** Days until they are gone for good. */
    readonly days: number
  }
  /** Why changes cannot be taken back, such as mails sent (docs/domain.md#taking-back). */
  readonly notTakenBack?: string
  /** Without it, nobody can import records. */
  readonly import?: ImportDeclaration<F>
  /** Without it, set-up documents omit the records. */
  readonly setup?: SetupDeclaration<F>
  /** Seconds that a list stays fresh; 30 by default. */
  readonly freshFor?: number
  /** Toasts and the empty list's text; by default from `label`. */
  readonly texts?: Partial<Texts>
}

export type ActionsOn<F extends Fields> = Readonly<
  Record<string, DeclaredAction<any, (keyof F & string) | SystemName, SetsOn<F>, boolean, any>>
>

/** A declared resource of any type. */
export type AnyResource = Resource<string, string, any, 'tenant' | 'platform', any>

type ParentFields<P extends string> = {
  readonly [K in keyof PathParams<P>]: Field<'reference', string, 'required', boolean>
}

/** Without it, one missing option stops all inference. */
interface Inferred<N, P extends string, F, S> {
  readonly name: N
  readonly api: P
  readonly scope: S
  readonly fields: F & ParentFields<P> & KnownReads<NoInfer<F>>
}

type KnownReads<F> = {
  readonly [K in keyof F]: F[K] extends { readonly reads: infer N }
    ? [N] extends [keyof F | SystemName]
      ? unknown
      : { readonly reads: (keyof F & string) | SystemName }
    : unknown
}

/**
 * Declares a resource. The compiler checks every name of a field.
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
  resource: Resource<N, P, F, S, A> & Inferred<N, P, F, S> & { readonly represent: keyof OfKind<F, NamingKind> },
): Resource<N, P, F, S, A> => resource

type OfMany =
  | 'kind'
  | 'partOf'
  | 'list'
  | 'search'
  | 'represent'
  | 'picture'
  | 'limit'
  | 'bulk'
  | 'read'
  | 'uniqueTogether'
  | 'noOverlap'
  | 'assigns'
  | 'createForm'
  | 'actions'
  | 'duplicate'
  | 'trash'
  | 'across'
  | 'setup'

/**
 * Declares a resource with one record per tenant (or platform). The first read creates it, so every field has a default
 * or may be empty.
 *
 * @example
 * export const lendingRules = defineSingleton({
 *   name: 'lendingRules', label: ['Lending rules', 'Lending rules'], icon: 'rule', scope: 'tenant',
 *   api: '/lending-rules',
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
  // Unused: singletons have no list screen.
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

/** A create call's body; parents come from the path. */
export type DraftOf<R> =
  R extends Resource<string, infer P, infer F>
    ? Simplify<
        { [K in RequiredName<F, P>]: ValueOf<F[K]> } & {
          [K in Exclude<InputName<F, P>, RequiredName<F, P>>]?: ValueOf<F[K]>
        }
      >
    : never

/** In react-admin's `meta`. */
export type ParamsOf<R> = R extends Resource<string, infer P, any> ? Simplify<PathParams<P>> : never

const withSystemFields = memoize((fields: Fields): Fields => ({ ...fields, ...systemFields }))

export const allFields = ({ fields }: Pick<AnyResource, 'fields'>): Fields => withSystemFields(fields as Fields)

/** A declared or system field. */
export const fieldOf = (resource: AnyResource, name: string): AnyField | undefined => allFields(resource)[name]

export const filterFieldsOf = (resource: AnyResource): [name: string, field: AnyField][] => [
  ...(resource.list.filters ?? []).flatMap((name: string): [string, AnyField][] => {
    const field = fieldOf(resource, name)
    return field ? [[name, field]] : []
  }),
  ...Object.entries((resource.list.filterFields ?? {}) as Fields),
]

export const joinedNames = ({ list }: AnyResource, column: string): readonly string[] => [
  column,
  ...((list.joined?.[column] as AnyJoined | undefined)?.with ?? []),
]

export const tabsOf = ({ list }: AnyResource): [name: string, tab: AnyListTab][] =>
  Object.entries((list.tabs ?? {}) as Readonly<Record<string, AnyListTab>>)

/** Without those from the path. */
export const inputNames = memoize((resource: AnyResource): readonly string[] => {
  const parents = pathParamNames(resource.api)
  return Object.entries(resource.fields as Fields)
    .filter(([name, { writable }]) => writable && !parents.includes(name))
    .map(([name]) => name)
})

/** A plain list of fields is one untitled section. */
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

/** Resources whose changes alter its records. */
export const referredResources = (resource: AnyResource): ResourceRef[] => [
  ...Object.values(resource.fields as Fields).flatMap(field => {
    if (field.kind === 'reference' || field.kind === 'references') return [field.options.to()]
    return field.derived ? aggregatesIn(field.derived).map(({ of }) => of()) : []
  }),
  ...Object.values(resource.assigns ?? {}).map(({ of }) => of()),
]

/** Without screens of their own. */
export const nestedIn = (parent: ResourceRef, all: readonly AnyResource[]): AnyResource[] =>
  all.filter(({ api, fields, screens }) => {
    const [param, ...further] = pathParamNames(api)
    const field = param === undefined ? undefined : (fields as Fields)[param]
    return !screens && further.length === 0 && field?.kind === 'reference' && field.options.to().name === parent.name
  })

/** With the parent as column and filter; null without such a list. */
export const acrossParents = memoize((resource: AnyResource): AnyResource | null => {
  const { across, list, api } = resource
  const [parent] = pathParamNames(api)
  if (!across || parent === undefined) return null
  const [first = parent, ...columns] = list.columns.filter((name: string) => name !== parent)
  const { trash: _, duplicate: __, limit: ___, across: ____, import: _____, setup: ______, ...rest } = resource
  return {
    ...rest,
    api: across.api,
    screens: { base: across.base, form: 'page' },
    // Changes happen below the parents.
    bulk: false,
    actions: {},
    list: { ...list, columns: [first, parent, ...columns], filters: [parent, ...(list.filters ?? [])] },
  }
})

/** A required reference from the path. */
export const parent = (to: () => ResourceRef) => reference(to, { required: true, immutable: true })

/** `-createdAt` → `{ field: 'createdAt', order: 'DESC' }` */
export const parseSort = (sort: string): { field: string; order: 'ASC' | 'DESC' } =>
  sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' }
