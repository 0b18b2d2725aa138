import type { Role } from '../access'
import type { CsvCell } from '../csvText'
import type { Formula } from '../derived'
import type { Field, FieldKind, KindOptions, KindValues, Presence, ValueSchema, Zod } from '../field'
import type { CheckKey, Message } from '../messages'
import { isSaid, type Me, type Setting, type Told } from '../said'

export interface Part {
  /** `_amount`, after the column's name. */
  suffix?: string
  key?: string
  type: string
  check?: (column: string) => string
  /** Text, since JavaScript numbers are inexact. */
  isExact?: boolean
  /** A stored file's id; the last reference deletes it (`server/db/fileTies.ts`). */
  isFile?: boolean
}

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
  address: (path: string) => string
}

type CsvForm<K extends FieldKind> = (
  value: KindValues[K],
  words: CsvWords,
  field: Field<K, any, Presence, boolean>,
) => CsvCell

/**
 * A field's list filter and its query parameters:
 *
 * - `equal`: `name` is one of the given values
 * - `among`: the list `name` contains one of the given values
 * - `contains`: the text of `name` contains the given one, ignoring case
 * - `range`: `name`, or `nameFrom` to `nameTo`, both included
 * - `span`: `name`, or from `nameFrom` until before `nameTo`
 * - `overlap`: overlaps the time from `nameFrom` until before `nameTo`
 * - `presence`: `name` is filled in, or (`false`) empty
 */
export type FilterBy = 'equal' | 'among' | 'contains' | 'range' | 'span' | 'overlap' | 'presence'

/** Every field loads them in the browser, so they stay short. */
export interface KindTraits<K extends FieldKind = any> {
  readonly kind: K
  /** The database's order, by number, ignoring case, or none. */
  readonly sort: 'plain' | 'number' | 'folded' | 'none'
  readonly search?: true
  readonly filter?: FilterBy
  /** `price` has `priceCurrency`. */
  readonly filterParts?: readonly string[]
  /** By default, text and numbers as they are, else JSON. */
  readonly csv?: CsvForm<K>
}

/** All of a kind except its looks (`src/crud/kinds`). */
export interface Kind<K extends FieldKind> {
  /** One sentence for docs/field-kinds.md. */
  readonly about: string
  readonly traits: KindTraits<K>
  /** None if stored elsewhere. */
  readonly columns: (options: KindOptions[K]) => readonly Part[]
  /** By default, the value's members. */
  readonly parts?: {
    readonly divide: (value: KindValues[K]) => Readonly<Record<string, unknown>>
    /** `tenantId` is null above tenants. */
    readonly join: (parts: Readonly<Record<string, unknown>>, tenantId: string | null) => KindValues[K]
  }
  /** Joins the schema in the OpenAPI document. */
  readonly openApi?:
    | Readonly<Record<string, unknown>>
    | ((options: KindOptions[K]) => Readonly<Record<string, unknown>>)
  /** By default, as the field's values. */
  readonly compared?: {
    readonly parse?: (text: string) => unknown
    readonly schema?: ValueSchema
    readonly bound?: ValueSchema
    readonly parts?: Readonly<Record<string, ValueSchema>>
  }
  /** Distinct by number where possible. None if it needs other records. */
  readonly sample?: (options: KindOptions[K], number: number) => KindValues[K] | null
}

/** In place of a literal default. */
export type Starting<V> = Setting<V> | Formula<never, V>

/** `S`: values allowed in place of a literal default. */
export interface CommonOptions<V, S = Starting<V>> {
  /** Create calls must give it unless it has a default; never null. */
  required?: true
  /**
   * The value of new records without one. Also `now()`, `today()`, `later(today(), 14)`, `me()` or `setting(() =>
   * lendingRules, 'days')`; the last two may leave it empty unless `required`.
   */
  default?: V | S
  /** Only the server sets it. */
  readOnly?: true
  /** A server hook computes it on every read. Lists search, filter and sort by it, without an index. */
  computed?: true
  /** A formula such as `days('lentOn', today())`: read-only. A `default` replaces an empty value. */
  derived?: Formula<string, V>
  /** With `derived`: stored with each write, and indexed. Not for values that change with time. */
  stored?: true
  /** By default from the name: `validUntil` is “Valid until”. */
  label?: string
  /** A sentence under the input and in the OpenAPI document. */
  help?: string
  /** Shown for an empty value: “No end date”. */
  none?: string
  /** Unique in the tenant (or platform), ignoring case. */
  unique?: boolean
  /** Set on create only. */
  immutable?: boolean
  /** The lowest role that writes the field, if higher than for the record. */
  writeRole?: Role
  /** The lowest role that reads the field, if higher than for the record. */
  readRole?: Role
  /** The former name: the next migration renames the field. Can stay afterwards. */
  renamedFrom?: string
}

declare const given: unique symbol

/** The compiler then names a misspelled one. */
export type Spelt<O, More = unknown> = {
  readonly [K in keyof O & (keyof CommonOptions<unknown> | keyof More)]: O[K]
} & CommonOptions<unknown> &
  // The mapped type cannot tell an absent option from an undefined one.
  More & { readonly [given]?: O }

/** For kinds that always have a value. */
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
export type ReadsOf<O> = O extends { derived: Formula<infer N> } ? { readonly reads: N } : unknown
export type FieldOf<K extends FieldKind, V, O> = Field<K, V, PresenceOf<O>, WritableOf<O>> & ReadsOf<O>

const startOf = (initial: unknown): Told | Formula | undefined =>
  isSaid(initial) || (typeof initial === 'object' && initial !== null && 'op' in initial)
    ? (initial as Told | Formula)
    : undefined

/** API keys have no person, and a setting may be empty. */
const mayBeEmpty = (initial: unknown): boolean =>
  initial === undefined ||
  (isSaid(initial) ? initial.says === 'me' || initial.says === 'setting' : startOf(initial) !== undefined)

/**
 * @param schema for a present value
 * @param options the kind's own
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

/** `R` is `true` for read-only ones. */
export interface StructureOptions<R extends true | undefined = undefined> {
  /** By default from the name. */
  label?: string
  /** A sentence under the input and in the OpenAPI document. */
  help?: string
  /** Only the server sets it. */
  readOnly?: R
  /** Set on create only. */
  immutable?: boolean
  /** The lowest role that writes the field, if higher than for the record. */
  writeRole?: Role
  /** The lowest role that reads the field, if higher than for the record. */
  readRole?: Role
  /** The former name: the next migration renames the field. Can stay afterwards. */
  renamedFrom?: string
}

export type WritableBy<R extends true | undefined> = R extends true ? false : true
export type ListField<K extends FieldKind, V, R extends true | undefined = undefined> = Field<
  K,
  V[],
  'defaulted',
  WritableBy<R>
>

/** Lists start empty, unless required. */
export const orNone = <O extends { required?: true; default?: unknown }>(options: O): O =>
  options.required ? options : { ...options, default: options.default ?? [] }

export const structured = <K extends FieldKind, V, P extends Presence, R extends true | undefined>(
  traits: KindTraits<K>,
  schema: ValueSchema<V>,
  options: KindOptions[K],
  presence: P,
  common: StructureOptions<R>,
  initial?: V,
): Field<K, V, P, WritableBy<R>> =>
  ({ ...field(traits, schema, options, common as CommonOptions<V>), presence, default: initial }) as never

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
