import { type Business, openBusiness } from '../../api/features/support/business'
import type { TestApi } from '../../api/http/support/fixture'
import { everyRule } from './everyRule'

/** A Monday: the range that the benches ask about begins here. */
export const FROM = Date.UTC(2027, 0, 4)
const DAY = 86_400_000
export const TO = FROM + 30 * DAY

const date = (millis: number) => `'${new Date(millis).toISOString().slice(0, 10)}'::date`

/**
 * Bookings of 30 minutes, by the thousand, each with its allocation: one statement for each table. Foreign keys and the guard
 * against overlaps are not looked at meanwhile; what is written does not violate them.
 */
export const addBookings = async (
  { owner }: Pick<TestApi, 'owner'>,
  { tenantId, channelId, itemId }: Pick<Business, 'tenantId' | 'channelId' | 'itemId'>,
  variantId: string,
  {
    resourceIds,
    days,
    perDay,
    bufferMinutes = 5,
  }: {
    resourceIds: readonly string[]
    days: { from: number; count: number }
    perDay: number
    bufferMinutes?: number
  },
) => {
  const client = await owner.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout to 0')
    await client.query(
      `create temporary table made as
        select gen_random_uuid() as booking_id, resource_id,
          ((${date(days.from)} + day)::timestamp + make_interval(mins => 540 + 480 / ${perDay} * place)) at time zone 'Europe/Berlin' as s
        from unnest($1::uuid[]) as resource_id, generate_series(0, ${days.count - 1}) as day, generate_series(0, ${perDay - 1}) as place`,
      [resourceIds],
    )
    await client.query(
      `insert into bookings (tenant_id, id, reference, catalog_item_id, variant_id, channel_id, starts_at, ends_at, time_zone,
          price_amount, price_currency, total_amount, total_currency)
        select $1, booking_id, lpad(upper(to_hex((select count(*) from bookings) + row_number() over ())), 8, 'R'), $2, $3, $4, s, s + interval '30 min', 'Europe/Berlin',
          5000, 'EUR', 5000, 'EUR'
        from made`,
      [tenantId, itemId, variantId, channelId],
    )
    await client.query(
      `insert into allocations (tenant_id, resource_id, booking_id, variant_id, channel_id, starts_at, ends_at, blocked_from,
          blocked_until, quantity, capacity_mode, buffer_before_minutes, buffer_after_minutes, status, active)
        select $1, resource_id, booking_id, $2, $3, s, s + interval '30 min', s, s + interval '30 min' + make_interval(mins => ${bufferMinutes}), 1, 'exclusive', 0, ${bufferMinutes},
          'confirmed', true
        from made`,
      [tenantId, variantId, channelId],
    )
    await client.query('drop table made')
  } finally {
    client.release(true)
  }
}

/** What guards and finds bookings when they are written: a million of them wait for it, and reading what is free does not use it. */
const letGo = `
  alter table allocations drop constraint allocations_no_double_booking;
  drop index bookings_reference_key, bookings_starts_at_idx, bookings_catalog_item_id_idx, bookings_variant_id_idx,
    bookings_channel_id_idx, bookings_customer_id_idx`

/** A tenant with 1,000 chairs, a variant for each number of them, every type of rule, and as many bookings as are asked for. */
export const openBookedTenant = async (api: TestApi) => {
  await api.owner.query(letGo)
  const business = await openBusiness(api)
  const { run, tenantId, typeId } = business
  const chairs = await run(async db => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      tenantId,
      name: `Chair ${index}`,
      resourceTypeId: typeId,
      capacity: 1,
      sortOrder: index,
    }))
    return (await db.insertInto('resources').values(rows).returning('id').execute()).map(({ id }) => id as string)
  })
  const short = { durationMinutes: 30, slotIntervalMinutes: 30 }
  const variants = new Map<number, string>()
  for (const count of [1, 10, 100, 1000]) variants.set(count, await business.addVariant(chairs.slice(0, count), short))
  const fairly = async (allocation: string): Promise<string> =>
    business.addVariant(chairs.slice(0, 10), { ...short, allocation })
  const fair = { least_booked: await fairly('least_booked'), rotation: await fairly('rotation') }
  for (const { ruleType, parameters } of everyRule(30)) await business.addRule(ruleType, parameters)

  const book = (resourceIds: readonly string[], from: number, count: number, perDay: number) =>
    addBookings(api, business, variants.get(1000) ?? '', { resourceIds, days: { from, count }, perDay })
  return {
    ...business,
    chairs,
    /** On 10 resources, by the rule that says who is taken. */
    fair,
    variantOf: (count: number): string => variants.get(count) ?? '',
    /** Three or four a day in the 30 days asked about, on the first 100 chairs: 10,000. */
    bookNearby: async () => {
      await book(chairs.slice(0, 100), FROM, 20, 3)
      await book(chairs.slice(0, 100), FROM + 20 * DAY, 10, 4)
    },
    /** The same chairs before and after: 90,000. */
    bookAround: async () => {
      await book(chairs.slice(0, 100), FROM - 200 * DAY, 150, 3)
      await book(chairs.slice(0, 100), FROM + 60 * DAY, 150, 3)
    },
    /** All the other chairs, the 30 days included: 900,000. */
    bookOthers: () => book(chairs.slice(100), FROM - 150 * DAY, 333, 3),
    settle: () => api.owner.query('vacuum analyze'),
  }
}
