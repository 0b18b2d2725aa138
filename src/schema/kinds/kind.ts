import type { Role } from '../access'
import type { CsvCell } from '../csvText'
import type { Field, FieldKind, KindOptions, KindValues, Presence, TenantSetting, ValueSchema, Zod } from '../field'
import type { CheckKey, Message } from '../messages'

/** One column for a value, or for a part of it. */
export interface Part {
  /** Appended to the field's name for the column's name, such as `_amount`. */
  suffix?: string
  /** The key of this part within a value of several parts. */
  key?: string
  /** The PostgreSQL type. */
  type: string
  /** An SQL condition on the column. */
  check?: (column: string) => string
  /** Read as text, because a JavaScript number is not exact enough. */
  isExact?: boolean
  /** The id of a stored file, which goes when nothing refers to it any more (`server/db/fileTies.ts`). */
  isFile?: boolean
}

/** The texts that CSV needs: words in the person's language, and names of other records. */
export interface CsvWords {
  yesNo: (value: boolean) => string
  choice: (value: string) => string
  weekday: (day: number) => string
  language: (tag: string) => string
  country: (code: string) => string
  /** The decimal number of an amount of money, such as `12.50`. */
  amount: (money: { amount: number; currency: string }) => string
  /** The name of a record of this resource, or its id if the name is not known. */
  record: (resource: string, id: string) => string
  /** The whole address of a path of the API. */
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

/** What lists and files need to know about a kind. Every field carries them, also in the browser: keep them short. */
export interface KindTraits<K extends FieldKind = any> {
  readonly kind: K
  /** How lists are sorted: as the database compares values, as numbers, ignoring letter case, or not at all. */
  readonly sort: 'plain' | 'number' | 'folded' | 'none'
  /** The search of a list covers it. */
  readonly search?: true
  /** Lists can be filtered by it. */
  readonly filter?: FilterBy
  /** Parts of the value with filters of their own: the currency of `price` is `priceCurrency`. */
  readonly filterParts?: readonly string[]
  /** How a file shows the value. By default text and numbers are unchanged, and anything else is JSON. */
  readonly csv?: CsvForm<K>
}

/** Everything about a kind of field, except how it looks (`src/crud/kinds`). */
export interface Kind<K extends FieldKind> {
  /** One sentence that describes a value, for the reference of kinds. */
  readonly about: string
  readonly traits: KindTraits<K>
  /** The columns that store a value: one, several, or none if it is stored elsewhere. */
  readonly columns: (options: KindOptions[K]) => readonly Part[]
  /** How a value becomes its parts by key, and the reverse, if the parts are not simply its members. */
  readonly parts?: {
    readonly divide: (value: KindValues[K]) => Readonly<Record<string, unknown>>
    /** `tenantId`: of the record; null above tenants. */
    readonly join: (parts: Readonly<Record<string, unknown>>, tenantId: string | null) => KindValues[K]
  }
  /** What the OpenAPI document adds to the value's zod schema. */
  readonly openApi?:
    | Readonly<Record<string, unknown>>
    | ((options: KindOptions[K]) => Readonly<Record<string, unknown>>)
  /** What a filter compares with, and how to read it from the query's text; by default a value of the field. */
  readonly compared?: {
    readonly parse?: (text: string) => unknown
    readonly schema?: ValueSchema
    /** Another schema that a bound of a range may have. */
    readonly bound?: ValueSchema
    /** The schemas of `filterParts` by key. */
    readonly parts?: Readonly<Record<string, ValueSchema>>
  }
  /**
   * A valid value for generated tests, different for each number where possible. Omitted for kinds whose values need
   * other records.
   */
  readonly sample?: (options: KindOptions[K], number: number) => KindValues[K] | null
}

/** Options that every builder takes. */
export interface CommonOptions<V> {
  /** It must be given on create, and is never null. Without `required` or `default` the field may be null. */
  required?: true
  /** The value of new records that come without one; the field is never null. */
  default?: V
  /** Only the server sets it: shown, never written. */
  readOnly?: true
  /** The server works it out on every read (hooks say how): read-only and not stored. */
  computed?: true
  /** What people call it. Made from the name unless given: `validUntil` is “Valid until”. */
  label?: string
  /** A sentence under the input, and in the OpenAPI document. */
  help?: string
  /** What it means that there is no value, shown in its place: “No end date”. Only for a field that may be null. */
  none?: string
  /** No two records of a tenant (or of the platform) share the value; letter case does not count. */
  unique?: boolean
  /** It can be set on create and never changed. */
  immutable?: boolean
  /** The lowest role that may write the field, if that is higher than the one that may write the record. */
  writeRole?: Role
  /**
   * The lowest role that may read the field, if that is higher than the one that may read the record. For anybody else it is
   * not there: not in records, lists, forms, files and history, and nothing can be searched, sorted or filtered by it.
   */
  readRole?: Role
  /** The tenant's setting that new records start with when it is not given; an amount of money is 0 in the currency. */
  fromTenant?: TenantSetting
  /** The name it had before: the next migration renames it with all that it holds. May stay, or go later. */
  renamedFrom?: string
}

declare const given: unique symbol

/** The options `O` of a builder, which are those of every field and `More`, the kind's own: the compiler names a misspelled one. */
export type Spelt<O, More = unknown> = {
  readonly [K in keyof O & (keyof CommonOptions<unknown> | keyof More)]: O[K]
} & CommonOptions<unknown> &
  // For `field`, which could not tell an absent option from an undefined one by the mapped type.
  More & { readonly [given]?: O }

export type PresenceOf<O> = O extends { required: true }
  ? 'required'
  : O extends { default: unknown }
    ? 'defaulted'
    : 'optional'
export type WritableOf<O> = O extends { readOnly: true } | { computed: true } ? false : true
export type FieldOf<K extends FieldKind, V, O> = Field<K, V, PresenceOf<O>, WritableOf<O>>

/**
 * Makes a field; all builders use it.
 * @param schema what a value must be when present
 * @param options the kind's own options
 */
export const field = <K extends FieldKind, V, const O extends CommonOptions<V>>(
  traits: KindTraits<K>,
  schema: ValueSchema<V>,
  options: KindOptions[K],
  common: CommonOptions<unknown> & { readonly [given]?: O },
): FieldOf<K, V, O> => {
  const { required, default: initial, readOnly, computed } = common as CommonOptions<V>
  const { label, help, none, unique, immutable, writeRole, readRole, fromTenant, renamedFrom } =
    common as CommonOptions<V>
  return {
    kind: traits.kind,
    traits,
    schema,
    options,
    presence: (required ? 'required' : initial === undefined ? 'optional' : 'defaulted') as PresenceOf<O>,
    writable: !(readOnly || computed) as WritableOf<O>,
    computed,
    default: initial,
    label,
    help,
    none,
    unique,
    immutable,
    writeRole,
    readRole,
    fromTenant,
    renamedFrom,
  }
}

/** Options of the builders whose values are structures or lists; these are always writable. */
export interface StructureOptions {
  /** What people call it; made from the name unless given. */
  label?: string
  /** A sentence under the input, and in the OpenAPI document. */
  help?: string
  /** It can be set on create and never changed. */
  immutable?: boolean
  /** The name it had before: the next migration renames it with all that it holds. May stay, or go later. */
  renamedFrom?: string
}

export type ListField<K extends FieldKind, V> = Field<K, V[], 'defaulted', true>

/** A check with its own message, looked up under `key`. */
export const rule = <V>(z: Zod, holds: (value: V) => boolean, key: CheckKey, args: Message['args'] = {}) =>
  z.refine<V>(holds, { params: { key, args } })

/** A problem found in a whole structure, at `path` inside it. */
export const problem = (
  input: unknown,
  path: PropertyKey[],
  key: CheckKey,
  args: Record<string, string | number> = {},
) => ({ code: 'custom' as const, input, path, params: { key, args } })
