import type { core } from 'zod/mini'
import type { Role } from './access'
import type { KindTraits } from './kinds/kind'
import type { CheckKey } from './messages'

/** zod, handed to those who describe values by it: lists need none, and wait for none. */
export type Zod = typeof import('./zod')

/** What a value must be, once zod is there. */
export type ValueSchema<V = unknown> = (z: Zod) => core.$ZodType<V>

/**
 * The options of each kind of field, beyond those of every field. Each kind adds a line in its file in `kinds`
 * (docs/adding-a-field-kind.md).
 */
// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its own line
export interface KindOptions {}

/** The type of a non-empty value of each kind. Each kind adds a line in its file. */
// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its own line
export interface KindValues {}

/** The fields of an object, for one value of the choice beside it: the parameters of a rule depend on its type. */
export interface TypedFields {
  readonly help: string
  readonly fields: Fields
  readonly conditions?: unknown
  /** Checks fields against each other; returns keys of `messages.ts` by field name. */
  readonly check?: (values: any) => Readonly<Record<string, CheckKey | undefined>>
}

export type FieldKind = keyof KindOptions & keyof KindValues

/**
 * The part of a resource needed to refer to it: with the full type, resources that refer to each other would be
 * circular.
 */
export interface ResourceRef {
  readonly name: string
}

/** Tenant settings that new records can start with. */
export type TenantSetting = 'timeZone' | 'currency'

/**
 * - `required`: must be given on create, never null
 * - `defaulted`: may be left out on create, never null
 * - `optional`: may be left out, may be null
 */
export type Presence = 'required' | 'defaulted' | 'optional'

/**
 * One field of a resource: its kind, and how zod describes a value that is present. Made by the builders in `kinds`.
 * Contains no React and no SQL: `src/crud` and `server/db` map each kind to what they need.
 */
export interface Field<
  K extends FieldKind = FieldKind,
  V = unknown,
  P extends Presence = Presence,
  W extends boolean = boolean,
> {
  readonly kind: K
  /** The traits of its kind, for lists and files. */
  readonly traits: KindTraits
  /** What a value must be when present; `schemaOf` makes it once. */
  readonly schema: ValueSchema<V>
  readonly presence: P
  /** False if only the server sets it: it is shown in lists and details, but never in forms or request bodies. */
  readonly writable: W
  /** Computed by the server on every read and not stored; never writable. */
  readonly computed?: boolean | undefined
  readonly options: KindOptions[K]
  readonly default?: V | undefined
  readonly label?: string | undefined
  readonly help?: string | undefined
  /** What it means that there is no value. */
  readonly none?: string | undefined
  /** The tenant setting that new records start with. */
  readonly fromTenant?: TenantSetting | undefined
  /** No two records of a tenant (or of the platform) share the value, ignoring letter case. */
  readonly unique?: boolean | undefined
  /** The name it had before; see `CommonOptions`. */
  readonly renamedFrom?: string | undefined
  /** Can be set on create, but never changed. */
  readonly immutable?: boolean | undefined
  /** The lowest role that may write this field, if higher than for the record. */
  readonly writeRole?: Role | undefined
  /** The lowest role that may read this field, if higher than for the record; see `asReadBy`. */
  readonly readRole?: Role | undefined
}

export type AnyField = { [K in FieldKind]: Field<K, any, Presence, boolean> }[FieldKind]
export type FieldOfKind<K extends FieldKind> = Extract<AnyField, { kind: K }>
export type Fields = Readonly<Record<string, AnyField>>

/** The value of a field inside a record. */
export type ValueOf<F> =
  F extends Field<FieldKind, infer V, infer P, boolean> ? (P extends 'optional' ? V | null : V) : never
