import type { Field, FieldKind, Fields, Presence, ResourceRef, TenantSetting, ValueOf } from './field'

/** A value known only at the write. */
export type Said =
  | { readonly says: 'now' }
  | { readonly says: 'today'; readonly days: number }
  | { readonly says: 'me' }
  | Setting
  | FromInput
  | Copied

/** The same for every record of a write. */
export type Told = Exclude<Said, FromInput | Copied>
export type Now = Extract<Said, { says: 'now' }>
export type Today = Extract<Said, { says: 'today' }>
export type Me = Extract<Said, { says: 'me' }>
export interface Setting<V = any> {
  readonly says: 'setting'
  /** The singleton; absent for the tenant itself. */
  readonly of?: () => ResourceRef
  readonly name: string
  /** For the compiler. */
  readonly gives?: V
}
export interface FromInput<N extends string = string> {
  readonly says: 'input'
  readonly name: N
}
interface Copied<N extends string = string> {
  readonly says: 'copied'
  readonly name: N
}

/** The time of the call, for an `instant`. */
export const now = (): Now => ({ says: 'now' })

/** The tenant's date, or `days` later, for a `localDate`. */
export const today = (days = 0): Today => ({ says: 'today', days })

/** The caller: id for a `reference` to users, address for an `email`, name for a `text`. */
export const me = (): Me => ({ says: 'me' })

type FieldsIn<R> = R extends { readonly fields: infer F extends Fields } ? F : Fields

/**
 * A singleton's field, or the tenant's time zone or currency. As the default of money, a currency gives 0.
 *
 * @example
 * dueOn: localDate({ default: later(today(), setting(() => lendingRules, 'days')) })
 * price: money({ required: true, default: setting('currency') })
 */
export const setting: {
  <R extends ResourceRef, const N extends keyof FieldsIn<R> & string>(
    of: () => R,
    name: N,
  ): Setting<NonNullable<ValueOf<FieldsIn<R>[N]>>>
  (name: TenantSetting): Setting
} = (of: string | (() => ResourceRef), name = ''): Setting =>
  typeof of === 'string' ? { says: 'setting', name: of } : { says: 'setting', of, name }

/** The value of an action's input. */
export const input = <const N extends string>(name: N): FromInput<N> => ({ says: 'input', name })

/** A field's value in the action's record; `copied('id')` refers to the record. */
export const copied = <const N extends string>(name: N): Copied<N> => ({ says: 'copied', name })

export const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null && 'says' in value

type Spoken<K> =
  | (K extends 'instant' ? Now : never)
  | (K extends 'localDate' ? Today : never)
  | (K extends 'reference' | 'email' | 'text' ? Me : never)

type Frozen<V> = V extends readonly (infer E)[] ? readonly E[] : V

export type Sayable<F> =
  F extends Field<infer K, any, Presence, boolean>
    ? Frozen<ValueOf<F>> | Spoken<K> | Setting<ValueOf<F>> | Copied
    : never

/** `WithInputs` has replaced inputs by their types. */
export type SetsOn<F extends Fields> = { readonly [K in keyof F]?: Sayable<F[K]> } & Readonly<Record<string, unknown>>

type InputFor<V, I extends Fields> = {
  [N in keyof I & string]: ValueOf<I[N]> extends V ? N : never
}[keyof I & string]

/** The compiler does not know the fields of a `ResourceRef`. */
export type SetsIn<R extends ResourceRef, I extends Fields> = {
  readonly [K in keyof FieldsIn<R>]?: Sayable<FieldsIn<R>[K]> | FromInput<InputFor<ValueOf<FieldsIn<R>[K]>, I>>
}

export type KnownInputs<S, I extends Fields> = {
  readonly [K in keyof S]: S[K] extends FromInput<infer N>
    ? N extends keyof I
      ? unknown
      : FromInput<keyof I & string>
    : unknown
}

export type WithInputs<S, I extends Fields> = {
  readonly [K in keyof S]: S[K] extends FromInput<infer N> ? (N extends keyof I ? ValueOf<I[N]> : never) : S[K]
}

export type CopiedNames<S> = { [K in keyof S]: S[K] extends Copied<infer N> ? N : never }[keyof S]

/** Null for a setting, an input or another field. */
export const kindsSaid = ({ says }: Said): readonly FieldKind[] | null => {
  if (says === 'now') return ['instant']
  if (says === 'today') return ['localDate']
  return says === 'me' ? ['reference', 'email', 'text'] : null
}
