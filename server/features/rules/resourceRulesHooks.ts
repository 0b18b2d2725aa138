import { sql } from 'kysely'
import { param } from '../../../src/declare'
import { type RuleTypeName, ruleTypes } from '../../../src/resources/ruleTypes'
import type { ResourceHooks } from '../../serve'
import { leaveBlocks } from './leaveBlocks'
import { ruleName } from './ruleName'

const concerns = sql`(resource_rules.apply_to_all_resources
  or exists (select from resource_rules_resource_ids as named where named.tenant_id = resource_rules.tenant_id
    and named.owner_id = resource_rules.id and named.target_id = resources.id)
  or exists (select from resource_rules_resource_type_ids as typed where typed.tenant_id = resource_rules.tenant_id
    and typed.owner_id = resource_rules.id and typed.target_id = resources.resource_type_id))`

const affected = sql`from resources where resources.tenant_id = resource_rules.tenant_id and ${concerns}`

const affectedCount = sql`case
  when resource_rules.apply_to_all_resources then (select count(*) from resources where resources.tenant_id = resource_rules.tenant_id)
  else (select count(*) from (
    select named.target_id from resource_rules_resource_ids as named
    where named.tenant_id = resource_rules.tenant_id and named.owner_id = resource_rules.id
    union
    select resources.id from resource_rules_resource_type_ids as typed join resources
      on resources.tenant_id = typed.tenant_id and resources.resource_type_id = typed.target_id
    where typed.tenant_id = resource_rules.tenant_id and typed.owner_id = resource_rules.id) as concerned) end`

export const resourceRulesHooks: ResourceHooks = {
  computed: { affectedResourceCount: affectedCount },
  filters: {
    resourceId: {
      param: param(
        'ids',
        'Effective for one of these resources: by name, by its type, or for all; add applyToAllResources=false to leave those out',
      ),
      condition: ids => sql`exists (select ${affected} and resources.id = any(${ids}))`,
    },
  },
  prepare: async (unit, input) => {
    const { name = null, ruleType, parameters } = input
    const isNamed = typeof name === 'string' ? name.trim() !== '' : name !== null
    if (isNamed || typeof ruleType !== 'string' || !Object.hasOwn(ruleTypes, ruleType)) return input
    const given = typeof parameters === 'object' && parameters !== null ? parameters : {}
    return { ...input, name: await ruleName(unit, ruleType as RuleTypeName, given as Record<string, unknown>) }
  },
  beforeDelete: leaveBlocks,
}
