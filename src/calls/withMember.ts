import type { Body } from '../declare'
import { readAll } from './bodies'

/**
 * Adds an optional member, null if absent.
 * @param read throws `InvalidBody`; its errors join the body's
 */
export const withMember =
  <const N extends string, V>(name: N, schema: object, read: (given: unknown) => V) =>
  <T, I>(body: Body<T, I>): Body<T & Record<N, V>, I & { [K in N]?: V | null }> => ({
    schema: {
      ...body.schema,
      properties: { ...(body.schema.properties as object), [name]: schema },
    } as Body<T>['schema'],
    read: ({ [name]: value = null, ...json }) => {
      const { given, others } = readAll({ given: () => read(value), others: () => body.read(json) })
      return { ...others, [name]: given } as T & Record<N, V>
    },
  })

/** Indexes, or null for all. */
export const indexesSchema = (most: number, description: string): object => ({
  anyOf: [{ type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: most }, { type: 'null' }],
  description,
})

export const isIndexes = (given: unknown, most: number): given is number[] =>
  Array.isArray(given) && given.length <= most && given.every(one => Number.isInteger(one) && one >= 0)
