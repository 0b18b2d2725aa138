import * as z from 'zod/mini'
import { described, id, instantText } from './answers'
import { auditActorTypes } from './auditEntry'

export const trashedSchema = z.object({
  id: id(),
  name: described(z.nullable(z.string()), 'Null if another record names it'),
  deletedAt: instantText(),
  deletedBy: z.object({ type: z.enum(auditActorTypes), id: z.nullable(id()), name: z.nullable(z.string()) }),
  goneAt: described(instantText(), 'When it is deleted for ever'),
})
export type Trashed = z.output<typeof trashedSchema>
