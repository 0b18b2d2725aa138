import * as z from 'zod/mini'
import { type Tier, tiers } from '../../schema/ranking'
import { described } from '../answers'
import { defineCall, membersFrom } from '../call'
import { param } from '../param'
import { InvalidValue, one, type QueryParam, required, unstorable } from '../queryParams'

const q: QueryParam<string | undefined, string> = {
  schema: { type: 'string', minLength: 2, maxLength: 100 },
  description: 'What somebody typed: words, their beginnings, a telephone number, a reference',
  read: values => {
    const value = one(values).trim()
    if (value.length < 2) throw new InvalidValue('validation.tooShort', { min: 2 })
    if (value.length > 100) throw new InvalidValue('validation.tooLong', { max: 100 })
    if (unstorable.test(value)) throw new InvalidValue('validation.invalid')
    return value
  },
  absent: undefined,
}

const types: QueryParam<string[] | undefined, string | readonly string[]> = {
  schema: { type: 'array', items: { type: 'string', maxLength: 63 }, maxItems: 100 },
  description: 'Names of resources, repeated for several; by default all that are searched',
  read: values => [...values],
  absent: undefined,
}

const resultSchema = z.object({
  type: described(z.string(), 'The name of the resource'),
  id: z.uuid(),
  title: z.string(),
  subtitle: described(z.string(), 'Between ` · `; instants in UTC. Empty where there is nothing to say'),
  path: described(z.string(), 'Where the web application shows it'),
  score: described(z.number(), 'The higher, the better'),
  match: z.object({
    field: described(z.string(), 'The field by which it was found'),
    tier: z.enum(Object.keys(tiers) as [Tier, ...Tier[]]),
  }),
})

export type SearchResult = z.output<typeof resultSchema>

/** See server/crud/search.ts. */
export const search = defineCall({
  method: 'GET',
  path: '/search',
  access: membersFrom('viewer'),
  tag: 'Search',
  operationId: 'search',
  summary: 'Records of all kinds that fit what somebody typed',
  description:
    'The best first. Letter case and diacritics make no difference, nor `ß` and `ss`, nor `ü` and `ue`. Finds only records of lists that the caller may read, and only by fields that they may read.',
  query: {
    q: required(q),
    types,
    limit: param('integer', 'How many records of each resource', { min: 1, max: 25, absent: 8 }),
  },
  answer: {
    description: 'What was found',
    schema: z.object({
      results: z.array(resultSchema),
      total: described(z.int(), 'How many fit, among at most 200 candidates of each resource'),
      tookMs: z.number(),
    }),
  },
})
