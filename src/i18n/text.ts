import type { TranslationMessages } from 'ra-core'
import type { MachineEnglish } from './en/machine'

/** `'name' | 'count'` of `'%{count} of %{name}'`. */
export type Blanks<Message> =
  | (Message extends `${string}%{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never)
  | (Message extends `${string} |||| ${string}` ? 'smart_count' : never)

type Value<Name> = Name extends 'smart_count' ? number : string | number

export type Args<Message> = [Blanks<Message>] extends [never]
  ? []
  : [{ readonly [Name in Blanks<Message>]: Value<Name> }]

type KnownKey<T> = keyof { [K in keyof T as string extends K ? never : K]: unknown } & string

type Dotted<T, Prefix extends string> = {
  [K in KnownKey<T>]: T[K] extends string ? `${Prefix}.${K}` : Dotted<T[K], `${Prefix}.${K}`>
}[KnownKey<T>]

type RaKey = Dotted<TranslationMessages['ra'], 'ra'>

declare const declared: unique symbol

/** Only `resourceKeys` makes them. */
export type DeclaredKey = string & { readonly [declared]: true }

/** For a key from the API's data, pass the fallback as `_`. */
export interface Text<Messages> {
  <Key extends keyof Messages>(key: Key, ...args: Args<Messages[Key]>): string
  (key: RaKey, args?: Readonly<Record<string, string | number>>): string
  (key: DeclaredKey, args?: { readonly smart_count?: number }): string
  (key: string, args: { readonly _: string; readonly smart_count?: number }): string
}

export type MachineText = Text<MachineEnglish>
