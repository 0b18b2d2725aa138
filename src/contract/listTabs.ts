import * as z from 'zod/mini'
import { described } from './answers'

export const tabTotalsSchema = z.object({
  tabs: z.array(
    z.object({ tab: described(z.string(), 'The name of the part; empty for the whole list'), total: z.int() }),
  ),
})
export type TabTotals = z.output<typeof tabTotalsSchema>
