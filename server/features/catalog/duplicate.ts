import { type Locale, spokenLocale } from '../../../src/declare'
import { catalogItems } from '../../../src/resources/catalogItems'
import { variants } from '../../../src/resources/variants'
import {
  type ActionsOf,
  assign,
  copiedValues,
  createRecord,
  findRecord,
  findRecords,
  insertRecord,
  type Scope,
  type UnitOfWork,
} from '../../serve'
import { freeName } from '../freeName'
import { variantsHooks } from './variantsHooks'

/** In the tenant's language. */
const copyWords: Readonly<Record<Locale, string>> = { en: 'copy', de: 'Kopie' }
const copyMark = new RegExp(` \\((?:${Object.values(copyWords).join('|')})(?: \\d+)?\\)$`)

/** `Massage (copy)`, `Massage (copy 2)`; a copy of a copy continues the count. */
const freeCopyName = async (unit: UnitOfWork, name: unknown): Promise<string> => {
  const original = String(name).replace(copyMark, '')
  const tenant = await unit.db
    .selectFrom('tenants')
    .select('locale')
    .where('id', '=', String(unit.caller.tenant?.id))
    .executeTakeFirst()
  const word = copyWords[spokenLocale(tenant?.locale)]
  return freeName(unit, catalogItems, original, number => ` (${number === 1 ? word : `${word} ${number}`})`)
}

const resourceIdsOf = async ({ db, caller }: UnitOfWork, variantId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('variantResources')
    .select('targetId')
    .where('tenantId', '=', String(caller.tenant?.id))
    .where('ownerId', '=', variantId)
    .orderBy('priority')
    .execute()
  return rows.map(({ targetId }) => String(targetId))
}

const copyVariants = async (unit: UnitOfWork, scope: Scope, fromItem: string, toItem: string): Promise<void> => {
  const variantsOf = (catalogItemId: string): Scope => ({
    ...scope,
    resource: variants,
    hooks: variantsHooks,
    params: { catalogItemId },
  })
  const rows = await unit.db
    .selectFrom('variants')
    .select('id')
    .where('tenantId', '=', String(unit.caller.tenant?.id))
    .where('catalogItemId', '=', fromItem)
    .execute()
  const originals = await findRecords(
    unit.db,
    variantsOf(fromItem),
    rows.map(({ id }) => String(id)),
  )
  for (const original of originals) {
    const { id } = await insertRecord(unit, variantsOf(toItem), copiedValues(variants, original))
    const ids = await resourceIdsOf(unit, original.id)
    await assign(unit, variantsOf(toItem), 'resources', {}, { id, ids })
  }
}

export const duplicateItem: ActionsOf<typeof catalogItems>['duplicate'] = async ({ unit, scope, record, input }) => {
  const name = input.name ?? (await freeCopyName(unit, record.name))
  const draft = { ...copiedValues(catalogItems, record), name, status: 'draft' }
  const created = await createRecord(unit, scope, draft)
  await copyVariants(unit, scope, record.id, created.id)
  return findRecord(unit.db, scope, created.id)
}
