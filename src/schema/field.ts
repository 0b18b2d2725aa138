import type * as z from 'zod/mini'
import type { Role } from './access'

/** What each kind of field carries beside the options that every field has. */
export interface KindOptions {
  text: { max: number; min: number }
  longText: { max: number }
  email: object
  phone: object
  url: object
  slug: { from?: string; min: number; max: number; reserved: readonly string[] }
  color: object
  choice: { values: readonly string[]; labels: Readonly<Record<string, string>> }
  flag: object
  integer: { min: number; max: number }
  minutes: { min: number; max: number }
  weekday: object
  weekdays: object
  money: object
  currency: object
  timezone: object
  locale: { values: readonly string[] }
  localDate: object
  localTime: object
  instant: object
  tags: { maxItems: number; maxLength: number }
  reference: { to: () => ResourceRef }
  references: { to: () => ResourceRef; max: number }
  weeklyHours: object
  dateOverrides: object
  group: { fields: Fields }
  items: {
    fields: Fields
    max: number
    itemLabel: string
    /** When a field of an item takes part: while others of the item have one of these values. */
    conditions: Readonly<Record<string, { readonly when: Readonly<Record<string, readonly unknown[]>> }>>
  }
  typed: { by: string; types: Readonly<Record<string, TypedFields>> }
  count: { of: () => ResourceRef; by: string }
}

/** What an object holds when its sibling field has one value: a rule's parameters follow from its type. */
export interface TypedFields {
  readonly help: string
  readonly fields: Fields
  readonly conditions?: unknown
  /** Rules over several of the fields; errors by field name, as keys of `messages.ts`. */
  readonly check?: (values: any) => Readonly<Record<string, string | undefined>>
}

export type FieldKind = keyof KindOptions

/** Enough of a resource to point at it: a full type here would make declarations that refer to each other circular. */
export interface ResourceRef {
  readonly name: string
}

/** Settings of the current tenant that new records begin with. */
export type TenantSetting = 'timeZone' | 'currency'

/**
 * - `required`: must be given on create, never null
 * - `defaulted`: may be left out on create, never null
 * - `optional`: may be left out, may be null
 */
export type Presence = 'required' | 'defaulted' | 'optional'

/**
 * One field of a resource: its kind, and a zod schema for a value that is present. Made by the builders in `fields.ts`.
 * Holds no React and no SQL: `src/crud` and `server/db` each map every kind to what they need.
 */
export interface Field<
  K extends FieldKind = FieldKind,
  V = unknown,
  P extends Presence = Presence,
  W extends boolean = boolean,
> {
  readonly kind: K
  readonly schema: z.core.$ZodType<V>
  readonly presence: P
  /** False for what the server computes: in lists and details, never in a form or a request body. */
  readonly writable: W
  /** The server works it out whenever the record is read, and keeps it nowhere; never writable. */
  readonly computed?: boolean | undefined
  readonly options: KindOptions[K]
  readonly default?: V | undefined
  readonly label?: string | undefined
  readonly help?: string | undefined
  /** Where the first value of a new record comes from when it is not a constant. */
  readonly fromTenant?: TenantSetting | undefined
  /** No two records of a tenant (or of the platform) may share the value; letter case does not count. */
  readonly unique?: boolean | undefined
  /** May be set on create and never changed. */
  readonly immutable?: boolean | undefined
  /** Who may write this field, when that is fewer people than may write the record. */
  readonly writeRole?: Role | undefined
}

export type AnyField = { [K in FieldKind]: Field<K, any, Presence, boolean> }[FieldKind]
export type Fields = Readonly<Record<string, AnyField>>

/** The value of a field inside a record. */
export type ValueOf<F> =
  F extends Field<FieldKind, infer V, infer P, boolean> ? (P extends 'optional' ? V | null : V) : never
