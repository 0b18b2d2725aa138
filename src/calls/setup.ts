import * as z from 'zod/mini'
import { defineCall, described, fieldsBody, flag } from '../declare'

const access = { who: 'member', role: 'viewer', tenant: { param: 'id' } } as const

export const status = defineCall({
  method: 'GET',
  path: '/tenants/{id}/setup-status',
  access,
  runsAs: 'tenant',
  tag: 'Tenants',
  operationId: 'getSetupStatus',
  summary: 'What a tenant has set up, and what it still needs before it can be booked',
  answer: {
    description: 'The steps, in their order',
    schema: z.object({
      isComplete: z.boolean(),
      hasTeam: described(z.boolean(), 'Whether more than one person works here, or somebody is invited'),
      hasBooking: described(z.boolean(), 'Whether anything was booked, samples of a template aside'),
      isPutAway: described(z.boolean(), 'Whether the caller has put the checklist away'),
      problemCount: described(z.int(), 'How much work was given up and waits for an owner (`/dead-letters`)'),
      steps: z.array(
        z.object({
          key: z.enum(['schedule', 'resource', 'hours', 'catalogItem', 'assignment', 'active']),
          isDone: z.boolean(),
          text: described(z.string(), 'What to do, or what is missing'),
          records: described(
            z.array(z.object({ id: z.uuid(), name: z.string() })),
            'Some of those that the step is about: resources, or catalog items',
          ),
          count: described(z.int(), 'How many those are altogether'),
        }),
      ),
    }),
  },
})

export const putAway = defineCall({
  method: 'PUT',
  path: '/tenants/{id}/setup-status',
  access,
  runsAs: 'tenant',
  tag: 'Tenants',
  operationId: 'putChecklistAway',
  summary: 'Put the checklist of Home away, or take it out again, for me',
  body: fieldsBody({ isPutAway: flag() }),
  answer: { description: 'As it is now', schema: z.object({ isPutAway: z.boolean() }) },
})
