import type { TranslationMessages } from 'ra-core'
import type { MachineEnglish } from './en/machine'

/** The placeholders of a message: `'name' | 'count'` of `'%{count} of %{name}'`. */
export type Blanks<Message> =
  | (Message extends `${string}%{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never)
  | (Message extends `${string} |||| ${string}` ? 'smart_count' : never)

type Value<Name> = Name extends 'smart_count' ? number : string | number

/** The arguments of a message: none, or a value for each placeholder. */
export type Args<Message> = [Blanks<Message>] extends [never]
  ? []
  : [{ readonly [Name in Blanks<Message>]: Value<Name> }]

type KnownKey<T> = keyof { [K in keyof T as string extends K ? never : K]: unknown } & string

type Dotted<T, Prefix extends string> = {
  [K in KnownKey<T>]: T[K] extends string ? `${Prefix}.${K}` : Dotted<T[K], `${Prefix}.${K}`>
}[KnownKey<T>]

/** Keys of react-admin's own messages. */
type RaKey = Dotted<TranslationMessages['ra'], 'ra'>

declare const declared: unique symbol

/** The key of a text that is made from a declaration. Only `resourceKeys` makes such keys. */
export type DeclaredKey = string & { readonly [declared]: true }

/**
 * Says a catalogue's message in the person's language. Its key and values are checked when compiling; the texts of
 * react-admin and of declarations are included. For a key built from the API's data, pass as `_` what to say if there
 * is no such message.
 */
export interface Text<Messages> {
  <Key extends keyof Messages>(key: Key, ...args: Args<Messages[Key]>): string
  (key: RaKey, args?: Readonly<Record<string, string | number>>): string
  (key: DeclaredKey, args?: { readonly smart_count?: number }): string
  (key: string, args: { readonly _: string; readonly smart_count?: number }): string
}

export type MachineText = Text<MachineEnglish>
