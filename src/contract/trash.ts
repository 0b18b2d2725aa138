import * as z from 'zod/mini'
import { described } from './answers'
import { auditActorTypes } from './auditEntry'

export const trashedSchema = z.object({
  id: z.uuid(),
  name: described(z.nullable(z.string()), 'Null if another record names it'),
  deletedAt: z.iso.datetime(),
  deletedBy: z.object({ type: z.enum(auditActorTypes), id: z.nullable(z.uuid()), name: z.nullable(z.string()) }),
  goneAt: described(z.iso.datetime(), 'When it is deleted for ever'),
})
export type Trashed = z.output<typeof trashedSchema>
