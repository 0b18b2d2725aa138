import { ruleTypeNames, ruleTypes } from '../../../src/resources/ruleTypes'
import { objectSchemaOf } from '../openapi/fieldSchema'
import type { JsonSchema } from '../queryParams'
import { defineRoute } from '../route'

const text: JsonSchema = { type: 'string' }

const ruleTypeSchema: JsonSchema = {
  type: 'object',
  properties: {
    ruleType: { type: 'string', enum: [...ruleTypeNames] },
    label: text,
    class: {
      type: 'string',
      enum: ['restrict', 'scalar'],
      description: '`restrict`: every rule that matches applies; `scalar`: only the most specific level counts',
    },
    help: text,
    parameters: { type: 'object', description: 'The JSON Schema of a rule’s `parameters`' },
  },
  required: ['ruleType', 'label', 'class', 'help', 'parameters'],
}

const answer = ruleTypeNames.map(name => {
  const { label, class: ruleClass, help, fields } = ruleTypes[name]
  return { ruleType: name, label, class: ruleClass, help, parameters: objectSchemaOf(fields) }
})

/** What rules there can be, for programs that draw their own form (domain.md §5). */
export const resourceRuleTypesRoute = defineRoute({
  method: 'GET',
  path: '/bookings/resource-rules/types',
  access: { who: 'member', role: 'viewer', tenant: { header: 'X-Tenant-ID' } },
  tag: 'Resource Rules',
  operationId: 'listResourceRuleTypes',
  summary: 'The types of resource rules with their parameters',
  answer: { status: 200, description: 'The types', schema: { type: 'array', items: ruleTypeSchema } },
  handler: async () => ({ status: 200, body: answer }),
})
