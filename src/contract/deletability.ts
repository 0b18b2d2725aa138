import * as z from 'zod/mini'
import type { Message } from '../schema'
import { described, shaped } from './answers'
import { messageSchema } from './components'

const messageOf = shaped<Message>(messageSchema)

export const usageSchema = z.object({
  resource: described(z.string(), 'The name of the resource'),
  count: z.int(),
  records: described(
    z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        params: described(z.record(z.string(), z.uuid()), 'The parameters of its path'),
      }),
    ),
    'A few of them',
  ),
})
export type Usage = z.output<typeof usageSchema>

const blockersSchema = z.object({
  usedBy: described(z.array(usageSchema), 'What refers to it: as long as anything does, it stays'),
  refusal: described(z.nullable(z.string()), 'Another reason why it has to stay'),
  refusalMessage: described(z.nullable(messageOf), '`refusal` as a key and arguments, to be translated'),
})
export type DeleteBlockers = z.output<typeof blockersSchema>

/** Nested records deleted along. */
const cascadeSchema = z.object({
  cascade: described(
    z.array(z.object({ resource: z.string(), count: z.int() })),
    'What lives inside, and would be deleted as well',
  ),
})

/** The schema of a deletion's obstacles, and of nested records deleted along. */
export const deletabilitySchema = z.object({ ...blockersSchema.shape, ...cascadeSchema.shape })
export type Deletability = z.output<typeof deletabilitySchema>

export const manyDeletabilitySchema = z.object({
  kept: described(z.array(z.object({ id: z.uuid(), ...blockersSchema.shape })), 'Those that have to stay'),
  ...cascadeSchema.shape,
})
export type ManyDeletability = z.output<typeof manyDeletabilitySchema>

/** A bulk call's outcome for one record. */
export interface BulkResult {
  id: string
  ok: boolean
  code?: string
  detail?: string
  errors?: Record<string, string>
  message?: Message
}
