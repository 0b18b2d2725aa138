import type { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { ruleLevel } from '../rules/resolveRules'
import type { ResourceInput, RuleInput, VariantInput } from '../snapshot'

/** Resource types only matter through resources. */
export const SETUP_ENTITIES = [
  'schedules',
  'resources',
  'resourceRules',
  'resourceTypes',
  'variants',
  'catalogItems',
  'channels',
  'tenants',
] as const

export type SetupEntity = (typeof SETUP_ENTITIES)[number]

/** Timeslots count as their schedule. */
export interface Touched {
  readonly entityType: SetupEntity
  readonly id: string
}

export interface Concerned {
  readonly variantIds: ReadonlySet<string>
  readonly resourceIds: ReadonlySet<string>
  /** Changed themselves. */
  readonly changedVariantIds: ReadonlySet<string>
  readonly channelIds: ReadonlySet<string>
}

/** Resources by themselves, type, schedule, rules or family; variants by themselves, a resource, or their channel. */
export function concernedBy(
  touched: readonly Touched[],
  before: IndexedSnapshot,
  after: IndexedSnapshot,
  channelId: string | null,
): Concerned {
  const changed = changedIds(touched, before, after)
  const isTenantWide = changesTenant(before, after)
  const resourceIds = new Set<string>()
  const variantIds = new Set<string>()
  const changedVariantIds = new Set<string>()
  for (const snapshot of [before, after]) {
    const rules = (snapshot.records.rules ?? []).filter(({ id }) => changed.resourceRules.has(id))
    for (const resource of snapshot.records.resources) {
      if (isTenantWide || concernsResource(resource, snapshot, rules, changed)) resourceIds.add(resource.id)
    }
  }
  // A new default concerns every resource that follows it.
  for (const resource of after.records.resources) {
    const known = before.resources.get(resource.id)
    if (known && before.scheduleOf(known)?.schedule.id !== after.scheduleOf(resource)?.schedule.id)
      resourceIds.add(resource.id)
  }
  const isChannelChanged = channelId !== null && changed.channels.has(channelId)
  for (const { records } of [before, after]) {
    for (const variant of records.variants) {
      if (isTenantWide || isVariantChanged(variant, changed)) changedVariantIds.add(variant.id)
      const listsConcerned = variant.resources.some(({ resourceId }) => resourceIds.has(resourceId))
      if (isChannelChanged || listsConcerned || changedVariantIds.has(variant.id)) variantIds.add(variant.id)
    }
  }
  return { variantIds, resourceIds, changedVariantIds, channelIds: changed.channels }
}

type ChangedIds = { readonly [E in SetupEntity]: ReadonlySet<string> }

function changedIds(touched: readonly Touched[], before: IndexedSnapshot, after: IndexedSnapshot): ChangedIds {
  const changed = Object.fromEntries(
    SETUP_ENTITIES.map(entity => [
      entity,
      new Set(touched.filter(({ entityType }) => entityType === entity).map(({ id }) => id)),
    ]),
  ) as Record<SetupEntity, Set<string>>
  for (const { records } of [before, after])
    for (const { id, channelIds } of records.rules ?? [])
      if (channelIds?.some(one => changed.channels.has(one))) changed.resourceRules.add(id)
  return changed
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

function isVariantChanged({ id, catalogItemId, scheduleId }: VariantInput, changed: ChangedIds): boolean {
  return changed.variants.has(id) || changed.catalogItems.has(catalogItemId) || changed.schedules.has(scheduleId ?? '')
}

/** With families, for their bookings. */
export function neededResources(
  sides: readonly IndexedSnapshot[],
  { variantIds, resourceIds }: Pick<Concerned, 'variantIds' | 'resourceIds'>,
): Set<string> {
  const needed = new Set(resourceIds)
  for (const { records } of sides)
    for (const { id, resources } of records.variants)
      if (variantIds.has(id)) for (const { resourceId } of resources) needed.add(resourceId)
  for (const side of sides) for (const id of [...needed]) for (const one of side.family(id)) needed.add(one)
  return needed
}
