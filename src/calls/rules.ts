import * as z from 'zod/mini'
import { defineCall, described, membersFrom, shaped } from '../declare'
import { ruleTypeNames } from '../resources/ruleTypes'
import { affectedAnswer, maxAffected } from './affected'

export const types = defineCall({
  method: 'GET',
  path: '/bookings/resource-rules/types',
  access: membersFrom('viewer'),
  scopes: ['setup.read'],
  tag: 'Resource Rules',
  operationId: 'listResourceRuleTypes',
  summary: 'The types of resource rules with their parameters',
  answer: {
    description: 'The types',
    schema: z.array(
      z.object({
        ruleType: z.enum(ruleTypeNames),
        label: z.string(),
        class: described(
          z.enum(['restrict', 'scalar']),
          '`restrict`: every rule that matches applies; `scalar`: only the most specific level counts',
        ),
        help: z.string(),
        parameters: shaped<Readonly<Record<string, unknown>>>({
          type: 'object',
          additionalProperties: true,
          description: 'The JSON Schema of a rule’s `parameters`',
        }),
      }),
    ),
  },
})

export const conflicts = defineCall({
  method: 'GET',
  path: '/bookings/resource-rules/{id}/conflicts',
  access: membersFrom('viewer'),
  scopes: ['setup.read'],
  tag: 'Resource Rules',
  operationId: 'listResourceRuleConflicts',
  summary: 'The bookings to come against which a rule speaks',
  description: 'As it is saved. What staff overrode for a booking does not count.',
  answer: { description: `How many, and the next of them: at most ${maxAffected}`, schema: affectedAnswer },
})
