import { sql } from 'kysely'
import { sameValue, type ValidationErrors } from '../../../src/declare'
import type { Variant } from '../../../src/resources/variants'
import { type CheckedChange, type ResourceHooks, requireActive, type UnitOfWork } from '../../serve'
import { requireUnbooked } from '../bookings/bookedBefore'
import { missing } from '../bookings/checkAllocation'

/** Only on the server, so that no screen's list loads it. */
const phaseErrors = ({ phases, durationType, durationMinutes, capacityMode }: Variant): ValidationErrors => {
  const [first, second] = phases
  if (!first) return {}
  if (durationType !== 'fixed' || capacityMode !== 'exclusive')
    return { phases: { key: 'validation.misfit', args: {} } }
  if (!second) return { phases: { key: 'validation.tooFew', args: { min: 2 } } }
  if (first.frees.length > 0) return { 'phases.0.frees': { key: 'validation.tooMany', args: { max: 0 } } }
  const sum = phases.reduce((all, { minutes }) => all + minutes, 0)
  if (sum < durationMinutes) return { phases: { key: 'validation.tooSmall', args: { min: durationMinutes } } }
  return sum > durationMinutes ? { phases: { key: 'validation.tooLarge', args: { max: durationMinutes } } } : {}
}

const requireTypes = async ({ db, caller }: UnitOfWork, { before, after }: CheckedChange): Promise<void> => {
  const { phases } = after as Pick<Variant, 'phases'>
  if (sameValue(phases, before?.phases)) return
  const named = [...new Set(phases.flatMap(({ frees }) => frees))]
  if (named.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select id from resource_types where tenant_id = ${caller.tenant?.id} and id = any(${named})`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  const at = phases.findIndex(({ frees }) => frees.some(id => !known.has(id)))
  if (at >= 0) throw missing(`phases.${at}.frees`, 'resource type')
}

const requireWeighed = async (
  { db, caller }: UnitOfWork,
  { before, after }: CheckedChange,
): Promise<ValidationErrors> => {
  const { weights } = after as Pick<Variant, 'weights'>
  if (weights.length === 0 || sameValue(weights, before?.weights)) return {}
  const named = weights.map(({ resourceId }) => resourceId)
  const { rows } = await sql<{ id: string }>`
    select id from resources where tenant_id = ${caller.tenant?.id} and id = any(${named})`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  const missed = named.findIndex(id => !known.has(id))
  if (missed >= 0) throw missing(`weights.${missed}.resourceId`, 'resource')
  const again = named.findIndex((id, index) => named.indexOf(id) < index)
  return again < 0 ? {} : { [`weights.${again}.resourceId`]: { key: 'validation.repeated', args: {} } }
}

export const variantsHooks: ResourceHooks = {
  extras: {
    resourceCount: {
      select: sql`(select count(*) from variant_resources where variant_resources.tenant_id = variants.tenant_id
        and variant_resources.owner_id = variants.id)`,
      schema: { type: 'integer', description: 'How many resources are assigned; with none it cannot be booked' },
    },
  },
  prepare: async ({ db, caller }, input, { params }) => {
    if (input.sortOrder !== undefined) return input
    const { rows } = await sql<{ next: number }>`select coalesce(max(sort_order) + 1, 0) as next from variants
      where tenant_id = ${caller.tenant?.id} and catalog_item_id = ${params.catalogItemId}`.execute(db)
    return { ...input, sortOrder: Math.min(rows[0]?.next ?? 0, 10_000) }
  },
  check: async (unit, change) => {
    const price = change.after.price as { currency?: string } | null
    const currency = unit.caller.tenant?.currency
    if (price && currency && price.currency !== currency)
      return { price: { key: 'validation.tenantCurrency', args: { currency } } }
    const errors = phaseErrors(change.after as Variant)
    if (Object.keys(errors).length > 0) return errors
    await requireTypes(unit, change)
    return {
      ...(await requireWeighed(unit, change)),
      ...(await requireUnbooked(unit, change, 'variant_id', ['durationType', 'capacityMode'])),
      ...(await requireActive(unit, 'schedules', 'scheduleId', change)),
    }
  },
}
