import { sql } from 'kysely'
import type { ValidationErrors } from '../../../src/declare'
import { type ResourceHooks, refusal } from '../../serve'
import { requireUnbooked } from '../bookings/bookedBefore'

/** Exactly one channel is the back office, the default for bookings. */
export const channelsHooks: ResourceHooks = {
  check: async (unit, { before, after }): Promise<ValidationErrors> => {
    const { db, caller } = unit
    const booked = await requireUnbooked(unit, { before, after }, 'channel_id', ['code'])
    if (booked.code) return booked
    if (before?.kind === 'back_office') {
      if (after.kind !== 'back_office') return { kind: { key: 'validation.backOffice', args: {} } }
      return after.isActive === false ? { isActive: { key: 'validation.backOffice', args: {} } } : {}
    }
    if (after.kind !== 'back_office') return {}
    const { rows } =
      await sql`select from channels where tenant_id = ${caller.tenant?.id} and kind = 'back_office'`.execute(db)
    return rows.length > 0 ? { kind: { key: 'validation.backOffice', args: {} } } : {}
  },
  refuse: async (_, changes) =>
    new Map(
      changes.flatMap(({ before, after }) =>
        before?.kind === 'back_office' && !after ? [[before.id, refusal('in_use', 'refusal.backOffice')] as const] : [],
      ),
    ),
}
