import { fileValue } from '../server/crud/files/withFiles'
import type { Database } from '../server/db/database'
import { linksOf } from '../server/db/links'
import { toRow } from '../server/db/rows'
import { anyTable } from '../server/db/sql'
import { onlyId } from '../server/db/tables'
import { insertUpload } from '../server/files/storedFiles'
import type { Route } from '../server/http/route'
import {
  type AnyField,
  type AnyNoOverlap,
  type AnyResource,
  applies,
  defaultsOf,
  type Fields,
  fileTypes,
  isRequired,
  isSaid,
  kindOf,
  type Money,
  pathParamNames,
  takenTypes,
} from '../src/schema'
import { isWithin, sidesOf } from '../src/schema/bounds'
import { DAY } from '../src/time/instant'

let count = 0

/** Unique where a kind can make one; undefined for references to other records. */
const sampleValue = (field: AnyField): unknown => kindOf(field).sample?.(field.options, ++count)
export interface Place {
  database: Database
}

/** How to create a record, where the declaration does not say enough. */
export interface OwnSample {
  values?: Readonly<Record<string, unknown>>
  /** The body of a successful create call. */
  draft?: (place: Place, tenantId: string) => Promise<Record<string, unknown>>
  record?: (place: Place, tenantId: string) => Promise<string>
}

export type OwnSamples = Readonly<Record<string, OwnSample>>

const viewIn: OwnSample['record'] = ({ database }, tenantId) =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const values = { tenantId, name: `View ${++count}`, resource: 'savedViews', visibility: 'shared' } as const
    return (await anyTable(db).insertInto('savedViews').values(values).returning('id').executeTakeFirstOrThrow()).id
  })

const ownSamples = new Map<string, OwnSample>([['savedViews', { values: { resource: 'savedViews' }, record: viewIn }]])

export const addSamples = (samples: OwnSamples): void => {
  for (const [name, sample] of Object.entries(samples)) ownSamples.set(name, sample)
}

const typedSample = (
  { options: { by, types } }: Extract<AnyField, { kind: 'typed' }>,
  draft: Record<string, unknown>,
) => {
  const required = Object.entries(types[String(draft[by])]?.fields ?? {}).filter(
    ([, { presence }]) => presence === 'required',
  )
  return Object.fromEntries(required.map(([name, field]) => [name, sampleValue(field)]))
}

const smallest = { size: 70, width: 1, height: 1, name: 'sample' }

export const fileIn = async ({ database }: Place, field: AnyField, tenantId: string | null) => {
  const type = fileTypes[takenTypes(field)[0] ?? 'pdf']
  const upload = { ...smallest, type, id: crypto.randomUUID(), bytes: Buffer.from('bytes'), hash: Buffer.from('hash') }
  await database.run(tenantId ? { as: 'tenant', tenantId } : { as: 'platform' }, db =>
    insertUpload(db, tenantId, upload, { userId: crypto.randomUUID(), isInBucket: false }),
  )
  return fileValue(field, tenantId, upload.id, upload)
}

export const sampleOf = async (
  place: Place,
  field: AnyField,
  tenantId: string,
  draft: Record<string, unknown>,
): Promise<unknown> => {
  switch (field.kind) {
    case 'reference':
      return recordIn(place, field.options.to() as AnyResource, tenantId)
    case 'references':
      return [await recordIn(place, field.options.to() as AnyResource, tenantId)]
    case 'typed':
      return typedSample(field, draft)
    case 'image':
    case 'file':
      return fileIn(place, field, tenantId)
    default:
      return sampleValue(field)
  }
}

let spans = 0

/** One day long, later than every earlier sample's. */
export const spanSample = (fields: Fields, { from, until }: Pick<AnyNoOverlap, 'from' | 'until'>) => {
  const day = (number: number) => new Date(Date.UTC(2030, 0, number)).toISOString()
  const ends = [day(++spans), day(spans + 1)]
  const [start, end] = fields[from]?.kind === 'instant' ? ends : ends.map(end => end.slice(0, 10))
  return { [from]: start, [until]: end }
}

const stepped = (value: unknown, side: string): unknown => {
  const step = side === 'after' ? 1 : side === 'before' ? -1 : 0
  if (typeof value === 'number') return value + step
  if (typeof value === 'object') return { ...(value as Money), amount: (value as Money).amount + step }
  const text = String(value)
  if (/^-?[\d.]+$/.test(text)) return String(Number(text) + step)
  const moved = new Date(Date.parse(text) + step * DAY).toISOString()
  return text.length > 10 ? moved : moved.slice(0, 10)
}

const fitBounds = (resource: AnyResource, draft: Record<string, unknown>): void => {
  const now = new Date().toISOString()
  for (const { name, side, limit } of sidesOf(resource)) {
    const kind = (resource.fields as Fields)[name]?.kind
    if (!kind || draft[name] === undefined) continue
    const isClock = isSaid(limit) && (limit.says === 'now' || limit.says === 'today')
    const bound = isClock ? (limit.says === 'now' ? now : now.slice(0, 10)) : draft[limit as string]
    if (bound !== undefined && !isWithin(kind, side, draft[name], bound)) draft[name] = stepped(bound, side)
  }
}

export const draftOf = async (
  place: Place,
  resource: AnyResource,
  tenantId: string,
): Promise<Record<string, unknown>> => {
  const own = ownSamples.get(resource.name)?.draft
  if (own) return own(place, tenantId)
  const parents = pathParamNames(resource.api)
  const draft: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    const isUnique = field.kind === 'slug' || resource.uniqueTogether?.some(group => group.includes(name))
    const isNeeded = isUnique || isRequired(resource, name, { ...defaultsOf(resource), ...draft }, 'owner')
    const isFile = resource.scope === 'tenant' && (field.kind === 'image' || field.kind === 'file')
    // Optional where some means of contact is required.
    if (!field.writable || parents.includes(name) || !(isNeeded || isFile || field.kind === 'email')) continue
    draft[name] = await sampleOf(place, field, tenantId, draft)
  }
  fitBounds(resource, draft)
  for (const { from, until } of (resource.noOverlap ?? []) as readonly AnyNoOverlap[])
    Object.assign(draft, spanSample(resource.fields, { from, until }))
  return { ...draft, ...ownSamples.get(resource.name)?.values }
}

const singletonIn = async ({ database }: Place, resource: AnyResource, tenantId: string): Promise<string> => {
  const isOfTenant = resource.scope === 'tenant'
  const id = isOfTenant ? tenantId : onlyId
  const row = { ...toRow(resource, defaultsOf(resource)), id, ...(isOfTenant && { tenantId }) }
  const actor = isOfTenant ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)
  await database.run(actor, db =>
    anyTable(db)
      .insertInto(resource.name)
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  return id
}

/** Adds one row to each of its links. */
export const recordIn = async (place: Place, resource: AnyResource, tenantId: string): Promise<string> => {
  const own = ownSamples.get(resource.name)?.record
  if (own) return own(place, tenantId)
  if (resource.kind === 'singleton') return singletonIn(place, resource, tenantId)
  const parents: Record<string, string> = {}
  for (const name of pathParamNames(resource.api)) {
    const field = (resource.fields as Fields)[name]
    if (name === 'tenantId') parents[name] = tenantId
    else if (field?.kind === 'reference')
      parents[name] = await recordIn(place, field.options.to() as AnyResource, tenantId)
  }
  const draft: Record<string, unknown> = { ...(await draftOf(place, resource, tenantId)), ...parents }
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    const isFilled = field.starts ? field.presence !== 'optional' : !field.writable && field.presence === 'required'
    if (field.computed || !isFilled || draft[name] !== undefined) continue
    draft[name] = await sampleOf(place, field, tenantId, draft)
  }
  const isOfTenant = resource.scope === 'tenant'
  const row = { ...toRow(resource, draft), ...(isOfTenant && { tenantId }) }
  const links = linksOf(resource).filter(({ name }) => applies(resource, name, { ...defaultsOf(resource), ...draft }))
  const targets: string[] = []
  for (const { target } of links) targets.push(await recordIn(place, target, tenantId))
  const actor = isOfTenant ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)
  return place.database.run(actor, async db => {
    const { id } = await anyTable(db).insertInto(resource.name).values(row).returning('id').executeTakeFirstOrThrow()
    for (const [index, { table, rank }] of links.entries()) {
      await anyTable(db)
        .insertInto(table)
        .values({ tenantId, ownerId: id, targetId: targets[index], [rank]: 0 })
        .execute()
    }
    return id
  })
}

export const paramsOf = async (
  place: Place,
  resource: AnyResource,
  tenantId: string,
  id: string,
): Promise<Record<string, string>> => {
  const names = pathParamNames(resource.api)
  if (names.length === 0) return { id }
  const row = await place.database.run({ as: 'tenant', tenantId }, db =>
    anyTable(db).selectFrom(resource.name).select(names).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return { ...(row as Record<string, string>), id }
}

export const resourceOf = (route: Route, resources: readonly AnyResource[]): AnyResource | undefined =>
  resources.find(({ api, across }) => [api, `${api}/{id}`, across?.api].includes(route.path))

export const ownerOf = (route: Route, resources: readonly AnyResource[]): AnyResource | undefined =>
  resourceOf(route, resources) ??
  resources.find(
    ({ api }) =>
      route.path.startsWith(`${api}/{id}/`) || [`${api}/usage`, `${api}/tabs`, `${api}/sums`].includes(route.path),
  )
