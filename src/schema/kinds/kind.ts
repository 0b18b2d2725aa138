import type { Role } from '../access'
import type { CsvCell } from '../csvText'
import type { Formula } from '../derived'
import type { Field, FieldKind, KindOptions, KindValues, Presence, ValueSchema, Zod } from '../field'
import type { CheckKey, Message } from '../messages'
import { isSaid, type Me, type Setting, type Told } from '../said'

export interface Part {
  /** The suffix of the column's name, such as `_amount`. */
  suffix?: string
  key?: string
  type: string
  check?: (column: string) => string
  /** As text, since a JavaScript number is not exact enough. */
  isExact?: boolean
  /** The id of a stored file, which is deleted with its last reference (`server/db/fileTies.ts`). */
  isFile?: boolean
}

/** For CSV, in the person's language. */
export interface CsvWords {
  yesNo: (value: boolean) => string
  choice: (value: string) => string
  weekday: (day: number) => string
  language: (tag: string) => string
  country: (code: string) => string
  /** `12.50` */
  amount: (money: { amount: number; currency: string }) => string
  /** The id if the name is unknown. */
  record: (resource: string, id: string) => string
  /** The full URL of an API path. */
  address: (path: string) => string
}

type CsvForm<K extends FieldKind> = (
  value: KindValues[K],
  words: CsvWords,
  field: Field<K, any, Presence, boolean>,
) => CsvCell

/**
 * How a field filters a list, and the query parameters for it:
 *
 * - `equal`: `name` is one of the given values
 * - `among`: the list `name` contains one of the given values
 * - `contains`: the text of `name` contains the given one, ignoring letter case
 * - `range`: `name`, or from `nameFrom` to `nameTo`, both included
 * - `span`: `name`, or from `nameFrom` until before `nameTo`
 * - `overlap`: overlaps the time from `nameFrom` until before `nameTo`
 * - `presence`: `name` is filled in, or (`false`) empty
 */
export type FilterBy = 'equal' | 'among' | 'contains' | 'range' | 'span' | 'overlap' | 'presence'

/** Facts for lists and files. The browser loads them with every field, so they stay short. */
export interface KindTraits<K extends FieldKind = any> {
  readonly kind: K
  /** As the database compares values, as numbers, ignoring letter case, or not at all. */
  readonly sort: 'plain' | 'number' | 'folded' | 'none'
  readonly search?: true
  readonly filter?: FilterBy
  /** Parts with filters of their own: `price` has `priceCurrency`. */
  readonly filterParts?: readonly string[]
  /** By default text and numbers are unchanged, and anything else is JSON. */
  readonly csv?: CsvForm<K>
}

/** A kind of field, except how it looks (`src/crud/kinds`). */
export interface Kind<K extends FieldKind> {
  /** One sentence about a value, for docs/field-kinds.md. */
  readonly about: string
  readonly traits: KindTraits<K>
  /** One, several, or none if the value is stored elsewhere. */
  readonly columns: (options: KindOptions[K]) => readonly Part[]
  /** If the parts are not simply the value's members. */
  readonly parts?: {
    readonly divide: (value: KindValues[K]) => Readonly<Record<string, unknown>>
    /** `tenantId` is null above tenants. */
    readonly join: (parts: Readonly<Record<string, unknown>>, tenantId: string | null) => KindValues[K]
  }
  /** Joins the value's schema in the OpenAPI document. */
  readonly openApi?:
    | Readonly<Record<string, unknown>>
    | ((options: KindOptions[K]) => Readonly<Record<string, unknown>>)
  /** By default as a value of the field. */
  readonly compared?: {
    readonly parse?: (text: string) => unknown
    readonly schema?: ValueSchema
    /** A second schema for the bounds of a range. */
    readonly bound?: ValueSchema
    readonly parts?: Readonly<Record<string, ValueSchema>>
  }
  /**
   * A valid value for generated tests, different for each number where possible. Kinds whose values need other records
   * have none.
   */
  readonly sample?: (options: KindOptions[K], number: number) => KindValues[K] | null
}

/** What stands in place of a literal default. */
export type Starting<V> = Setting<V> | Formula<never, V>

/** `S`: what may stand in place of a literal default. */
export interface CommonOptions<V, S = Starting<V>> {
  /**
   * Must be given on create unless it has a default, and is never null. Without `required` or `default` the field may be
   * null.
   */
  required?: true
  /**
   * The value of new records without one; the field is never null. It may also be `now()`, `today()`,
   * `later(today(), 14)`, `me()` or `setting(() => lendingRules, 'days')`; the last two leave the field empty if there is
   * no such value, unless it is `required`.
   */
  default?: V | S
  /** Set by the server only: shown, never written. */
  readOnly?: true
  /**
   * Computed by a server hook on every read: read-only and not stored. Lists may search, filter and sort by it, without an
   * index.
   */
  computed?: true
  /**
   * How the value follows from other fields and records, by a formula such as `days('lentOn', today())`: read-only, and
   * right at every read. Lists search, filter and sort by it. With a `default`, that stands in place of an empty value.
   */
  derived?: Formula<string, V>
  /** With `derived`: kept in the table with each write, and indexed. Not for what the clock changes. */
  stored?: true
  /** The label; made from the name by default: `validUntil` is “Valid until”. */
  label?: string
  /** A sentence under the input, and in the OpenAPI document. */
  help?: string
  /** The meaning of an empty value, shown in its place: “No end date”. Only for fields that may be null. */
  none?: string
  /** Unique in the tenant (or on the platform), ignoring letter case. */
  unique?: boolean
  /** Set on create, then never changed. */
  immutable?: boolean
  /** The lowest role that may write the field, if higher than for the record. */
  writeRole?: Role
  /**
   * The lowest role that may read the field, if higher than for the record. Others do not get it in records, lists,
   * forms, files or history, and cannot search, sort or filter by it.
   */
  readRole?: Role
  /** The former name: the next migration renames the field with its values. May stay or go later. */
  renamedFrom?: string
}

declare const given: unique symbol

/** Limited to common options and `More`, so that the compiler names a misspelled one. */
export type Spelt<O, More = unknown> = {
  readonly [K in keyof O & (keyof CommonOptions<unknown> | keyof More)]: O[K]
} & CommonOptions<unknown> &
  // The mapped type does not tell an absent option from an undefined one.
  More & { readonly [given]?: O }

/** For kinds whose values begin somewhere, so that there is nothing to require. */
export interface NeverEmpty {
  required?: never
}

export type PresenceOf<O> = O extends { required: true }
  ? 'required'
  : O extends { default: Me | Setting | { readonly op: string } }
    ? 'optional'
    : O extends { default: unknown }
      ? 'defaulted'
      : 'optional'
export type WritableOf<O> = O extends { readOnly: true } | { computed: true } | { derived: object } ? false : true
/** The names of own fields in a formula, which `defineResource` checks. */
export type ReadsOf<O> = O extends { derived: Formula<infer N> } ? { readonly reads: N } : unknown
export type FieldOf<K extends FieldKind, V, O> = Field<K, V, PresenceOf<O>, WritableOf<O>> & ReadsOf<O>

const startOf = (initial: unknown): Told | Formula | undefined =>
  isSaid(initial) || (typeof initial === 'object' && initial !== null && 'op' in initial)
    ? (initial as Told | Formula)
    : undefined

/** Nobody is signed in behind a key, and a setting may be empty. */
const mayBeEmpty = (initial: unknown): boolean =>
  initial === undefined ||
  (isSaid(initial) ? initial.says === 'me' || initial.says === 'setting' : startOf(initial) !== undefined)

/**
 * @param schema of a present value
 * @param options the kind's own options
 */
export const field = <K extends FieldKind, V, const O extends CommonOptions<V, unknown>>(
  traits: KindTraits<K>,
  schema: ValueSchema<V>,
  options: KindOptions[K],
  common: CommonOptions<unknown> & { readonly [given]?: O },
): FieldOf<K, V, O> => {
  const { required, default: initial, readOnly, computed, derived, stored } = common
  const { label, help, none, unique, immutable, writeRole, readRole, renamedFrom } = common
  const starts = startOf(initial)
  return {
    kind: traits.kind,
    traits,
    schema,
    options,
    presence: (required ? 'required' : mayBeEmpty(initial) ? 'optional' : 'defaulted') as PresenceOf<O>,
    writable: !(readOnly || computed || derived) as WritableOf<O>,
    computed: computed || derived !== undefined || undefined,
    derived,
    isStored: stored,
    ...(starts ? { starts } : { default: initial }),
    label,
    help,
    none,
    unique,
    immutable,
    writeRole,
    readRole,
    renamedFrom,
  } as FieldOf<K, V, O>
}

/** `R` is `true` if they are read-only. */
export interface StructureOptions<R extends true | undefined = undefined> {
  /** The label; made from the name by default. */
  label?: string
  /** A sentence under the input, and in the OpenAPI document. */
  help?: string
  /** Set by the server only: shown, never written. */
  readOnly?: R
  /** Set on create, then never changed. */
  immutable?: boolean
  /** The lowest role that may write the field, if higher than for the record. */
  writeRole?: Role
  /** The lowest role that may read the field, if higher than for the record. */
  readRole?: Role
  /** The former name: the next migration renames the field with its values. May stay or go later. */
  renamedFrom?: string
}

export type WritableBy<R extends true | undefined> = R extends true ? false : true
export type ListField<K extends FieldKind, V, R extends true | undefined = undefined> = Field<
  K,
  V[],
  'defaulted',
  WritableBy<R>
>

/** A list is empty at first, unless it is required. */
export const orNone = <O extends { required?: true; default?: unknown }>(options: O): O =>
  options.required ? options : { ...options, default: options.default ?? [] }

/** Like `field`, for a structure or a list. */
export const structured = <K extends FieldKind, V, P extends Presence, R extends true | undefined>(
  traits: KindTraits<K>,
  schema: ValueSchema<V>,
  options: KindOptions[K],
  presence: P,
  common: StructureOptions<R>,
  initial?: V,
): Field<K, V, P, WritableBy<R>> =>
  ({ ...field(traits, schema, options, common as CommonOptions<V>), presence, default: initial }) as never

/** Its message is under `key`. */
export const rule = <V>(z: Zod, holds: (value: V) => boolean, key: CheckKey, args: Message['args'] = {}) =>
  z.refine<V>(holds, { params: { key, args } })

export const eachOnce = (z: Zod) =>
  rule<readonly unknown[]>(z, values => new Set(values).size === values.length, 'validation.repeated')

export const problem = (
  input: unknown,
  path: PropertyKey[],
  key: CheckKey,
  args: Record<string, string | number> = {},
) => ({ code: 'custom' as const, input, path, params: { key, args } })
