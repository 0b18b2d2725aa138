import type { Field } from '../field'
import {
  type CommonOptions,
  field,
  type Kind,
  type KindTraits,
  type NeverEmpty,
  rule,
  type Spelt,
  type WritableOf,
} from './kind'

declare module '../field' {
  interface KindOptions {
    metadata: { maxItems: number; maxLength: number }
  }
  interface KindValues {
    metadata: Metadata
  }
}

export type Metadata = Record<string, string>

export interface MetadataOptions {
  /** Maximum number of texts; 20 by default. */
  maxItems?: number
  /** Maximum length of a text; 500 by default. */
  maxLength?: number
}

const name = /^[A-Za-z0-9_.-]{1,40}$/

const metadataTraits = {
  kind: 'metadata',
  sort: 'none',
  csv: value =>
    Object.entries(value)
      .map(([key, text]) => `${key}: ${text}`)
      .join(', '),
} as const satisfies KindTraits<'metadata'>

/** Named texts that programs keep with a record, read-only for people. */
export const metadata = <const O extends CommonOptions<Metadata, never> & MetadataOptions>(
  options: Spelt<O, MetadataOptions & NeverEmpty> = {} as Spelt<O, MetadataOptions & NeverEmpty>,
) => {
  const { maxItems = 20, maxLength = 500 } = options
  return field(
    metadataTraits,
    z =>
      z.record(z.string(), z.string().check(z.maxLength(maxLength))).check(
        rule(z, (value: Metadata) => Object.keys(value).every(key => name.test(key)), 'validation.metadataNames'),
        rule(z, (value: Metadata) => Object.keys(value).length <= maxItems, 'validation.tooMany', { max: maxItems }),
      ),
    { maxItems, maxLength },
    { ...options, default: options.default ?? {} },
  ) as Field<'metadata', Metadata, 'defaulted', WritableOf<O>>
}

type Lists = Record<string, string | readonly string[]>

/** `metadata` whose values may be lists of texts. */
export const metadataLists = ({ maxItems, maxLength }: Required<MetadataOptions>) =>
  field<'metadata', Lists, { default: Lists }>(
    metadataTraits,
    z => {
      const one = z.string().check(z.maxLength(maxLength))
      return z.record(z.string(), z.union([one, z.array(one)])).check(
        rule(z, (value: object) => Object.keys(value).every(key => name.test(key)), 'validation.metadataNames'),
        rule(z, (value: object) => Object.keys(value).length <= maxItems, 'validation.tooMany', { max: maxItems }),
      )
    },
    { maxItems, maxLength },
    { default: {} },
  )

export const metadataKind = {
  about: 'A few texts by name, written and read by other programs. A change replaces all of them.',
  traits: metadataTraits,
  // JSON takes at most 6 bytes per character, plus 50 for name and punctuation.
  columns: ({ maxItems, maxLength }) => [
    {
      type: 'jsonb',
      check: column =>
        `jsonb_typeof(${column}) = 'object' and octet_length(${column}::text) <= ${maxItems * (maxLength * 6 + 50)}`,
    },
  ],
  sample: (_, number) => ({ order: `A-${number}` }),
} satisfies Kind<'metadata'>
