import { sql } from 'kysely'
import { calls } from '../../../../src/calls'
import { DAY, type Locale, spokenLocale } from '../../../../src/declare'
import { customers } from '../../../../src/resources/customers'
import { createRecord, scopeOf, type UnitOfWork } from '../../../serve'
import { nextAvailable } from '../../availability/next'
import { createBooking } from '../../bookings/createBooking'
import type { SetupTemplates } from './documents'

type TemplateRequest = Parameters<NonNullable<SetupTemplates['addSamples']>>[1]

export const sampleCount = 12
const days = 14

const people: readonly Readonly<Record<Locale, string>>[] = [
  { en: 'Ada (sample)', de: 'Anna (Beispiel)' },
  { en: 'Ben (sample)', de: 'Bernd (Beispiel)' },
  { en: 'Cleo (sample)', de: 'Clara (Beispiel)' },
  { en: 'Dan (sample)', de: 'David (Beispiel)' },
]

const bookable = async ({ db, caller }: UnitOfWork): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select variants.id from variants join catalog_items
      on catalog_items.tenant_id = variants.tenant_id and catalog_items.id = variants.catalog_item_id
    where variants.tenant_id = ${caller.tenant?.id} and variants.is_active and catalog_items.status = 'active'
    order by catalog_items.sort_order, catalog_items.id, variants.sort_order, variants.id`.execute(db)
  return rows.map(({ id }) => id)
}

const addCustomers = async (unit: UnitOfWork, request: TemplateRequest, locale: string): Promise<string[]> => {
  const scope = scopeOf(customers, {}, { ...request, params: {} })
  const ids: string[] = []
  for (const names of people) {
    const { id } = await createRecord(unit, scope, { name: names[spokenLocale(locale)] })
    ids.push(id)
  }
  return ids
}

/** Only at times free by every rule. Nobody is notified. */
export const addSamples: SetupTemplates['addSamples'] = async (unit, request, _, locale) => {
  const tenantId = request.caller.tenant.id
  const now = request.services.now()
  const variants = await bookable(unit)
  const customerIds = await addCustomers(unit, request, locale)
  const body = calls.bookings.create.body as NonNullable<typeof calls.bookings.create.body>
  for (let index = 0; index < sampleCount; index++) {
    const variantId = variants[index % variants.length] ?? ''
    const wanted = now + Math.floor((index * (days - 3) * DAY) / sampleCount)
    const find = async (after: number) =>
      (await nextAvailable(unit.db, tenantId, { variantId, after, count: 1, now })).slots[0]
    const isSoon = (slot: { startsAt: string } | undefined) => slot && Date.parse(slot.startsAt) < now + days * DAY
    const later = await find(wanted)
    const slot = isSoon(later) ? later : await find(now)
    if (!slot || !isSoon(slot)) throw new Error(`There is no time for sample booking ${index + 1}.`)
    const input = body.read({
      ...{
        variantId,
        startsAt: slot.startsAt,
        endsAt: slot.endsAt,
        customerId: customerIds[index % customerIds.length],
        notify: false,
      },
    })
    await createBooking(unit, request, input)
  }
}
