import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/declare'
import { channels } from '../../../src/resources/channels'
import { type CheckedChange, noteAction, type ResourceHooks, requireActive, type UnitOfWork } from '../../serve'
import { findPhoneCountry } from './phoneCountry'

export const addBackOffice = async (unit: UnitOfWork, tenantId: string): Promise<void> => {
  const { db } = unit
  const { rows } = await sql<{ id: string }>`select uuid_v7() as id`.execute(db)
  const channel = { id: String(rows[0]?.id), name: 'Back office', code: 'back-office', kind: 'back_office' as const }
  // The platform role may add this channel but not read channels.
  await db
    .insertInto('channels')
    .values({ tenantId, ...channel })
    .execute()
  await db.updateTable('tenants').set({ defaultChannelId: channel.id }).where('id', '=', tenantId).execute()
  noteAction(unit, { action: 'created', resource: channels, record: channel, label: channel.name, tenantId })
}

const requireSameCurrency = async ({ db }: UnitOfWork, { before, after }: CheckedChange): Promise<ValidationErrors> => {
  if (!before || after.currency === undefined || after.currency === before.currency) return {}
  const { rows } = await sql`select from bookings
    where tenant_id = ${before.id} and price_amount > 0 limit 1`.execute(db)
  return rows.length > 0 ? { currency: { key: 'validation.currencyBooked', args: {} } } : {}
}

export const tenantsHooks: ResourceHooks = {
  phoneCountry: findPhoneCountry,
  check: async (unit, change) => ({
    ...(await requireSameCurrency(unit, change)),
    ...(await requireActive(unit, 'schedules', 'defaultScheduleId', change, change.before?.id)),
  }),
}
