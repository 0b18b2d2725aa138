import type { Transaction } from '../../../../server/db/database'
import { anyTable } from '../../../../server/db/sql'
import type { WeeklyHoursInput } from '../../../../src/hours/hoursInput'
import { expectSameTag } from '../../../../testing/tags'
import { fixtureUser } from '../../../../testing/versions'
import type { Person, TestApi } from '../../http/support/fixture'

type Values = Record<string, unknown>

/** 2026-02-20T12:00Z, the `now` of the worked cases (docs/domain.md#worked-cases). */
export const NOW = Date.UTC(2026, 1, 20, 12)

export const week = (days: number[], startTime: string, endTime: string): WeeklyHoursInput[] =>
  days.map(dayOfWeek => ({ dayOfWeek, startTime, endTime }))

/** A structure, as its column takes it. */
const json = (value: unknown) => JSON.stringify(value)

let count = 0

/**
 * A tenant with the fixture of the worked cases (docs/domain.md#worked-cases): Europe/Berlin, Mon–Fri 09:00–17:00 by
 * default, and the means to add to it. Rows are written past the API, so that only what a test is about can fail it.
 */
export const openBusiness = async (api: TestApi) => {
  const tenant = await api.addTenant({ timeZone: 'Europe/Berlin' })
  const tenantId = tenant.id
  const run = <T>(work: (db: Transaction) => Promise<T>) =>
    api.database.run({ as: 'tenant', tenantId, userId: fixtureUser }, work)
  const insert = async (db: Transaction, table: string, values: Values): Promise<string> => {
    const { id } = await anyTable(db)
      .insertInto(table)
      .values({ tenantId, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const add = (table: string, values: Values): Promise<string> => run(db => insert(db, table, values))
  const link = async (
    db: Transaction,
    table: string,
    ownerId: string,
    targets: readonly string[],
    rank = 'position',
  ) => {
    const rows = targets.map((targetId, index) => ({ tenantId, ownerId, targetId, [rank]: index }))
    if (rows.length > 0) await anyTable(db).insertInto(table).values(rows).execute()
  }

  const schedule = ({ weeklyHours = week([1, 2, 3, 4, 5], '09:00', '17:00'), ...values }: Values = {}) => ({
    name: `Schedule ${++count}`,
    timeZone: 'Europe/Berlin',
    weeklyHours: json(weeklyHours),
    ...values,
  })
  const [typeId, itemId, channelId, scheduleId] = await run(db =>
    Promise.all([
      insert(db, 'resourceTypes', { name: 'Chair' }),
      insert(db, 'catalogItems', { name: 'Haircut', slug: 'haircut', status: 'active' }),
      insert(db, 'channels', { name: 'Desk', code: `desk-${++count}`, kind: 'back_office' }),
      insert(db, 'schedules', schedule({ name: 'Hours' })),
    ]),
  )
  await api.database.run({ as: 'platform' }, db =>
    db
      .updateTable('tenants')
      .set({ defaultScheduleId: scheduleId, defaultChannelId: channelId })
      .where('id', '=', tenantId)
      .execute(),
  )
  const owner: Person = await api.addPersonIn(tenantId, 'owner')

  return {
    tenantId,
    owner,
    scheduleId,
    typeId,
    itemId,
    channelId,
    run,
    add,
    addSchedule: (values?: Values) => add('schedules', schedule(values)),
    addResource: (values: Values = {}) =>
      add('resources', { name: `Resource ${++count}`, resourceTypeId: typeId, capacity: 1, ...values }),
    addVariant: (resourceIds: readonly string[], values: Values = {}) =>
      run(async db => {
        const id = await insert(db, 'variants', {
          catalogItemId: itemId,
          name: `Variant ${++count}`,
          durationMinutes: 60,
          slotIntervalMinutes: 60,
          priceAmount: 5000,
          priceCurrency: 'EUR',
          ...values,
        })
        await link(db, 'variantResources', id, resourceIds, 'priority')
        return id
      }),
    addRule: (
      ruleType: string,
      parameters: object,
      { resourceIds = [], channelIds = [], ...values }: Values & { resourceIds?: string[]; channelIds?: string[] } = {},
    ) =>
      run(async db => {
        const id = await insert(db, 'resourceRules', {
          name: `Rule ${++count}`,
          ruleType,
          parameters: json(parameters),
          applyToAllResources: resourceIds.length === 0,
          ...values,
        })
        await link(db, 'resourceRulesResourceIds', id, resourceIds)
        await link(db, 'resourceRulesChannelIds', id, channelIds)
        return id
      }),
    /** A confirmed booking of these resources, without buffers unless `values` has them; `booking` has its own columns. */
    addBooking: (
      resourceIds: readonly string[],
      variantId: string,
      [startsAt, endsAt]: readonly [string, string],
      { booking = {}, ...values }: Values & { quantity?: number; booking?: Values } = {},
    ) =>
      run(async db => {
        const { quantity = 1, capacityMode = 'exclusive', status = 'confirmed', holdExpiresAt = null } = values
        const bookingId = await insert(db, 'bookings', {
          reference: `T${String(++count).padStart(7, '0')}`,
          catalogItemId: itemId,
          variantId,
          channelId,
          startsAt,
          endsAt,
          timeZone: 'Europe/Berlin',
          priceAmount: 5000,
          priceCurrency: 'EUR',
          totalAmount: 5000,
          totalCurrency: 'EUR',
          quantity,
          status,
          holdExpiresAt,
          timeslotId: values.timeslotId ?? null,
          ...booking,
        })
        const firstUnit = 100 * ++count
        const allocation = {
          tenantId,
          bookingId,
          variantId,
          channelId,
          startsAt,
          endsAt,
          blockedFrom: startsAt,
          blockedUntil: endsAt,
          status,
          ...(capacityMode === 'pooled' && { units: `{[${firstUnit},${firstUnit + quantity})}` }),
          ...(capacityMode === 'session' && { sharing: variantId }),
          ...values,
        }
        await db
          .insertInto('allocations')
          .values(resourceIds.map(resourceId => ({ ...allocation, resourceId })))
          .execute()
        return bookingId
      }),
    get: (url: string, as: Person = owner) => api.request(url, { as, tenantId }),
    send: async (method: string, url: string, body?: unknown, as: Person = owner) => {
      const answer = await api.request(url, { method, as, tenantId, body })
      await expectSameTag(api, { url, as, tenantId }, answer)
      return answer
    },
  }
}

export type Business = Awaited<ReturnType<typeof openBusiness>>
