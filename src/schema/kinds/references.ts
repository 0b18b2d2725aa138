import type { ResourceRef } from '../field'
import type { Me } from '../said'
import {
  type CommonOptions,
  eachOnce,
  field,
  type Kind,
  type KindTraits,
  type ListField,
  type Spelt,
  type Starting,
  type StructureOptions,
  structured,
} from './kind'

declare module '../field' {
  interface KindOptions {
    reference: { to: () => ResourceRef; where?: Readonly<Record<string, string>> | undefined }
    references: { to: () => ResourceRef; max: number }
  }
  interface KindValues {
    reference: string
    references: string[]
  }
}

const referenceTraits = {
  kind: 'reference',
  sort: 'plain',
  search: true,
  filter: 'equal',
  csv: (value, { record }, { options }) => record(options.to().name, value),
} as const satisfies KindTraits<'reference'>

export interface ReferenceOptions {
  /** Narrows the choice: `{ serviceId: 'serviceId' }` offers only records with this record's `serviceId`, once set. */
  where?: Readonly<Record<string, string>>
}

/** The id of another resource's record, in the same tenant. */
export const reference = <const O extends CommonOptions<string, Me | Starting<string>> & ReferenceOptions>(
  to: () => ResourceRef,
  options: Spelt<O, ReferenceOptions> = {} as Spelt<O, ReferenceOptions>,
) => field(referenceTraits, z => z.uuid(), { to, where: options.where }, options)

export const referenceKind = {
  about: 'The id of a record of another resource, in the same tenant.',
  traits: referenceTraits,
  columns: () => [{ type: 'uuid' }],
} satisfies Kind<'reference'>

const referencesTraits = {
  kind: 'references',
  sort: 'none',
  filter: 'among',
  csv: (value, { record }, { options }) => value.map(id => record(options.to().name, id)).join(', '),
} as const satisfies KindTraits<'references'>

export interface ReferencesOptions<R extends true | undefined = undefined> extends StructureOptions<R> {
  /** Maximum number of records; 1000 by default. */
  max?: number
}

/** Distinct ids of another resource's records in the same tenant. */
export const references = <const R extends true | undefined = undefined>(
  to: () => ResourceRef,
  { max = 1000, ...options }: ReferencesOptions<R> = {},
): ListField<'references', string, R> =>
  structured(
    referencesTraits,
    z => z.array(z.uuid()).check(z.maxLength(max), eachOnce(z)),
    { to, max },
    'defaulted',
    options,
    [],
  )

export const referencesKind = {
  about: 'The ids of records of another resource in the same tenant, in an order.',
  traits: referencesTraits,
  // In a link table (`server/db/links.ts`).
  columns: () => [],
  compared: { schema: z => z.uuid() },
} satisfies Kind<'references'>
