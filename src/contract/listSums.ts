import * as z from 'zod/mini'
import { described } from './answers'

export const listSumsSchema = z.object({
  sums: z.array(
    z.object({
      field: z.string(),
      currency: described(z.nullable(z.string()), 'Of amounts: each currency has a sum of its own'),
      total: described(z.string(), 'A decimal number; of amounts, in minor units'),
    }),
  ),
})
export type ListSums = z.output<typeof listSumsSchema>
