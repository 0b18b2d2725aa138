import { sql } from 'kysely'
import type { catalogItems } from '../../../src/resources/catalogItems'
import { type CapacityMode, type PricingUnit, totalOf } from '../../../src/scheduling'
import type { Money, RecordOf } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { missing } from './judgePlace'

export type Question = RecordOf<typeof catalogItems>['questions'][number]

/** What a booking of a variant is made with, beside its time and place. */
export interface Offer {
  catalogItemId: string
  price: Money
  pricingUnit: PricingUnit
  capacityMode: CapacityMode
  durationType: 'fixed' | 'flexible' | 'daily'
  minQuantity: number
  questions: Question[]
  /** Of the tenant. */
  holdMinutes: number
  /** For the booking that is made of it. */
  newId: string
  defaultChannelId: string | null
}

/** @throws Problem `not_found` */
export const loadOffer = async (db: Transaction, tenantId: string, variantId: string): Promise<Offer> => {
  const { rows } = await sql<Omit<Offer, 'price'> & { priceAmount: number; priceCurrency: string }>`
    select variants.catalog_item_id, variants.price_amount, variants.price_currency, variants.pricing_unit,
      variants.capacity_mode, variants.duration_type, variants.min_quantity, items.questions, tenants.hold_minutes, tenants.default_channel_id,
      uuid_v7() as new_id
    from variants
    join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
    join tenants on tenants.id = variants.tenant_id
    where variants.tenant_id = ${tenantId} and variants.id = ${variantId}`.execute(db)
  const [row] = rows
  if (!row) throw missing('variantId', 'variant')
  const { priceAmount, priceCurrency, ...offer } = row
  return { ...offer, price: { amount: priceAmount, currency: priceCurrency } }
}

interface Extent {
  startsAt: string
  endsAt: string
  timeZone: string
}

/** What a booking of this extent costs. */
export const totalFor = (
  { price, pricingUnit, capacityMode }: Pick<Offer, 'price' | 'pricingUnit' | 'capacityMode'>,
  { startsAt, endsAt, timeZone }: Extent,
  quantity: number,
): Money => ({
  amount: totalOf({ amount: price.amount, pricingUnit, capacityMode, quantity, startsAt, endsAt, timeZone }),
  currency: price.currency,
})
