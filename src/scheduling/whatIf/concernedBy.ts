import type { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { ruleLevel } from '../rules/resolveRules'
import type { ResourceInput, RuleInput, VariantInput } from '../snapshot'
import type { DraftChange, DraftEntity } from './applyChanges'

/** The ids of the records that some changes may affect. */
export interface Concerned {
  readonly variantIds: ReadonlySet<string>
  readonly resourceIds: ReadonlySet<string>
  /** The channels that the changes edit. */
  readonly channelIds: ReadonlySet<string>
}

/**
 * Finds what changes concern: resources that change themselves, or whose type, schedule, rules or family do; variants
 * that change themselves, list such a resource, or are sold through `channelId` when that channel changes.
 */
export function concernedBy(
  changes: readonly DraftChange[],
  before: IndexedSnapshot,
  after: IndexedSnapshot,
  channelId: string | null,
): Concerned {
  const changed = changedIds(changes, before, after)
  const isTenantWide = changesTenant(before, after)
  const resourceIds = new Set<string>()
  const variantIds = new Set<string>()
  for (const snapshot of [before, after]) {
    const rules = (snapshot.records.rules ?? []).filter(({ id }) => changed.resourceRules.has(id))
    for (const resource of snapshot.records.resources) {
      if (isTenantWide || concernsResource(resource, snapshot, rules, changed)) resourceIds.add(resource.id)
    }
  }
  // A change of the tenant's default schedule concerns every resource that follows it.
  for (const resource of after.records.resources) {
    const known = before.resources.get(resource.id)
    if (known && before.scheduleOf(known)?.schedule.id !== after.scheduleOf(resource)?.schedule.id)
      resourceIds.add(resource.id)
  }
  const isChannelChanged = channelId !== null && changed.channels.has(channelId)
  for (const { records } of [before, after]) {
    for (const variant of records.variants) {
      if (isTenantWide || isChannelChanged || concernsVariant(variant, resourceIds, changed)) variantIds.add(variant.id)
    }
  }
  return { variantIds, resourceIds, channelIds: changed.channels }
}

type ChangedIds = { readonly [E in DraftEntity]: ReadonlySet<string> }

function changedIds(changes: readonly DraftChange[], before: IndexedSnapshot, after: IndexedSnapshot): ChangedIds {
  const idsOf = (entity: DraftEntity): Set<string> =>
    new Set(changes.filter(({ entityType }) => entityType === entity).map(({ id }) => id))
  const schedules = idsOf('schedules')
  const rules = idsOf('resourceRules')
  const timeslots = idsOf('timeslots')
  const channels = idsOf('channels')
  for (const { records } of [before, after]) {
    for (const { id, scheduleId } of records.timeslots ?? []) if (timeslots.has(id)) schedules.add(scheduleId)
    for (const { id, channelIds } of records.rules ?? []) if (channelIds?.some(one => channels.has(one))) rules.add(id)
  }
  return {
    schedules,
    resourceRules: rules,
    timeslots,
    channels,
    resources: idsOf('resources'),
    resourceTypes: idsOf('resourceTypes'),
    variants: idsOf('variants'),
    catalogItems: idsOf('catalogItems'),
    tenants: idsOf('tenants'),
  }
}

function changesTenant({ records: before }: IndexedSnapshot, { records: after }: IndexedSnapshot): boolean {
  const [a, b] = [before.tenant, after.tenant]
  return a.timeZone !== b.timeZone || a.weekStartsOn !== b.weekStartsOn || a.isActive !== b.isActive
}

function concernsResource(
  resource: ResourceInput,
  snapshot: IndexedSnapshot,
  rules: readonly RuleInput[],
  changed: ChangedIds,
): boolean {
  const { id, resourceTypeId } = resource
  if (changed.resources.has(id) || changed.resourceTypes.has(resourceTypeId)) return true
  if (changed.schedules.has(snapshot.scheduleOf(resource)?.schedule.id ?? '')) return true
  return (
    snapshot.family(id).some(one => changed.resources.has(one)) || rules.some(rule => ruleLevel(rule, resource) >= 0)
  )
}

function concernsVariant(
  { id, catalogItemId, scheduleId, resources }: VariantInput,
  resourceIds: ReadonlySet<string>,
  changed: ChangedIds,
): boolean {
  if (changed.variants.has(id) || changed.catalogItems.has(catalogItemId)) return true
  if (changed.schedules.has(scheduleId ?? '')) return true
  return resources.some(({ resourceId }) => resourceIds.has(resourceId))
}
