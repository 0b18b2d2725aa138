import type { Field, FieldKind, Fields, Presence, ResourceRef, TenantSetting, ValueOf } from './field'

/** A value that is known only when it is written. */
export type Said =
  | { readonly says: 'now' }
  | { readonly says: 'today'; readonly days: number }
  | { readonly says: 'me' }
  | Setting
  | FromInput
  | Copied

/** What is the same for every record that is written. */
export type Told = Exclude<Said, FromInput | Copied>
export type Now = Extract<Said, { says: 'now' }>
export type Today = Extract<Said, { says: 'today' }>
export type Me = Extract<Said, { says: 'me' }>
/** `V` is the type of the value. */
export interface Setting<V = any> {
  readonly says: 'setting'
  /** The singleton; the tenant itself without one. */
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

/** The moment of the call, for an `instant`. */
export const now = (): Now => ({ says: 'now' })

/** The tenant's date, or one `days` later, for a `localDate`. */
export const today = (days = 0): Today => ({ says: 'today', days })

/** The caller: the id for a `reference` to users, the address for an `email`, the name for a `text`. */
export const me = (): Me => ({ says: 'me' })

type FieldsIn<R> = R extends { readonly fields: infer F extends Fields } ? F : Fields

/**
 * A setting: a field of a singleton, or the tenant's time zone or currency. As the default of money, a currency is 0 in
 * it.
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

/** The value of a field of the record on which an action is run; `copied('id')` refers to that record. */
export const copied = <const N extends string>(name: N): Copied<N> => ({ says: 'copied', name })

export const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null && 'says' in value

type Spoken<K> =
  | (K extends 'instant' ? Now : never)
  | (K extends 'localDate' ? Today : never)
  | (K extends 'reference' | 'email' | 'text' ? Me : never)

type Frozen<V> = V extends readonly (infer E)[] ? readonly E[] : V

/** What may be written into a field. */
export type Sayable<F> =
  F extends Field<infer K, any, Presence, boolean>
    ? Frozen<ValueOf<F>> | Spoken<K> | Setting<ValueOf<F>> | Copied
    : never

/** Values by field, once inputs are replaced by their types (`WithInputs`). */
export type SetsOn<F extends Fields> = { readonly [K in keyof F]?: Sayable<F[K]> } & Readonly<Record<string, unknown>>

type InputFor<V, I extends Fields> = {
  [N in keyof I & string]: ValueOf<I[N]> extends V ? N : never
}[keyof I & string]

/** Values by field of another resource. Of a `ResourceRef` the compiler knows no fields. */
export type SetsIn<R extends ResourceRef, I extends Fields> = {
  readonly [K in keyof FieldsIn<R>]?: Sayable<FieldsIn<R>[K]> | FromInput<InputFor<ValueOf<FieldsIn<R>[K]>, I>>
}

/** Refuses names of inputs that are not there. */
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

/** The kinds of fields that can hold a value; null for those of a setting, an input or another field. */
export const kindsSaid = ({ says }: Said): readonly FieldKind[] | null => {
  if (says === 'now') return ['instant']
  if (says === 'today') return ['localDate']
  return says === 'me' ? ['reference', 'email', 'text'] : null
}
