import { sql } from 'kysely'
import type { SetupDocument } from '../../../src/contract'
import type { MadeByTemplate, SetupPlan } from '../../../src/contract/calls/setup'
import type { AnyResource } from '../../../src/schema'
import type { Change } from '../../audit/change'
import type { Transaction } from '../../db/database'
import type { MemberCaller } from '../../http/identity/caller'
import { notFound, Problem } from '../../http/problem'
import type { Services } from '../../http/services'
import type { UnitOfWork } from '../../http/unitOfWork'
import { noteAction } from '../audit/noteAction'
import { attempt } from '../bulk'
import { scopeOver } from '../imports/references'
import { findRecords } from '../scope'
import { deleteRecord, updateRecord } from '../single'
import { deleteRecords } from '../write'
import { appliedSetup } from './apply'
import { documentOf } from './document'
import { allSections, type Ground, readKept } from './entries'
import { isReferring } from './sections'

export interface TemplateRequest {
  caller: MemberCaller
  services: Services
  params: unknown
}

export interface SetupTemplates {
  keys: readonly string[]
  /** In the language closest to `locale`. */
  about: (key: string, locale: string) => { name: string; description: string }
  /** Without the tenant's own settings; `tenant` holds the template's additions. */
  document: (key: string, as: { locale: string; currency: string; timeZone: string }) => SetupDocument
  complete?: (unit: UnitOfWork, request: TemplateRequest, key: string) => Promise<void>
  /** An upper bound. */
  sampleBookings: (key: string) => number
  addSamples?: (unit: UnitOfWork, request: TemplateRequest, key: string, locale: string) => Promise<void>
  /** Removes dependents that have no log of their own. */
  clear?: (unit: UnitOfWork, ids: readonly string[]) => Promise<void>
}

interface Made {
  resource: string
  id: string
  label: string
  version: number
  isSample: boolean
}

export const countsOf = (document: SetupDocument): Record<string, number> => {
  const counts: Record<string, number> = {}
  const count = (name: string, list: readonly unknown[]): void => {
    counts[name] = (counts[name] ?? 0) + list.length
    for (const record of list)
      for (const [inner, value] of Object.entries(record as object))
        if (Array.isArray(value) && value.some(one => typeof one === 'object' && one !== null && 'name' in one))
          count(inner, value)
  }
  for (const [name, list] of Object.entries(document)) if (Array.isArray(list)) count(name, list)
  return counts
}

export const templateFor = async (
  db: Transaction,
  templates: SetupTemplates,
  key: string,
  ground: Ground,
  { locale, currency }: { locale?: string | null | undefined; currency?: string | undefined },
): Promise<{ document: SetupDocument; locale: string }> => {
  const kept = await readKept(db, ground)
  const own = documentOf(kept, ground.caller).tenant ?? {}
  const said = locale ?? String((kept.tenant?.before as { locale?: string } | null)?.locale ?? 'en')
  const as = {
    locale: said,
    currency: currency ?? ground.caller.tenant?.currency ?? 'EUR',
    timeZone: ground.caller.tenant?.timeZone ?? 'UTC',
  }
  const document = templates.document(key, as)
  return {
    document: { ...document, tenant: { ...own, ...document.tenant, ...(currency && { currency }) } },
    locale: said,
  }
}

const resourceNamed = ({ resources }: Pick<Ground, 'resources'>, name: string): AnyResource | undefined =>
  resources.find(resource => resource.name === name)

const versionsOf = async (
  { db, caller }: Pick<UnitOfWork, 'db' | 'caller'>,
  name: string,
  ids: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from ${sql.table(name)} where tenant_id = ${caller.tenant?.id} and id = any(${ids}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const madeIn = async (
  unit: UnitOfWork,
  changes: readonly Change[],
  ground: Ground,
  isSample: boolean,
): Promise<Made[]> => {
  const made = changes.filter(({ before, after }) => !before && after)
  const found: Made[] = []
  for (const name of new Set(made.map(({ resource }) => resource.name))) {
    const resource = resourceNamed(ground, name)
    if (!resource) continue
    const some = made.flatMap(({ resource, after }) => (resource.name === name && after ? [after] : []))
    const versions = await versionsOf(
      unit,
      name,
      some.map(({ id }) => id),
    )
    for (const after of some) {
      const { id } = after
      const label = String(after[resource.represent] ?? '')
      found.push({ resource: name, id, label, version: versions.get(id) ?? 1, isSample })
    }
  }
  return found
}

const keep = async (unit: UnitOfWork, ground: Ground, template: string, made: readonly Made[]): Promise<void> => {
  await sql`
    insert into set_ups (tenant_id, template, made, made_by)
    values (${ground.caller.tenant?.id}, ${template}, ${JSON.stringify(made)}::jsonb, ${ground.caller.userId})
    on conflict (tenant_id) do update set made = set_ups.made || excluded.made`.execute(unit.db)
}

export const appliedTemplate = async (
  unit: UnitOfWork,
  templates: SetupTemplates,
  key: string,
  request: TemplateRequest,
  ground: Ground,
  { locale, isDryRun = false }: { locale?: string | null; isDryRun?: boolean },
): Promise<{ plan: SetupPlan; locale: string }> => {
  const { document, locale: said } = await templateFor(unit.db, templates, key, ground, { locale })
  const first = unit.changes.length
  const plan = await appliedSetup(unit, document, ground, { isDryRun })
  if (!isDryRun) {
    await templates.complete?.(unit, request, key)
    await keep(unit, ground, key, await madeIn(unit, unit.changes.slice(first), ground, false))
  }
  return { plan, locale: said }
}

/** In a separate transaction, since samples read the stored set-up. */
export const addedSamples = async (
  unit: UnitOfWork,
  templates: SetupTemplates,
  key: string,
  request: TemplateRequest,
  ground: Ground,
  locale: string,
): Promise<void> => {
  const first = unit.changes.length
  unit.reason = 'Set-up'
  await templates.addSamples?.(unit, request, key, locale)
  await keep(unit, ground, key, await madeIn(unit, unit.changes.slice(first), ground, true))
}

interface Stored {
  template: string
  made: readonly Made[]
  at: string
}

const findStored = async ({ db, caller }: Pick<UnitOfWork, 'db' | 'caller'>): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    select template, made, created_at as at from set_ups where tenant_id = ${caller.tenant?.id}`.execute(db)
  const [stored] = rows
  if (!stored) throw notFound('template')
  return stored
}

const shown = ({ resource, id, label }: Made) => ({ resource, id, label })

const changedOf = async (unit: UnitOfWork, made: readonly Made[]): Promise<Made[]> => {
  const changed: Made[] = []
  for (const name of new Set(made.map(({ resource }) => resource))) {
    const some = made.filter(({ resource }) => resource === name)
    const versions = await versionsOf(
      unit,
      name,
      some.map(({ id }) => id),
    )
    changed.push(...some.filter(({ id, version }) => versions.has(id) && versions.get(id) !== version))
  }
  return changed
}

const releaseSettings = async (unit: UnitOfWork, ground: Ground, ids: ReadonlySet<string>): Promise<void> => {
  const { tenant } = await readKept(unit.db, ground)
  if (!tenant?.before) return
  const stored = tenant.before
  const named = tenant.section.fields.filter(([name, field]) => isReferring(field) && ids.has(String(stored[name])))
  if (named.length === 0) return
  const { resource, hooks } = tenant.section
  const scope = { resource, hooks, resources: ground.resources, caller: unit.caller, params: {} }
  const input = Object.fromEntries(named.map(([name]) => [name, null]))
  await updateRecord(unit, scope, tenant.id, { input, ifMatch: null })
}

/** @returns the records that something else holds */
const remove = async (
  unit: UnitOfWork,
  templates: SetupTemplates,
  ground: Ground,
  made: readonly Made[],
): Promise<Made[]> => {
  const ids = new Set(made.map(({ id }) => id))
  const scopeFor = (name: string) => {
    const resource = resourceNamed(ground, name) as AnyResource
    return scopeOver(resource, { ...ground, hooks: ground.hooks[name] ?? {} })
  }
  // The latest first: samples refer to earlier customers.
  for (const name of [
    ...new Set(made.filter(({ isSample }) => isSample).map(({ resource }) => resource)),
  ].toReversed()) {
    const scope = scopeFor(name)
    const some = made.filter(one => one.isSample && one.resource === name).map(({ id }) => id)
    const records = await findRecords(unit.db, scope, some, { lock: true })
    if (records.length === 0) continue
    const problem = await attempt(unit, scope, async () => {
      await scope.hooks.beforeDelete?.(unit, records)
      await deleteRecords(unit, scope, records)
    })
    if (problem) return made.filter(one => one.isSample && one.resource === name)
  }
  await templates.clear?.(unit, [...ids])
  await releaseSettings(unit, ground, ids)
  const order = allSections(await readKept(unit.db, ground)).map(({ resource }) => resource.name)
  let left = made
    .filter(({ isSample }) => !isSample)
    .toSorted((a, b) => order.indexOf(b.resource) - order.indexOf(a.resource))
  for (let before = -1; left.length > 0 && left.length !== before; ) {
    before = left.length
    const held: Made[] = []
    for (const one of left) {
      const scope = scopeFor(one.resource)
      const problem = await attempt(unit, scope, () => deleteRecord(unit, scope, one.id, { ifMatch: null }))
      if (problem && problem.code !== 'not_found') held.push(one)
    }
    left = held
  }
  return left
}

/** Roll the unit back. */
export const madeByTemplate = async (
  unit: UnitOfWork,
  templates: SetupTemplates,
  ground: Ground,
): Promise<MadeByTemplate> => {
  const { template, made, at } = await findStored(unit)
  const changed = await changedOf(unit, made)
  const used = await remove(unit, templates, ground, made)
  return {
    ...{ template, at: new Date(at).toISOString() },
    ...{ made: made.map(shown), changed: changed.map(shown), used: used.map(shown) },
  }
}

/** @throws Problem `conflict` naming edited records, or `in_use` naming held ones */
export const removedTemplate = async (
  unit: UnitOfWork,
  templates: SetupTemplates,
  ground: Ground,
  { includeChanged }: { includeChanged: boolean },
): Promise<void> => {
  const { template, made } = await findStored(unit)
  const changed = await changedOf(unit, made)
  if (changed.length > 0 && !includeChanged)
    throw new Problem('conflict', 'Some of it was edited since.', {
      message: { key: 'refusal.templateChanged', args: { count: changed.length } },
      extensions: { changed: changed.map(shown) },
    })
  unit.reason = 'Set-up'
  const used = await remove(unit, templates, ground, made)
  if (used.length > 0)
    throw new Problem('in_use', 'Some of it is used by now.', {
      message: { key: 'refusal.templateUsed', args: { count: used.length } },
      extensions: { blocking: used.map(shown) },
    })
  await sql`delete from set_ups where tenant_id = ${ground.caller.tenant?.id}`.execute(unit.db)
  noteAction(unit, {
    ...{ action: 'undone', resource: { name: 'setup' }, record: null, label: template },
    changes: { count: { from: made.length, to: 0 } },
  })
}

/** @throws Problem `not_found` */
export const requireTemplate = (templates: SetupTemplates | undefined, key: string): SetupTemplates => {
  if (!templates?.keys.includes(key)) throw notFound('template')
  return templates
}
