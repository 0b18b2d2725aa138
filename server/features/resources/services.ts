import { sql } from 'kysely'
import { variants } from '../../../src/resources/variants'
import { assign, type Caller, invalidField, type Scope, type Transaction, type UnitOfWork } from '../../serve'
import { missing } from '../bookings/checkAllocation'
import { variantsHooks } from '../catalog/variantsHooks'

interface Service {
  id: string
  name: string
  isActive: boolean
  catalogItemId: string
  catalogItemName: string
  isTaken: boolean
}

export const servicesOf = async (
  db: Transaction,
  { tenant }: Caller,
  resourceId: string | undefined,
): Promise<Service[]> => {
  const { rows } = await sql<Service>`
    select variants.id, variants.name, variants.is_active, catalog_item_id, catalog_items.name as catalog_item_name,
      exists (select from variant_resources taken where taken.tenant_id = variants.tenant_id
        and taken.owner_id = variants.id and taken.target_id = ${resourceId ?? null}) as is_taken
    from variants join catalog_items
      on catalog_items.tenant_id = variants.tenant_id and catalog_items.id = variants.catalog_item_id
    where variants.tenant_id = ${tenant?.id}
    order by catalog_items.sort_order, catalog_items.name, catalog_items.id, variants.sort_order, variants.id`.execute(
    db,
  )
  return rows
}

const max = variants.assigns?.resources?.max ?? 0

export const setServices = async (
  unit: UnitOfWork,
  scope: Omit<Scope, 'resource' | 'hooks' | 'params'>,
  resourceId: string,
  variantIds: readonly string[],
): Promise<void> => {
  const services = await servicesOf(unit.db, unit.caller, resourceId)
  const known = new Set(services.map(({ id }) => id))
  const unknown = variantIds.findIndex(id => !known.has(id))
  if (unknown >= 0) throw missing(`variantIds.${unknown}`, 'variant')
  for (const { id, catalogItemId, isTaken } of services) {
    if (variantIds.includes(id) === isTaken) continue
    const ofItem: Scope = { ...scope, resource: variants, hooks: variantsHooks, params: { catalogItemId } }
    const ids = (before: readonly string[]) => {
      const others = before.filter(other => other !== resourceId)
      if (!isTaken && others.length >= max) throw invalidField('variantIds', 'validation.tooMany', { max })
      return isTaken ? others : [...others, resourceId]
    }
    await assign(unit, ofItem, 'resources', {}, { id, ids })
  }
}
