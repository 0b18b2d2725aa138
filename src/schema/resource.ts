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
/** The compiler lists the names of `keyof Writable<F> & string`, not of an alias of it. */
type Writable<F> = { [K in keyof F as F[K] extends Field<FieldKind, any, Presence, true> ? K : never]: F[K] }
type WritableName<F> = keyof Writable<F> & string
/** The compiler lists the names of `keyof OfKind<F, K> & string`. */
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
  /** The path of the list, without a trailing slash: `/setup/channels`. */
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
  /** The list's path in the API, without parameters: `/redemptions`. */
  api: `/${string}`
  /** The path of its screen, without a trailing slash. */
  base: `/${string}`
}

export interface ListDeclaration<F extends Fields> {
  /** Fields in order; the first links to the record. People may hide the others. */
  columns: readonly ((keyof F & string) | SystemName)[]
  /**
   * Fields of the search box: text, tags, and references, which are found by the name of the record to which they refer.
   */
  search?: readonly (keyof OfKind<F, SearchableKind> & string)[]
  /** Fields with a filter. */
  filters?: readonly (keyof OfKind<F, FilterableKind> & string)[]
  /** Numbers and amounts whose sums over the whole list stand under their columns. The API sums at `{api}/sums`. */
  sums?: readonly (keyof OfKind<F, SummedKind> & string)[]
  /** Filters that are no fields, listed last. The server hook of the same name applies each. */
  filterFields?: Fields
  /** The initial order; a minus means descending. */
  sort: Sort<F> & {}
  /** Columns hidden until people choose them. */
  hidden?: readonly ((keyof F & string) | SystemName)[]
  /** Columns that show further fields beside their own, under another label. */
  joined?: { readonly [K in Name<F>]?: Joined<F> }
  /** A card's title, where rows become cards; the first column by default. */
  cardTitle?: readonly ((keyof F & string) | SystemName)[]
  /**
   * Tabs by name; the list opens with the first, and “All” comes last. The API filters by `?tab=upcoming` and counts
   * the records of each.
   */
  tabs?: Readonly<Record<string, ListTab<F>>>
  /** More than a table, for lists with a screen, over all parents too (docs/adding-an-entity.md#a-list-as-more-than-a-table). */
  views?: ListViews<F>
}

export interface ListViews<F extends Fields> {
  /** Days with their records. The API finds those by `?calendarFrom=2026-03-02&calendarTo=2026-03-09`. */
  calendar?: CalendarView<F>
  /** A column for each value of a choice. */
  board?: BoardView<F>
  /** A map with a marker for each record. */
  map?: MapView<F>
}

export interface CalendarView<F extends Fields> {
  /** The start: an instant, a date, or a first and a last day in one. */
  from: keyof OfKind<F, 'instant' | 'localDate' | 'dateRange'> & string
  /** The end, not included, of the same kind as `from`. Empty means without an end. */
  until?: keyof OfKind<F, 'instant' | 'localDate'> & string
  /** The last day, included, in place of `until`. */
  through?: keyof OfKind<F, 'localDate'> & string
  /** What an entry says; by default what a card has as its title. */
  shows?: readonly (keyof F & string)[]
}

export interface BoardView<F extends Fields> {
  /** A choice with a filter. Moving a card sets it where it is writable, or runs the action that leads to the value. */
  by: keyof OfKind<F, 'choice'> & string
  /** Columns of the list that a card shows below its title; the first three by default. */
  shows?: readonly (keyof F & string)[]
}

export interface MapView<F extends Fields> {
  /** A place with a filter. */
  at: keyof OfKind<F, 'geo'> & string
  /** Columns of the list that stand below a record's name. */
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
   * Query parameters of the list. A date or an instant may be `today`, `tomorrow`, `yesterday`, `week` (from Monday) or
   * `month`; an end of its range (`dueOnFrom`, and `dueOnTo`, which is not included) a day such as `today` or `+7d`,
   * for an instant also `now`. Days are the tenant's.
   */
  filter: Readonly<Record<string, string | readonly string[]>>
  /** The tab's order; the list's by default. */
  sort?: Sort<F> & {}
}

export type AnyListTab = ListTab<Fields>

/** How people find records over all entities (docs/adding-an-entity.md#finding-records). */
export interface SearchDeclaration<F extends Fields> {
  /** Fields by which a record is found; `list.search` by default. A reference is found by the fields of the other record. */
  fields?: readonly (keyof OfKind<F, SearchableKind> & string)[]
  /** The field that names a result; `represent` by default, and where the field is empty. */
  title?: keyof F & string
  /** What stands under the title. */
  subtitle?: readonly (keyof F & string)[]
  /** Multiplies the score; 1 by default. */
  weight?: number
  /** A time: among equally good results, records to come stand before past ones, the nearest first. */
  at?: keyof OfKind<F, 'instant'> & string
  /** Only records that fit are found. */
  when?: { readonly [K in keyof F & string]?: Requirement<ValueOf<F[K]>> }
  /** The page that shows the records of an entity without screens; by default the page of their parent. */
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
  /** Fields in order. */
  fields: readonly (keyof Writable<F> & string)[]
  /** Related sets under the fields; the others get sections of their own. */
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
    /** Conditions on other fields. */
    readonly when?: { readonly [L in Name<F>]?: Requirement<ValueOf<F[L]>> }
    /** The lowest role that sees the field in forms. Only `readRole` and `writeRole` protect the value. */
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
  /** The button that saves a new record; *Save* if absent. */
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

/** No two records at a time: their times, from `from` until before `until`, do not overlap. */
export interface NoOverlap<F extends Fields> {
  /** The fields in which the records are alike, such as the room; none for all records. */
  readonly same: readonly (keyof F & string)[]
  /** The start, a required date or instant. */
  readonly from: keyof OfKind<F, 'instant' | 'localDate'> & string
  /** The end, of the same kind and not included; without a value there is no end. */
  readonly until: keyof OfKind<F, 'instant' | 'localDate'> & string
  /** Only records with one of these values count: `{ status: ['planned', 'running'] }`. */
  readonly when?: { readonly [K in Name<F>]?: readonly (string | boolean)[] }
}
export type AnyNoOverlap = NoOverlap<Fields>

/** A related set that is read (GET) and replaced (PUT) as a whole. */
export interface Assignment {
  /** The resource of the assigned records. */
  readonly of: () => ResourceRef
  /** The path, with `{id}` for the record and the record's own path parameters. */
  readonly path: string
  /** The list's name in the body of a PUT. */
  readonly body: string
  /** For an ordered set, the id's name in each object of the body; `rank` has its index from 0. */
  readonly key?: string
  /** For an ordered set, the index's name in the body; see `key`. */
  readonly rank?: string
  /** Further members of each entry, with the other record's field that each shows. */
  readonly shows?: Readonly<Record<string, string>>
  /** For an unordered set, the other resource's field for the same links. */
  readonly through?: string
  /** The most records in the set; 1000 by default. */
  readonly max: number
  /** A sentence under the heading. */
  readonly help?: string
}

/**
 * Access of superusers, and of the lookup that identifies a caller, to all tenants' records from outside any tenant.
 * Row-level security and grants follow from it; by default there is none.
 */
export type BeyondTenant<F extends Fields> =
  | 'everything'
  | {
      /** The only fields that superusers see. */
      readonly read?: readonly (Name<F> | 'id')[]
      /** Superusers insert records that match `where`. */
      readonly insert?: {
        /** The only fields that superusers set. */
        readonly fields: readonly (Name<F> | 'id')[]
        /** Values that the record must have. */
        readonly where: { readonly [K in Name<F>]?: ValueOf<F[K]> }
      }
    }

/** How rows of a file become records (docs/importing.md). */
export interface ImportDeclaration<F extends Fields> {
  /**
   * The fields that identify a record, in order: the first key whose cells are all filled decides. A row that meets no
   * record creates one, a row that meets one changes it.
   */
  readonly keys: readonly (readonly Name<F>[])[]
  /** Columns beside the writable fields, or instead of those of the same names. `hooks.writes` takes them. */
  readonly columns?: Fields
}

/** How records are carried in a set-up document (docs/setting-up.md). */
export interface SetupDeclaration<F extends Fields> {
  /**
   * The fields that name a record in the document, in order: the first that is filled names it. A nested record is named
   * within its parent.
   */
  readonly key: readonly Name<F>[]
  /** A tenant has one record with these values at most: that one, whatever its key says. */
  readonly only?: { readonly [K in Name<F>]?: readonly (string | boolean)[] }
  /** Only records that fit are carried. */
  readonly where?: { readonly [K in Name<F>]?: Requirement<ValueOf<F[K]>> }
  /** The values that retire a record which others hold; `{ isActive: false }` where it has such a flag. */
  readonly retired?: { readonly [K in WritableName<F>]?: ValueOf<F[K]> }
  /** The fields that are carried; without it all that are written, but files. */
  readonly fields?: readonly WritableName<F>[]
}

/** A list, on a record's page, of records that refer to it. */
export interface Related {
  /** The referring resource. */
  readonly of: () => ResourceRef
  /** The referring field, for which that resource's list must have a filter. */
  readonly by: string
}

/** Declares a set of other records that a record is assigned, such as a person's locations; at most 1000 by default. */
export const assigned = (
  of: () => ResourceRef,
  options: Omit<Assignment, 'of' | 'max'> & { max?: number },
): Assignment => ({ max: 1000, ...options, of })

/** The name of an icon; a product adds its own to `Icons`. */
export type IconName = keyof Icons

/** One entity: its types, validation, API, screens, permissions, texts, table and OpenAPI follow from it. */
export interface Resource<
  N extends string = string,
  P extends string = string,
  F extends Fields = Fields,
  S extends 'tenant' | 'platform' = 'tenant' | 'platform',
  A extends ActionsOn<F> = any,
> {
  /** react-admin's resource name, the first member of its query keys, and (in snake case) the table's name. */
  readonly name: N
  /** The former name: the next migration renames the table with its rows. May stay or go later. */
  readonly renamedFrom?: string
  /** Singular and plural, in title case. */
  readonly label: readonly [one: string, many: string]
  /** The label after which the API names schemas and operations; `label` unless a product replaced that. */
  readonly apiLabel?: readonly [one: string, many: string]
  /** The icon of its links; one of `Icons`. */
  readonly icon: IconName & {}
  /** One record, at `api` itself; see `defineSingleton`. */
  readonly kind?: 'singleton'
  /** The resource that has this one in its `parts`, and stores its fields. */
  readonly partOf?: AnyResource
  /** `tenant`: each record belongs to one tenant and is isolated. `platform`: above tenants. */
  readonly scope: S
  /** The path in the API. A `{parameter}` nests it, and names the reference to the parent. */
  readonly api: P
  /**
   * A read-only path at which superusers list all tenants' records; its `{parameter}` names the reference to another
   * parent.
   */
  readonly alsoListedAt?: `/${string}`
  /** A list of nested records over all parents. For one level of nesting only. */
  readonly across?: Across
  /** Without screens, a resource is shown inside another one's. */
  readonly screens?: Screens
  /** It has no list, form or menu entry of its own: other screens show it. */
  readonly isOnlyCalled?: true
  /** The lowest roles that may read, write and delete the records. */
  readonly access: Access
  /**
   * Which records a caller sees (`read`) and changes (`write`), beyond their role: lists of rules made with
   * `rows`, of which one must hold (docs/adding-an-entity.md#rules-about-rows).
   */
  readonly rows?: Rows<Name<F> | 'createdAt' | 'updatedAt' | 'version'>
  /** Scopes with which API keys may read and write the records; without them no key may. */
  readonly apiScopes?: ResourceScopes
  /** What superusers may do with the records of all tenants; only for `scope: 'tenant'`. */
  readonly beyondTenant?: BeyondTenant<F>
  /** Fields by name, made by the builders of their kinds. */
  readonly fields: F
  /** The field that names a record in links, titles and choices; a time or a number is said in the person's words. */
  readonly represent: keyof F & string
  /** The picture beside the name; a record without one shows initials. */
  readonly picture?: keyof OfKind<F, 'image'> & string
  /** Columns, search, filters and order of the list. */
  readonly list: ListDeclaration<F>
  /** How people find its records in the search over all entities: by default by `list.search`, with `false` not at all. */
  readonly search?: SearchDeclaration<F> | false
  /** The writable fields in the order of the forms, or in sections. Read-only ones are columns of the list. */
  readonly form: readonly (keyof Writable<F> & string)[] | readonly FormSection<F>[]
  /** A shorter form for new records; the edit screen has the rest. */
  readonly createForm?: readonly (keyof Writable<F> & string)[]
  /** When single fields are shown, or required. */
  readonly conditions?: Conditions<F>
  /** Limits of fields by other fields, settings or the clock: `{ until: { after: 'from' } }`. */
  readonly bounds?: Bounds<F & typeof systemFields>
  /** The fields that can change in a record's present state, and why no others can; null for all. */
  readonly locked?: (record: { readonly [K in Name<F>]?: ValueOf<F[K]> }) => Lock<F> | null
  /** Whether a record stays: its page offers no deletion. */
  readonly isKept?: (record: Readonly<Record<string, unknown>>) => boolean
  /** `side`: dialogs take the full height at the side of the screen, for long forms. */
  readonly dialogs?: 'side'
  /** Checks fields against each other, in the form and in the API, where `bounds` do not say it. */
  readonly check?: (record: { readonly [K in Name<F>]?: ValueOf<F[K]> }) => FieldErrors<F>
  /** Operations beyond writing fields; made by `action` and `transition`. */
  readonly actions?: A
  /** Related sets, read and replaced at paths of their own. */
  readonly assigns?: Readonly<Record<string, Assignment>>
  /** Lists of referring records on a record's page. Nested resources have one anyway. */
  readonly related?: readonly Related[]
  /** Parts of the record with a page of their own; made by `definePart`. */
  readonly parts?: readonly DeclaredPart[]
  /** `fromList` if the API has no call for a single record, which is then found in the list. */
  readonly read?: 'fromList'
  /** The most records in a tenant, or under one parent (docs/domain.md#limits). */
  readonly limit?: number
  /** `false` if the API changes and deletes only one record at a time. */
  readonly bulk?: false
  /** `readRole` for members that hooks add to the answer. */
  readonly readRoles?: Readonly<Record<string, Role>>
  /** Groups of fields whose combination must be unique. */
  readonly uniqueTogether?: readonly (readonly (keyof F & string)[])[]
  /** Records that exclude each other in time: `[{ same: ['roomId'], from: 'startsAt', until: 'endsAt' }]`. */
  readonly noOverlap?: readonly NoOverlap<F>[]
  /** Records offer “Duplicate”: the form for a new one, with their values but files and unique ones. */
  readonly duplicate?:
    | true
    | {
        /** Fields that stay empty. */
        readonly without: readonly (keyof Writable<F> & string)[]
      }
  /** Deleted records go to a trash, from which they can be restored until they are gone for good. */
  readonly trash?: {
    /** For how many days they can be restored. */
    readonly days: number
  }
  /**
   * Why changes of the records cannot be taken back, such as mails that went out. Without it, toasts and histories offer
   * to (docs/domain.md#taking-back).
   */
  readonly notTakenBack?: string
  /** How rows of a file become records. Without it, nobody can import any. */
  readonly import?: ImportDeclaration<F>
  /** How records are carried in a set-up document. Without it, they are no part of one. */
  readonly setup?: SetupDeclaration<F>
  /** Seconds for which a list is fresh; 30 by default. */
  readonly freshFor?: number
  /** Toasts and the text of the empty list, in place of those made from `label`. */
  readonly texts?: Partial<Texts>
}

/** Their conditions and values must name declared fields. */
export type ActionsOn<F extends Fields> = Readonly<
  Record<string, DeclaredAction<any, (keyof F & string) | SystemName, SetsOn<F>, boolean, any>>
>

/** A declared resource of any type. */
export type AnyResource = Resource<string, string, any, 'tenant' | 'platform', any>

type ParentFields<P extends string> = {
  readonly [K in keyof PathParams<P>]: Field<'reference', string, 'required', boolean>
}

/** Without it, one missing option stops all inference, and the compiler does not name the option. */
interface Inferred<N, P extends string, F, S> {
  readonly name: N
  readonly api: P
  readonly scope: S
  readonly fields: F & ParentFields<P> & KnownReads<NoInfer<F>>
}

/** Refuses formulas that read what is no field. */
type KnownReads<F> = {
  readonly [K in keyof F]: F[K] extends { readonly reads: infer N }
    ? [N] extends [keyof F | SystemName]
      ? unknown
      : { readonly reads: (keyof F & string) | SystemName }
    : unknown
}

/**
 * Declares a resource. The compiler checks names of columns, filters and form fields, and path parameters.
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
 * Declares a resource with one record: one per tenant, or one in all with `scope: 'platform'`. The first read creates
 * it, so every field has a default or may be empty. It answers GET and PATCH at `api`; its form is the page at
 * `screens.base`, linked from the settings if that is below `/settings`.
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

/** The body of a create call; a nested resource's parents come from the path. */
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

/** With the system fields. */
export const allFields = ({ fields }: Pick<AnyResource, 'fields'>): Fields => withSystemFields(fields as Fields)

/** The declared field of that name; undefined for an undeclared one. */
export const fieldOf = (resource: AnyResource, name: string): AnyField | undefined => allFields(resource)[name]

/** Record fields first, then `filterFields`. */
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

/** The writable fields, except those from the path. */
export const inputNames = memoize((resource: AnyResource): readonly string[] => {
  const parents = pathParamNames(resource.api)
  return Object.entries(resource.fields as Fields)
    .filter(([name, { writable }]) => writable && !parents.includes(name))
    .map(([name]) => name)
})

/** A plain list of fields becomes one section without a title. */
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

/** It refers to them, counts them or has them assigned, so their changes alter its records. */
export const referredResources = (resource: AnyResource): ResourceRef[] => [
  ...Object.values(resource.fields as Fields).flatMap(field => {
    if (field.kind === 'reference' || field.kind === 'references') return [field.options.to()]
    return field.derived ? aggregatesIn(field.derived).map(({ of }) => of()) : []
  }),
  ...Object.values(resource.assigns ?? {}).map(({ of }) => of()),
]

/** Resources nested in the parent, without screens of their own. */
export const nestedIn = (parent: ResourceRef, all: readonly AnyResource[]): AnyResource[] =>
  all.filter(({ api, fields, screens }) => {
    const [param, ...further] = pathParamNames(api)
    const field = param === undefined ? undefined : (fields as Fields)[param]
    return !screens && further.length === 0 && field?.kind === 'reference' && field.options.to().name === parent.name
  })

/** The list over all parents as a declaration of its own, with the parent as column and filter; null without one. */
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
    // Records are changed below their parents.
    bulk: false,
    actions: {},
    list: { ...list, columns: [first, parent, ...columns], filters: [parent, ...(list.filters ?? [])] },
  }
})

/** A required reference from the path, not from the form. */
export const parent = (to: () => ResourceRef) => reference(to, { required: true, immutable: true })

/** `-createdAt` → `{ field: 'createdAt', order: 'DESC' }` */
export const parseSort = (sort: string): { field: string; order: 'ASC' | 'DESC' } =>
  sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' }
