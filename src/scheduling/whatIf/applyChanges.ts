import type {
  ChannelInput,
  ItemInput,
  ResourceInput,
  RuleInput,
  ScheduleInput,
  Snapshot,
  TenantInput,
  TimeslotInput,
  VariantInput,
} from '../snapshot'

/** The records that a draft may change, by entity. */
export interface DraftRecords {
  schedules: ScheduleInput
  /** Attached rules are listed on the resource, or name it themselves. */
  resources: ResourceInput & { ruleIds?: readonly string[] }
  resourceRules: RuleInput
  /** A type does not affect availability; naming one tells which resources a change concerns. */
  resourceTypes: { id: string }
  variants: VariantInput
  catalogItems: ItemInput
  channels: ChannelInput
  timeslots: TimeslotInput
  tenants: TenantInput
}

export type DraftEntity = keyof DraftRecords

type DraftOf<E extends DraftEntity> =
  | { action: 'create'; entityType: E; id: string; data: Omit<DraftRecords[E], 'id'> }
  | { action: 'update'; entityType: E; id: string; data: Partial<DraftRecords[E]> }
  | { action: 'delete'; entityType: E; id: string }

/**
 * One unsaved change. `data` is what saving would store: validated, with defaults. Fields unknown to the engine have no
 * effect.
 */
export type DraftChange = { [E in DraftEntity]: DraftOf<E> }[DraftEntity]

interface Identified {
  id: string
}

const without = (ids: readonly string[] | undefined, id: string): readonly string[] =>
  ids?.includes(id) ? ids.filter(one => one !== id) : (ids ?? [])

/**
 * Returns the snapshot as it would be after saving the changes in order; the given one is not modified.
 * @throws RangeError for the update or deletion of a record missing from the snapshot
 */
export function applyChanges(snapshot: Snapshot, changes: readonly DraftChange[]): Snapshot {
  return changes.reduce(applyChange, snapshot)
}

function applyChange(snapshot: Snapshot, change: DraftChange): Snapshot {
  switch (change.entityType) {
    case 'tenants':
      return change.action === 'update' ? { ...snapshot, tenant: { ...snapshot.tenant, ...change.data } } : snapshot
    case 'resourceTypes':
      return snapshot
    case 'schedules':
      return unlink({ ...snapshot, schedules: changed(snapshot.schedules, change) }, change)
    case 'resourceRules':
      return { ...snapshot, rules: changed(snapshot.rules ?? [], change) }
    case 'variants':
      return { ...snapshot, variants: changed(snapshot.variants, change) }
    case 'catalogItems':
      return unlink({ ...snapshot, items: changed(snapshot.items, change) }, change)
    case 'channels':
      return unlink({ ...snapshot, channels: changed(snapshot.channels ?? [], change) }, change)
    case 'timeslots':
      return { ...snapshot, timeslots: changed(snapshot.timeslots ?? [], change) }
    case 'resources': {
      const resources = changed(snapshot.resources, change)
      const ruleIds = change.action === 'delete' ? undefined : change.data.ruleIds
      const next = unlink({ ...snapshot, resources }, change)
      return ruleIds ? { ...next, rules: attached(next.rules ?? [], change.id, ruleIds) } : next
    }
  }
}

function changed<R extends Identified>(
  records: readonly R[],
  change: { action: 'create' | 'update' | 'delete'; id: string; entityType: string; data?: object },
): readonly R[] {
  const { action, id } = change
  if (action === 'create') return [...records, { ...change.data, id } as R]
  if (!records.some(record => record.id === id))
    throw new RangeError(`${change.entityType} ${id} is not in the snapshot`)
  if (action === 'delete') return records.filter(record => record.id !== id)
  return records.map(record => (record.id === id ? { ...record, ...change.data, id } : record))
}

/** Deletes what depends on a deleted record: its children, and references to its id. */
function unlink(snapshot: Snapshot, { action, entityType, id }: DraftChange): Snapshot {
  if (action !== 'delete') return snapshot
  if (entityType === 'catalogItems')
    return { ...snapshot, variants: snapshot.variants.filter(({ catalogItemId }) => catalogItemId !== id) }
  if (entityType === 'channels')
    return {
      ...snapshot,
      rules: (snapshot.rules ?? []).map(rule => ({ ...rule, channelIds: without(rule.channelIds, id) })),
    }
  if (entityType === 'schedules') {
    const released = <R extends { scheduleId?: string | null }>(record: R): R =>
      record.scheduleId === id ? { ...record, scheduleId: null } : record
    const { tenant } = snapshot
    return {
      ...snapshot,
      tenant: tenant.defaultScheduleId === id ? { ...tenant, defaultScheduleId: null } : tenant,
      resources: snapshot.resources.map(released),
      variants: snapshot.variants.map(released),
      timeslots: (snapshot.timeslots ?? []).filter(({ scheduleId }) => scheduleId !== id),
    }
  }
  return {
    ...snapshot,
    resources: snapshot.resources.map(one => (one.parentResourceId === id ? { ...one, parentResourceId: null } : one)),
    variants: snapshot.variants.map(one => ({
      ...one,
      resources: one.resources.filter(({ resourceId }) => resourceId !== id),
    })),
    rules: (snapshot.rules ?? []).map(rule => ({ ...rule, resourceIds: without(rule.resourceIds, id) })),
  }
}

/** The rules, with exactly `ruleIds` attached to the resource by name. */
function attached(rules: readonly RuleInput[], resourceId: string, ruleIds: readonly string[]): readonly RuleInput[] {
  return rules.map(rule => {
    const others = without(rule.resourceIds, resourceId)
    return { ...rule, resourceIds: ruleIds.includes(rule.id) ? [...others, resourceId] : others }
  })
}
