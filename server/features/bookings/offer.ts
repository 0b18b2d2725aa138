import { sql } from 'kysely'
import { formatInstant, MINUTE, type Money, type RecordOf } from '../../../src/declare'
import type { catalogItems } from '../../../src/resources/catalogItems'
import { type CapacityMode, type PricingUnit, totalOf } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { readSetupState, type SetupState, setupVersion } from '../availability/loadSetup'
import { setupCache } from '../availability/setupCache'
import { missing } from './checkAllocation'

export type Question = RecordOf<typeof catalogItems>['questions'][number]

export interface Offer {
  catalogItemId: string
  price: Money
  pricingUnit: PricingUnit
  capacityMode: CapacityMode
  durationType: 'fixed' | 'flexible' | 'daily'
  minQuantity: number
  questions: Question[]
  holdMinutes: number
  offerMinutes: number
  defaultChannelId: string | null
}

export const offerQuery = (tenantId: string, variantId: string) => sql<
  Omit<Offer, 'price'> & { priceAmount: number; priceCurrency: string; version: string | null }
>`
  select variants.catalog_item_id, variants.price_amount, variants.price_currency, variants.pricing_unit,
    variants.capacity_mode, variants.duration_type, variants.min_quantity, items.questions, tenants.hold_minutes, tenants.offer_minutes,
    tenants.default_channel_id, ${setupVersion(tenantId)} as version
  from variants
  join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
  join tenants on tenants.id = variants.tenant_id
  where variants.tenant_id = ${tenantId} and variants.id = ${variantId}`

/** @throws Problem `not_found` */
export const loadOffer = async (
  db: Transaction,
  tenantId: string,
  variantId: string,
  state?: SetupState,
): Promise<Offer> => {
  const key = `offer ${variantId}`
  const kept = setupCache.get<Offer>(tenantId, key)
  if (kept && kept.version === (state ?? (await readSetupState(db, tenantId))).version) return kept.value
  const { rows } = await offerQuery(tenantId, variantId).execute(db)
  const [row] = rows
  if (!row) throw missing('variantId', 'variant')
  const { priceAmount, priceCurrency, version, ...rest } = row
  const offer = { ...rest, price: { amount: priceAmount, currency: priceCurrency } }
  setupCache.keep(tenantId, version, key, offer)
  return offer
}

/** The same for all parts of a visit, since the tenant says how long holds last. */
export const holdEnd = (now: number, { holdMinutes }: Pick<Offer, 'holdMinutes'>): string =>
  formatInstant(now + holdMinutes * MINUTE)

interface Extent {
  startsAt: string
  endsAt: string
  timeZone: string
}

export const totalFor = (
  { price, pricingUnit, capacityMode }: Pick<Offer, 'price' | 'pricingUnit' | 'capacityMode'>,
  { startsAt, endsAt, timeZone }: Extent,
  quantity: number,
): Money => ({
  amount: totalOf({ amount: price.amount, pricingUnit, capacityMode, quantity, startsAt, endsAt, timeZone }),
  currency: price.currency,
})
