import type { SetupEntity, Snapshot, Touched } from '../../../src/scheduling'

/** One change of a record; `data` is what saving would store. */
export type DraftChange =
  | { action: 'create' | 'update'; entityType: SetupEntity | 'timeslots'; id: string; data: object }
  | { action: 'delete'; entityType: SetupEntity | 'timeslots'; id: string }

const lists = {
  schedules: 'schedules',
  resources: 'resources',
  resourceRules: 'rules',
  variants: 'variants',
  catalogItems: 'items',
  channels: 'channels',
  timeslots: 'timeslots',
} as const

const changed = (records: readonly { id: string }[], change: DraftChange): { id: string }[] => {
  const { id } = change
  if (change.action === 'create') return [...records, { ...change.data, id }]
  if (change.action === 'delete') return records.filter(record => record.id !== id)
  return records.map(record => (record.id === id ? { ...record, ...change.data, id } : record))
}

const without = <R>(records: readonly R[], isGone: (record: R) => boolean): R[] =>
  records.filter(record => !isGone(record))

/** The records after a change is saved, as the database would hold them. */
export const saved = (snapshot: Snapshot, change: DraftChange): Snapshot => {
  const { entityType, id } = change
  if (entityType === 'resourceTypes') return snapshot
  if (entityType === 'tenants')
    return change.action === 'update' ? { ...snapshot, tenant: { ...snapshot.tenant, ...change.data } } : snapshot
  const list = lists[entityType]
  const next = { ...snapshot, [list]: changed(snapshot[list] ?? [], change) }
  if (entityType !== 'resources' || change.action !== 'delete') return next
  return {
    ...next,
    variants: next.variants.map(one => ({ ...one, resources: without(one.resources, each => each.resourceId === id) })),
    rules: (next.rules ?? []).map(rule => ({
      ...rule,
      resourceIds: without(rule.resourceIds ?? [], each => each === id),
    })),
  }
}

/** What changes name; a timeslot counts as its schedule. */
export const touchedBy = ({ timeslots = [] }: Snapshot, changes: readonly DraftChange[]): Touched[] =>
  changes.flatMap((change): Touched[] => {
    const { entityType, id } = change
    if (entityType !== 'timeslots') return [{ entityType, id }]
    const made = change.action === 'create' ? (change.data as { scheduleId: string }).scheduleId : undefined
    const scheduleId = made ?? timeslots.find(one => one.id === id)?.scheduleId
    return scheduleId ? [{ entityType: 'schedules', id: scheduleId }] : []
  })
