import type { AnyResource } from '../../src/declare'
import { catalogItems } from '../../src/resources/catalogItems'
import { channels } from '../../src/resources/channels'
import { customers } from '../../src/resources/customers'
import { resourceRules } from '../../src/resources/resourceRules'
import { bookableResources } from '../../src/resources/resources'
import { resourceTypes } from '../../src/resources/resourceTypes'
import { schedules } from '../../src/resources/schedules'
import { tenants } from '../../src/resources/tenants'
import { variants } from '../../src/resources/variants'
import { anyTable, insertDrafts, type Services, type Transaction, toRow } from '../serve'
import type { Business } from './business'
import { type Picture, storePicture } from './pictures'

type Values = Readonly<Record<string, unknown>>
type Ids = ReadonlyMap<string, string>

const idIn = (ids: Ids, name: string): string => {
  const id = ids.get(name)
  if (!id) throw new Error(`The demo data has no "${name}".`)
  return id
}

const insertNamed = async (
  trx: Transaction,
  tenantId: string,
  resource: AnyResource,
  drafts: readonly (Values & { name: string })[],
): Promise<Ids> => {
  const ids = await insertDrafts(trx, tenantId, resource, drafts)
  return new Map(drafts.map(({ name }, index) => [name, ids[index] ?? '']))
}

const withImages = <D extends { picture?: Picture | undefined }>(
  trx: Transaction,
  tenantId: string,
  field: AnyResource['fields'][string],
  drafts: readonly D[],
) =>
  Promise.all(
    drafts.map(async ({ picture, ...draft }) => ({
      ...draft,
      image: picture ? await storePicture(trx, tenantId, field, picture) : null,
    })),
  )

const insertResources = async (
  trx: Transaction,
  tenantId: string,
  business: Business,
  scheduleIds: Ids,
  typeIds: Ids,
): Promise<Ids> => {
  const ids = new Map<string, string>()
  const add = async (drafts: Business['resources']) => {
    const drawn = await withImages(trx, tenantId, bookableResources.fields.image, drafts)
    const added = await insertNamed(
      trx,
      tenantId,
      bookableResources,
      drawn.map(({ type, schedule, partOf, ...draft }) => ({
        ...draft,
        resourceTypeId: idIn(typeIds, type),
        scheduleId: schedule ? idIn(scheduleIds, schedule) : null,
        parentResourceId: partOf ? idIn(ids, partOf) : null,
      })),
    )
    for (const [name, id] of added) ids.set(name, id)
  }
  const parts = business.resources.filter(({ partOf }) => partOf)
  await add(business.resources.filter(({ partOf }) => !partOf))
  if (parts.length > 0) await add(parts)
  return ids
}

const insertCatalog = async (
  trx: Transaction,
  tenantId: string,
  { catalog, tenant }: Business,
  { scheduleIds, typeIds, resourceIds }: Readonly<Record<'scheduleIds' | 'typeIds' | 'resourceIds', Ids>>,
): Promise<void> => {
  const items = catalog.map(({ variants: _, ...item }) => item)
  const drawn = await withImages(trx, tenantId, catalogItems.fields.image, items)
  const itemIds = await insertNamed(trx, tenantId, catalogItems, drawn)
  const all = catalog.flatMap(item =>
    item.variants.map(variant => ({ variant, catalogItemId: idIn(itemIds, item.name) })),
  )
  await insertDrafts(
    trx,
    tenantId,
    variants,
    all.map(({ variant: { resources, schedule, price, phases = [], ...draft } }) => ({
      ...draft,
      resources: resources.map(name => idIn(resourceIds, name)),
      phases: phases.map(({ minutes, frees }) => ({ minutes, frees: frees.map(name => idIn(typeIds, name)) })),
      scheduleId: schedule ? idIn(scheduleIds, schedule) : null,
      price: { amount: price * 100, currency: tenant.currency },
    })),
    all.map(({ catalogItemId }) => ({ catalogItemId })),
  )
}

const insertRules = async (
  trx: Transaction,
  tenantId: string,
  { rules }: Business,
  targets: Readonly<Record<'resources' | 'types' | 'channels', Ids>>,
): Promise<void> => {
  const idsOf = (names: readonly string[] | undefined, ids: Ids) => (names ?? []).map(name => idIn(ids, name))
  await insertNamed(
    trx,
    tenantId,
    resourceRules,
    rules.map(({ resources, types, channels, ...rule }) => ({
      ...rule,
      resourceIds: idsOf(resources, targets.resources),
      resourceTypeIds: idsOf(types, targets.types),
      channelIds: idsOf(channels, targets.channels),
    })),
  )
}

export const createBusiness = async (database: Services['database'], business: Business): Promise<string> => {
  const tenantId = await database.run({ as: 'platform' }, async trx => {
    const row = await anyTable(trx)
      .insertInto(tenants.name as string)
      .values(toRow(tenants, business.tenant))
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(row.id)
  })
  const defaults = await database.run({ as: 'tenant', tenantId }, async trx => {
    const backOffice = { name: 'Back office', kind: 'back_office' } as const
    const channelIds = await insertNamed(trx, tenantId, channels, [backOffice, ...business.channels])
    const scheduleIds = await insertNamed(trx, tenantId, schedules, business.schedules)
    const typeIds = await insertNamed(trx, tenantId, resourceTypes, business.resourceTypes)
    const resourceIds = await insertResources(trx, tenantId, business, scheduleIds, typeIds)
    await insertCatalog(trx, tenantId, business, { scheduleIds, typeIds, resourceIds })
    await insertRules(trx, tenantId, business, { resources: resourceIds, types: typeIds, channels: channelIds })
    await insertDrafts(trx, tenantId, customers, business.customers)
    const logo = business.logo && (await storePicture(trx, tenantId, tenants.fields.logo, business.logo))
    return {
      ...(logo && toRow(tenants, { logo })),
      defaultChannelId: idIn(channelIds, backOffice.name),
      defaultScheduleId: idIn(scheduleIds, business.defaultSchedule),
    }
  })
  await database.run({ as: 'platform' }, trx =>
    trx.updateTable('tenants').set(defaults).where('id', '=', tenantId).execute(),
  )
  return tenantId
}
