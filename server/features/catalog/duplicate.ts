import { catalogItems } from '../../../src/resources/catalogItems'
import { variants } from '../../../src/resources/variants'
import { copiedValues, copyTargets } from '../../crud/copy'
import type { ActionsOf } from '../../crud/hooks'
import { findRecord, findRecords } from '../../crud/read'
import type { Scope } from '../../crud/scope'
import { createRecord } from '../../crud/single'
import { insertRecord, noteAssignment } from '../../crud/write'
import { assignmentLink } from '../../db/links'
import type { UnitOfWork } from '../../http/unitOfWork'
import { variantsHooks } from './variantsHooks'

const copySuffix = ' (copy)'
const copyName = (name: unknown): string => String(name).slice(0, 120 - copySuffix.length) + copySuffix

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
  const link = assignmentLink(variants, 'resources')
  for (const original of originals) {
    const copy = await insertRecord(unit, variantsOf(toItem), copiedValues(variants, original))
    const resourceIds = await copyTargets(unit, link, original.id, copy.id)
    noteAssignment(unit, variantsOf(toItem), copy, 'resources', [], resourceIds)
  }
}

/** Copies a catalog item with its variants and their resources, as a draft. */
export const duplicateItem: ActionsOf<typeof catalogItems>['duplicate'] = async ({ unit, scope, record, input }) => {
  const draft = { ...copiedValues(catalogItems, record), name: input.name ?? copyName(record.name), status: 'draft' }
  const created = await createRecord(unit, scope, draft)
  await copyVariants(unit, scope, record.id, created.id)
  return findRecord(unit.db, scope, created.id)
}
