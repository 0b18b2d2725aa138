import type { ColumnType } from 'kysely'
import type { CoreRecord } from '../../src/core'
import type { AnyResource, FieldKind, Presence, Resource, systemFields, ValueOf } from '../../src/schema'
import type { Tables } from '../own'

type Elsewhere = 'count' | 'references'
/** Stored as JSON and written as text. */
type Structured = 'weeklyHours' | 'dateOverrides' | 'group' | 'items' | 'typed'

type Filed = 'image' | 'file'

type Stored<V, P, Written = V> = P extends 'required'
  ? ColumnType<V, Written, Written>
  : ColumnType<V, Written | undefined, Written>

type KindIn<F> = F extends { readonly kind: infer K extends FieldKind } ? K : never
/** A required, read-only instant is the creation time. */
type PresenceIn<F> = F extends { readonly kind: 'instant'; readonly presence: 'required'; readonly writable: false }
  ? 'defaulted'
  : F extends { readonly presence: infer P extends Presence }
    ? P
    : never

type NullIf<P> = P extends 'optional' ? null : never

type ColumnOf<F> =
  KindIn<F> extends Structured
    ? Stored<ValueOf<F>, PresenceIn<F>, string | NullIf<PresenceIn<F>>>
    : Stored<ValueOf<F>, PresenceIn<F>>

type FieldColumns<F> = {
  [K in keyof F & string as KindIn<F[K]> extends Elsewhere | Filed | 'money' ? never : K]: ColumnOf<F[K]>
} & {
  [K in keyof F & string as KindIn<F[K]> extends 'money' ? `${K}Amount` : never]: Stored<
    number | NullIf<PresenceIn<F[K]>>,
    PresenceIn<F[K]>
  >
} & {
  [K in keyof F & string as KindIn<F[K]> extends 'money' ? `${K}Currency` : never]: Stored<
    string | NullIf<PresenceIn<F[K]>>,
    PresenceIn<F[K]>
  >
} & {
  [K in keyof F & string as KindIn<F[K]> extends Filed ? `${K}Id` : never]: Stored<
    string | NullIf<PresenceIn<F[K]>>,
    PresenceIn<F[K]>
  >
} & {
  [K in keyof F & string as KindIn<F[K]> extends Filed ? `${K}Facts` : never]: Stored<
    object | NullIf<PresenceIn<F[K]>>,
    PresenceIn<F[K]>,
    string | NullIf<PresenceIn<F[K]>>
  >
}

type SystemColumns = {
  [K in keyof typeof systemFields]: ColumnType<
    ValueOf<(typeof systemFields)[K]>,
    ValueOf<(typeof systemFields)[K]> | undefined,
    ValueOf<(typeof systemFields)[K]>
  >
}

interface OwnColumns {
  users: {
    authId: ColumnType<string | null, string | null | undefined, string | null>
    isDemo: ColumnType<boolean, boolean | undefined, boolean>
  }
}

type OwnOf<N> = N extends keyof OwnColumns ? OwnColumns[N] : unknown

type RowOf<R> =
  R extends Resource<infer N, string, infer F, infer S>
    ? { id: ColumnType<string, string | undefined, string> } & (S extends 'tenant' ? { tenantId: string } : unknown) &
        FieldColumns<F> &
        SystemColumns &
        OwnOf<N>
    : never

/**
 * The tables of declared resources, by which Kysely types queries. Columns are in camel case.
 *
 * @example
 * declare module 'slotwise/serve' {
 *   interface Tables extends TablesOf<DeclaredResource> {}
 * }
 */
export type TablesOf<R extends AnyResource> = { [K in R as K['name']]: RowOf<K> }

type CoreTables = Omit<TablesOf<CoreRecord>, keyof Tables>

export interface KnownTables extends Tables, CoreTables {}
