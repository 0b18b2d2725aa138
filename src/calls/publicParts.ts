import { type Body, fieldsBody, InvalidBody, integer, type ResourceRef, reference } from '../declare'
import { bookableResources } from '../resources/resources'
import { variants } from '../resources/variants'
import { invalidMember, readAll } from './bodies'
import { prefixed } from './prefixed'
import { withMember } from './withMember'

/** Each lengthens a search that is open to all. */
const maxParts = 4

export const personId = reference((): ResourceRef => bookableResources, {
  help: 'One of the variant’s `people`; anybody unless given.',
})

const part = fieldsBody({
  variantId: reference((): ResourceRef => variants, { required: true, help: 'Of a fixed or flexible length.' }),
  quantity: integer({ min: 1, max: 10_000, help: 'The variant’s least unless given.' }),
  durationMinutes: integer({ min: 1, max: 1440, help: 'For variants without a length of their own.' }),
  personId,
  guest: integer({ default: 0, min: 0, max: maxParts - 1, help: 'Whose part it is: guests are served side by side.' }),
})
export type PublicPart = ReturnType<typeof part.read>

const readParts = (given: unknown): PublicPart[] | null => {
  if (given === null) return null
  if (!Array.isArray(given) || given.length === 0) throw invalidMember('parts', 'validation.required')
  if (given.length > maxParts) throw invalidMember('parts', 'validation.tooMany', { max: maxParts })
  const readPart = (json: unknown, index: number) => () => {
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw invalidMember(`parts.${index}`, 'validation.invalid')
    return prefixed(`parts.${index}`, () => part.read(json as Record<string, unknown>))
  }
  return Object.values(readAll(Object.fromEntries(given.map((json: unknown, index) => [index, readPart(json, index)]))))
}

const withOptionalParts = withMember(
  'parts',
  {
    type: ['array', 'null'],
    ...{ minItems: 1, maxItems: maxParts, items: part.schema },
    description: 'Several variants at one visit, in order, in place of one',
  },
  readParts,
)

export const withParts = <T, I>(
  body: Body<T, I>,
): Body<T & { parts: PublicPart[] }, I & { readonly parts: readonly NonNullable<typeof part.given>[] }> => {
  const { schema } = withOptionalParts(body)
  const required = ['parts', ...((body.schema.required as string[] | undefined) ?? [])]
  return {
    schema: { ...schema, required } as typeof schema,
    read: ({ parts: given = null, ...json }) => {
      const { parts, others } = readAll({
        parts: () => {
          const read = readParts(given)
          if (!read) throw invalidMember('parts', 'validation.required')
          return read
        },
        others: () => body.read(json),
      })
      return { ...others, parts }
    },
  }
}

export const withPartsInPlace = <T extends { variantId: string | null }, I>(
  body: Body<T, I>,
  ofOne: readonly (keyof T & string)[],
) => {
  const optional = withOptionalParts(body)
  return {
    ...optional,
    read: (json: Readonly<Record<string, unknown>>) => {
      const read = optional.read(json)
      const wrong = ofOne.filter(name => read.parts !== null && read[name] !== null)
      const errors = Object.fromEntries(
        wrong.map(name => [name, { key: 'validation.notWithParts', args: {} } as const]),
      )
      if (wrong.length > 0) throw new InvalidBody(errors)
      if (!read.parts && !read.variantId) throw invalidMember('variantId', 'validation.required')
      return read
    },
  } as typeof optional
}
