import { expectTypeOf, test } from 'vitest'
import type { Transaction } from '../../../server/db/database'

test('a query of a declared table knows its columns', () => {
  const query = async (db: Transaction) => {
    const booking = await db
      .selectFrom('bookings')
      .select(['startsAt', 'priceAmount', 'customerId'])
      .executeTakeFirstOrThrow()
    expectTypeOf(booking).toEqualTypeOf<{ startsAt: string; priceAmount: number; customerId: string | null }>()
    // @ts-expect-error there is no such column
    db.selectFrom('bookings').select('beginsAt')
    // @ts-expect-error money is two columns
    db.selectFrom('bookings').select('price')
    // @ts-expect-error nor can it be looked for
    db.selectFrom('bookings').where('beginsAt', '>', '2026')
    // @ts-expect-error a member of no such role
    db.updateTable('memberships').set({ role: 'boss' })
    // @ts-expect-error a new channel has a name
    db.insertInto('channels').values({ tenantId: 't', code: 'web' })
    await db.insertInto('channels').values({ tenantId: 't', name: 'Web', code: 'web' }).execute()
  }
  expectTypeOf(query).toBeFunction()
})
