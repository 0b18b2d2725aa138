import type { CheckKey } from '../messages'
import { type CommonOptions, field, type Kind, type KindTraits, type Spelt } from './kind'
import { like } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    color: object
  }
  interface KindValues {
    color: string
  }
}

const colorTraits = { kind: 'color', sort: 'plain' } as const satisfies KindTraits<'color'>

/** A color as #RRGGBB. */
export const color = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    colorTraits,
    z => z.string().check(z.trim(), z.regex(/^#[0-9a-fA-F]{6}$/, { error: 'validation.color' satisfies CheckKey })),
    {},
    options,
  )

export const colorKind = {
  about: 'A color as #RRGGBB.',
  traits: colorTraits,
  columns: () => [{ type: 'text', check: like('^#[0-9a-fA-F]{6}$') }],
  sample: () => '#1A73E8',
} satisfies Kind<'color'>
