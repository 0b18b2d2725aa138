import type { core } from 'zod/mini'
import type { Role } from './access'
import type { Bounds } from './bounds'
import type { Formula } from './derived'
import type { KindTraits } from './kinds/kind'
import type { CheckKey } from './messages'
import type { Conditions } from './resource'
import type { Told } from './said'

/** A parameter, so that lists load without zod. */
export type Zod = typeof import('./zod')

/** Made once zod is loaded. */
export type ValueSchema<V = unknown> = (z: Zod) => core.$ZodType<V>

/** Each kind's file in `kinds` adds its options (docs/adding-a-field-kind.md). */
// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its own line
export interface KindOptions {}

/** Each kind's file adds its non-empty value. */
// biome-ignore lint/suspicious/noEmptyInterface: each kind adds its own line
export interface KindValues {}

/** An object's fields by a choice beside it: a rule's parameters by its type. */
export interface TypedFields {
  readonly help: string
  readonly fields: Fields
  readonly conditions?: Conditions<any>
  readonly bounds?: Bounds<any>
  /** Returns message keys by field name. */
  readonly check?: (values: any) => Readonly<Record<string, CheckKey | undefined>>
}

export type FieldKind = keyof KindOptions & keyof KindValues

/** What a reference points at. Its full type would be circular. */
export interface ResourceRef {
  readonly name: string
}

export type TenantSetting = 'timeZone' | 'currency'

/**
 * - `required`: must be given on create, never null
 * - `defaulted`: may be left out on create, never null
 * - `optional`: may be left out, may be null
 */
export type Presence = 'required' | 'defaulted' | 'optional'

/** Made by the builders in `kinds`; see `CommonOptions`. */
export interface Field<
  K extends FieldKind = FieldKind,
  V = unknown,
  P extends Presence = Presence,
  W extends boolean = boolean,
> {
  readonly kind: K
  readonly traits: KindTraits
  /** For a present value; `schemaOf` makes it once. */
  readonly schema: ValueSchema<V>
  readonly presence: P
  /** False: shown, but not in forms or request bodies. */
  readonly writable: W
  /** Computed on read, unless `isStored`. */
  readonly computed?: boolean | undefined
  readonly derived?: Formula | undefined
  /** By triggers. */
  readonly isStored?: boolean | undefined
  readonly options: KindOptions[K]
  readonly default?: V | undefined
  /** Computes a new record's value, in place of `default`. */
  readonly starts?: Told | Formula | undefined
  readonly label?: string | undefined
  readonly help?: string | undefined
  readonly none?: string | undefined
  readonly unique?: boolean | undefined
  readonly renamedFrom?: string | undefined
  readonly immutable?: boolean | undefined
  readonly writeRole?: Role | undefined
  readonly readRole?: Role | undefined
}

export type AnyField = { [K in FieldKind]: Field<K, any, Presence, boolean> }[FieldKind]
export type FieldOfKind<K extends FieldKind> = Extract<AnyField, { kind: K }>
/** Declared fields by name, as in the `fields` of a resource. */
export type Fields = Readonly<Record<string, AnyField>>

/** A field's value in a record; an optional field may also be null. */
export type ValueOf<F> =
  F extends Field<FieldKind, infer V, infer P, boolean> ? (P extends 'optional' ? V | null : V) : never
