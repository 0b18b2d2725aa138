import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../../server/db/database'
import { placeQuestion } from '../../../server/features/bookings/allocationRequest'
import { loadPlace } from '../../../server/features/bookings/checkAllocation'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

type Executor = ReturnType<Transaction['getExecutor']>

/** An object in which some members are replaced, and whose others still find its private fields. */
const replacing = <T extends object>(object: T, members: object): T =>
  new Proxy(object, {
    get: (target, key) => {
      if (Object.hasOwn(members, key)) return Reflect.get(members, key)
      const member = Reflect.get(target, key)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

/** The same transaction, whose call of this number reaches the connection a hundred microtasks late; notes what is sent. */
const delaying = (db: Transaction, late: number, sent: string[]): Transaction => {
  let calls = 0
  const wait = async () => {
    if (calls++ === late) for (let turn = 0; turn < 100; turn++) await null
  }
  const executor = db.getExecutor()
  const executeQuery: Executor['executeQuery'] = async query => {
    await wait()
    sent.push(query.sql)
    return executor.executeQuery(query)
  }
  const provideConnection: Executor['provideConnection'] = async use => {
    await wait()
    return executor.provideConnection(connection => {
      const noted: typeof connection.executeQuery = query => {
        sent.push(query.sql)
        return connection.executeQuery(query)
      }
      return use(replacing(connection, { executeQuery: noted }))
    })
  }
  const slow = replacing(executor, { executeQuery, provideConnection })
  return replacing(db, { getExecutor: () => slow, executeQuery })
}

describeOnBoth('The place of a booking', use => {
  let api: TestApi
  let business: Business
  const variants: Record<string, string> = {}

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
    business = await openBusiness(api)
    const resourceId = await business.addResource()
    const scheduleId = await business.addSchedule({ mode: 'timeslots', slotDurationMinutes: 60 })
    variants.grid = await business.addVariant([resourceId])
    variants.timeslots = await business.addVariant([await business.addResource({ scheduleId })])
  })
  afterAll(() => api.close())

  /** What was sent to load a place, in this order, while one of the calls was late. */
  const sentFor = async (variantId: string, late: number): Promise<string[]> => {
    const question = placeQuestion({
      tenantId: business.tenantId,
      variantId,
      channelId: null,
      customerId: null,
      startsAt: Date.UTC(2026, 2, 2, 9),
      endsAt: Date.UTC(2026, 2, 2, 10),
      quantity: undefined,
      resourceIds: [],
      exceptBookingId: undefined,
      now: NOW,
    })
    const sent: string[] = []
    await business.run(db => loadPlace(delaying(db, late, sent), question, { lock: true }))
    return sent
  }

  test.for([0, 1, 2, 3, 4])('is read after it is locked, however late call %i is', async late => {
    for (const variantId of Object.values(variants)) {
      const sent = await sentFor(variantId, late)
      const locks = sent.flatMap((text, index) => (text.includes('pg_advisory_xact_lock') ? [index] : []))
      const reads = sent.flatMap((text, index) => (text.includes('from allocations') ? [index] : []))
      expect(reads).not.toEqual([])
      for (const read of reads) expect(locks.some(lock => lock < read)).toBe(true)
      expect(Math.max(...locks)).toBeLessThan(Math.max(...reads))
    }
  })
})
