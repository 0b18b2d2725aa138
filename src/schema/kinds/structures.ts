import type { ZodMiniType } from 'zod/mini'
import type { Field, Fields, Presence, TypedFields, ValueOf, Zod } from '../field'
import type { CheckKey } from '../messages'
import {
  type Kind,
  type KindTraits,
  type ListField,
  problem,
  type StructureOptions,
  structured,
  type WritableBy,
} from './kind'
import { jsonList, jsonObject } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    group: { fields: Fields }
    items: {
      fields: Fields
      max: number
      itemLabel: string
      conditions: Readonly<Record<string, { readonly when: Readonly<Record<string, readonly unknown[]>> }>>
    }
    typed: { by: string; types: Readonly<Record<string, TypedFields>> }
  }
  interface KindValues {
    group: StructureValue
    items: StructureValue[]
    typed: StructureValue
  }
}

export type StructureValue = Readonly<Record<string, unknown>>

type ObjectOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }

/** Omitted fields become their default or null. */
export const objectSchema = <F extends Fields>(z: Zod, fields: F): ZodMiniType<ObjectOf<F>> =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = field.schema(z) as ZodMiniType
        if (field.presence === 'required') return [name, schema]
        if (field.presence === 'defaulted') return [name, z._default(schema, field.default)]
        return [name, z._default(z.nullable(schema), null)]
      }),
    ),
  ) as ZodMiniType<ObjectOf<F>>

const groupTraits = { kind: 'group', sort: 'none' } as const satisfies KindTraits<'group'>

/** An object with its own fields, such as an address; null if empty. */
export const group = <F extends Fields, const R extends true | undefined = undefined>(
  fields: F,
  options: StructureOptions<R> = {},
): Field<'group', ObjectOf<F>, 'optional', WritableBy<R>> =>
  structured(groupTraits, z => objectSchema(z, fields), { fields }, 'optional', options)

export const groupKind = {
  about: 'An object with fields of its own, such as an address.',
  traits: groupTraits,
  columns: () => [jsonObject],
  sample: () => null,
} satisfies Kind<'group'>

export interface ItemsOptions<F extends Fields, R extends true | undefined = undefined> extends StructureOptions<R> {
  /** Maximum number of items. */
  max: number
  /** The name of one item, as in "Add question": `question`. */
  itemLabel: string
  /** A field whose values must all differ. */
  distinct?: keyof F & string
  /** When a field applies, by the item's other fields. */
  conditions?: { readonly [K in keyof F]?: { readonly when: { readonly [N in keyof F]?: readonly ValueOf<F[N]>[] } } }
  /** Checks fields against each other; returns message keys by field. */
  check?: (item: ObjectOf<F>) => { readonly [K in keyof F]?: CheckKey | undefined }
}

const itemsTraits = { kind: 'items', sort: 'none' } as const satisfies KindTraits<'items'>

/** A short ordered list of objects inside the record. */
export const items = <F extends Fields, const R extends true | undefined = undefined>(
  fields: F,
  { max, itemLabel, distinct, conditions = {}, check, ...options }: ItemsOptions<F, R>,
): ListField<'items', ObjectOf<F>, R> =>
  structured(
    itemsTraits,
    z => z.array(objectSchema(z, fields)).check(z.maxLength(max), unrepeated(z, distinct), consistent(z, check)),
    { fields, max, itemLabel, conditions: conditions as Field<'items'>['options']['conditions'] },
    'defaulted',
    options,
    [],
  )

const unrepeated = (z: Zod, name: string | undefined) =>
  z.check<Record<string, unknown>[]>(context => {
    if (!name) return
    const seen = new Set<unknown>()
    context.value.forEach((item, index) => {
      if (seen.has(item[name])) context.issues.push(problem(context.value, [index, name], 'validation.repeated'))
      seen.add(item[name])
    })
  })

const consistent = <T>(z: Zod, check: ((item: T) => Readonly<Record<string, CheckKey | undefined>>) | undefined) =>
  z.check<Record<string, unknown>[]>(context => {
    context.value.forEach((item, index) => {
      for (const [name, key] of Object.entries(check?.(item as T) ?? {})) {
        if (key) context.issues.push(problem(context.value, [index, name], key))
      }
    })
  })

export const itemsKind = {
  about: 'A short ordered list of objects that exist only as part of the record.',
  traits: itemsTraits,
  columns: ({ max }) => [jsonList(max)],
  sample: () => [],
} satisfies Kind<'items'>

const typedTraits = { kind: 'typed', sort: 'none' } as const satisfies KindTraits<'typed'>

/** An object with fields by the choice `by` beside it; `validate` checks it. */
export const typed = <P extends Presence = 'required', const R extends true | undefined = undefined>(
  by: string,
  types: Readonly<Record<string, TypedFields>>,
  options: StructureOptions<R> = {},
): Field<'typed', Record<string, unknown>, P, WritableBy<R>> =>
  structured(typedTraits, z => z.record(z.string(), z.unknown()), { by, types }, 'required' as P, options)

export const typedKind = {
  about: 'An object whose fields depend on the value of a choice beside it.',
  traits: typedTraits,
  columns: () => [jsonObject],
} satisfies Kind<'typed'>
