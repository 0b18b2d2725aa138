import { sql } from 'kysely'
import { type AnyResource, type Fields, isEmpty, meets, memoize, type Requirement } from '../../../src/schema'
import type { ApiRecord } from '../../audit/change'
import type { Transaction } from '../../db/database'
import { assignmentLink } from '../../db/links'
import { anyTable } from '../../db/sql'
import type { Caller } from '../../http/identity/caller'
import { recordColumns, toRecord } from '../columns'
import { scopeOver } from '../imports/references'
import { all, scopeConditions } from '../scope'
import { type Hooks, type Section, sectionsOf, tenantSection, withNested } from './sections'

export type Values = Readonly<Record<string, unknown>>

/** A record of a document, a tenant, or both. */
export interface Entry {
  section: Section
  parent: Entry | null
  id: string
  before: ApiRecord | null
  listed: { path: string; values: Values } | null
  name: string
}

export interface Ground {
  caller: Caller
  resources: readonly AnyResource[]
  hooks: Hooks
}

export interface Kept {
  tenant: Entry | null
  sections: readonly Section[]
  entries: ReadonlyMap<Section, readonly Entry[]>
}

export const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

export const folded = (text: unknown): string => String(text).toLowerCase()

export const nameIn = ({ setup }: Section, values: Values): string => {
  const field = setup.key.find(name => !isEmpty(values[name]))
  return field === undefined ? '' : String(values[field])
}

/** Includes its parents' names: `Haircut / Short`. */
export const wholeName = ({ parent, name }: Pick<Entry, 'parent' | 'name'>): string =>
  parent ? `${wholeName(parent)} / ${name}` : name

const fits = (wanted: Readonly<Record<string, unknown>> | undefined, values: Values): boolean =>
  Object.entries(wanted ?? {}).every(([name, requirement]) => meets(values[name], requirement as Requirement))

export const isOnly = ({ setup: { only } }: Section, values: Values): boolean =>
  only !== undefined && fits(only, values)

const byName = (a: Entry, b: Entry): number => {
  const [one, other] = [wholeName(a), wholeName(b)]
  return one < other ? -1 : one > other ? 1 : a.id < b.id ? -1 : 1
}

/** Computed fields take long for all records at once. */
const storedOf = memoize(
  (resource: AnyResource): AnyResource => ({
    ...resource,
    fields: Object.fromEntries(Object.entries(resource.fields as Fields).filter(([, { computed }]) => !computed)),
  }),
)

const readRecords = async (
  db: Transaction,
  { resource, setup, hooks, lists }: Section,
  ground: Ground,
): Promise<ApiRecord[]> => {
  const scope = scopeOver(storedOf(resource), { ...ground, hooks: { ...hooks, computed: {}, extras: {} } })
  const isOwnTenant = resource.scope === 'platform' ? [sql<boolean>`tenants.id = ${ground.caller.tenant?.id}`] : []
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(recordColumns(scope.resource, scope.hooks))} from ${sql.table(resource.name)}
    where ${all([...scopeConditions(scope), ...isOwnTenant])}`.execute(db)
  const records = rows.map(row => toRecord(resource, row) as ApiRecord).filter(record => fits(setup.where, record))
  for (const { name } of lists) {
    const link = assignmentLink(resource, name)
    const found = await anyTable(db)
      .selectFrom(link.table)
      .select(['ownerId', 'targetId'])
      .where('tenantId', '=', ground.caller.tenant?.id)
      .orderBy(link.rank)
      .orderBy('targetId')
      .execute()
    const ids = grouped(found, row => String(row.ownerId))
    for (const record of records)
      Object.assign(record, { [name]: (ids.get(record.id) ?? []).map(row => String(row.targetId)) })
  }
  return records
}

const entryOf = (section: Section, parent: Entry | null, record: ApiRecord): Entry => ({
  ...{ section, parent, id: record.id, before: record, listed: null },
  name: nameIn(section, record),
})

export const readKept = async (db: Transaction, ground: Ground): Promise<Kept> => {
  const entries = new Map<Section, readonly Entry[]>()
  const sections = sectionsOf(ground.resources)(ground.hooks)
  const read = async (section: Section, parents: ReadonlyMap<string, Entry>): Promise<void> => {
    const found = (await readRecords(db, section, ground)).flatMap(record => {
      const parent = section.parentField === null ? null : parents.get(String((record as Values)[section.parentField]))
      return parent === undefined ? [] : [entryOf(section, parent, record)]
    })
    entries.set(section, found.sort(byName))
    for (const nested of section.nested) await read(nested, new Map(found.map(entry => [entry.id, entry])))
  }
  for (const section of sections) await read(section, new Map())
  const ofTenant = tenantSection(ground.resources)(ground.hooks)
  const [tenant] = ofTenant ? await readRecords(db, ofTenant, ground) : []
  return {
    tenant: ofTenant && tenant ? { ...entryOf(ofTenant, null, tenant), name: 'tenant' } : null,
    ...{ sections, entries },
  }
}

export const allSections = ({ sections }: Pick<Kept, 'sections'>): Section[] => sections.flatMap(withNested)
