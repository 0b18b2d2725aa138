import * as z from 'zod/mini'
import {
  defineCall,
  deletabilitySchema,
  described,
  fieldsBody,
  flag,
  membersFrom,
  param,
  type ResourceRef,
  recordBody,
  recordOf,
  references,
} from '../declare'
import { type Block, blocks } from '../resources/blocks'
import { notify } from '../resources/bookingInputs'
import { bookings } from '../resources/bookings'
import { bookableResources } from '../resources/resources'
import { reasonSchema } from '../scheduling/answers'
import { invalidMember } from './bodies'

const tag = 'Blocks'
const access = membersFrom('staff')
const block = recordOf<typeof blocks, Block>(blocks)
/** Forms send these members back. */
const computed = ['ruleIds', 'notes', 'affectedBookings', 'affectedCount']
const own = 'Staff who keep to their own calendar block that one alone.'

export const get = defineCall({
  method: 'GET',
  path: '/blocks/{id}',
  access,
  scopes: ['setup.read'],
  tag,
  operationId: 'getBlock',
  summary: 'One block',
  answer: { description: 'The block', schema: block, headers: 'ETag' },
})

export const create = defineCall({
  method: 'POST',
  path: '/blocks',
  access,
  scopes: ['setup'],
  tag,
  operationId: 'createBlock',
  summary: 'Close resources for a time',
  description: `Makes one to three blackout rules. Bookings stay. ${own}`,
  query: { dryRun: param('flag', 'Change nothing, and answer the block as it would be') },
  body: recordBody('BlockDraft', computed),
  answer: { status: 201, description: 'The new block', schema: block, headers: 'ETag' },
  otherwise: { status: 200, description: 'The block of a dry run', schema: block },
})

export const update = defineCall({
  method: 'PATCH',
  path: '/blocks/{id}',
  access,
  scopes: ['setup'],
  tag,
  operationId: 'updateBlock',
  summary: 'Change what is closed, when or why',
  description: own,
  headers: 'If-Match',
  body: recordBody('BlockChanges', computed),
  answer: { description: 'The block as it is now', schema: block, headers: 'ETag' },
})

export const remove = defineCall({
  method: 'DELETE',
  path: '/blocks/{id}',
  access,
  scopes: ['setup'],
  tag,
  operationId: 'deleteBlock',
  summary: 'Open the time again, and delete its rules',
  headers: 'If-Match',
  answer: { status: 204, description: 'It is gone' },
})

export const usage = defineCall({
  method: 'GET',
  path: '/blocks/{id}/usage',
  access,
  scopes: ['setup'],
  tag,
  operationId: 'getBlockUsage',
  summary: 'What would keep a block from being deleted',
  answer: { description: 'Nothing: its rules are parts of it', schema: deletabilitySchema },
})

/** Per call. */
export const maxReassigned = 500

const reassignBody = fieldsBody({
  bookingIds: references((): ResourceRef => bookings, { max: maxReassigned, help: 'Only these; all unless given.' }),
  toResourceIds: references((): ResourceRef => bookableResources, {
    max: 100,
    help: 'Where to, in order; the variant’s unless given.',
  }),
  notify,
  dryRun: flag({ help: 'Change nothing, and answer what would become of each booking.' }),
})

export const reassign = defineCall({
  method: 'POST',
  path: '/blocks/{id}/reassign',
  access,
  tag,
  operationId: 'reassignBlock',
  summary: 'Give the bookings in the way of a block to other resources',
  description: `The earliest first, each at its own time to the first resource that is free. One that fits nowhere stays. At most ${maxReassigned} at once.`,
  body: {
    ...reassignBody,
    read: (json: Readonly<Record<string, unknown>>) => {
      if (Array.isArray(json.bookingIds) && json.bookingIds.length === 0)
        throw invalidMember('bookingIds', 'validation.required')
      return reassignBody.read(json)
    },
  },
  answer: {
    description: 'What became of each booking, in order of their starts',
    schema: z.object({
      results: z.array(
        z.object({
          bookingId: z.uuid(),
          ok: z.boolean(),
          toResourceIds: described(z.array(z.uuid()), 'Instead of the closed ones'),
          code: described(z.nullable(z.string()), 'Why it stays, first of all'),
          reasons: described(z.array(reasonSchema), 'What speaks against each that was tried'),
        }),
      ),
      moved: z.int(),
      left: z.int(),
    }),
  },
})
