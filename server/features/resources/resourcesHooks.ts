import { sql } from 'kysely'
import * as z from 'zod/mini'
import { described, isUuid, type Message, type ValidationErrors } from '../../../src/declare'
import { resourceRules } from '../../../src/resources/resourceRules'
import { bookableResources } from '../../../src/resources/resources'
import {
  actionsFor,
  type CheckedChange,
  lockInvariant,
  ownerIds,
  type ResourceHooks,
  requireActive,
  type UnitOfWork,
} from '../../serve'
import { missing } from '../bookings/checkAllocation'
import { addPerson } from './addPerson'

/** A court, its halves, their quarters (docs/domain.md#resource-types-and-resources). */
const maxDepth = 3

/** Two parallel changes could each make the other the parent. Locked before any record, against deadlocks. */
const lockFamilies = ({ db, caller }: UnitOfWork): Promise<void> =>
  lockInvariant(db, `families of resources ${caller.tenant?.id}`)

const familyProblem = async ({ db, caller }: UnitOfWork, id: unknown, parentId: unknown): Promise<Message | null> => {
  const tenantId = caller.tenant?.id
  const { rows } = await sql<{ isCycle: boolean; above: number; below: number }>`
    with recursive ancestors as (
      select id, parent_resource_id, 1 as level from resources where tenant_id = ${tenantId} and id = ${parentId}
      union all
      select resources.id, resources.parent_resource_id, level + 1 from resources join ancestors
        on resources.tenant_id = ${tenantId} and resources.id = ancestors.parent_resource_id where level < 10
    ), parts as (
      select id, 1 as level from resources where tenant_id = ${tenantId} and id = ${id}
      union all
      select resources.id, level + 1 from resources join parts
        on resources.tenant_id = ${tenantId} and resources.parent_resource_id = parts.id where level < 10
    )
    select exists (select from ancestors where id = ${id}) as is_cycle,
      (select coalesce(max(level), 0) from ancestors) as above, (select coalesce(max(level), 1) from parts) as below`.execute(
    db,
  )
  const [family] = rows
  if (family?.isCycle) return { key: 'validation.partOfItself', args: {} }
  if (family && family.above + family.below > maxDepth) return { key: 'validation.tooDeep', args: { max: maxDepth } }
  return null
}

const check = async (unit: UnitOfWork, { before, after }: CheckedChange): Promise<ValidationErrors> => {
  const errors: Record<string, Message> = {
    ...(await requireActive(unit, 'resourceTypes', 'resourceTypeId', { before, after })),
    ...(await requireActive(unit, 'schedules', 'scheduleId', { before, after })),
  }
  if (after.parentResourceId && after.parentResourceId !== before?.parentResourceId) {
    if (!before) await lockFamilies(unit)
    const problem = await familyProblem(unit, before?.id ?? null, after.parentResourceId)
    if (problem) errors.parentResourceId = problem
  }
  return errors
}

export const resourcesHooks: ResourceHooks = {
  actions: actionsFor(bookableResources, { addPerson }),
  extras: {
    ruleIds: {
      select: ownerIds(resourceRules, 'resourceIds'),
      schema: described(z.array(z.uuid()), 'The rules attached to this resource alone'),
    },
  },
  concerns: {
    rules: {
      ways: ['resource', 'type', 'all'],
      select: id => sql<string | null>`case
        when exists (select from resource_rules_resource_ids as named where named.tenant_id = resource_rules.tenant_id
          and named.owner_id = resource_rules.id and named.target_id = ${id}) then 'resource'
        when exists (select from resource_rules_resource_type_ids as typed join resources
          on resources.tenant_id = typed.tenant_id and resources.resource_type_id = typed.target_id
          where typed.tenant_id = resource_rules.tenant_id and typed.owner_id = resource_rules.id
          and resources.id = ${id}) then 'type'
        when resource_rules.apply_to_all_resources then 'all' end`,
    },
  },
  prepare: async ({ db, caller }, input) => {
    const { capacity = null, resourceTypeId } = input
    if (capacity !== null || typeof resourceTypeId !== 'string' || !isUuid(resourceTypeId)) return input
    const { rows } = await sql<{ defaultCapacity: number }>`select default_capacity from resource_types
      where tenant_id = ${caller.tenant?.id} and id = ${resourceTypeId}`.execute(db)
    const [type] = rows
    if (!type) throw missing('resourceTypeId', 'resource type')
    return { ...input, capacity: type.defaultCapacity }
  },
  lockFirst: async (unit, input) => {
    if (input.parentResourceId) await lockFamilies(unit)
  },
  check,
  checksReferred: true,
}
