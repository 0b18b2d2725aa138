import { type Business, openBusiness, week } from '../api/features/support/business'
import type { TestApi } from '../api/http/support/fixture'

export interface Offer {
  variantId: string
  kind: 'single' | 'room' | 'pool' | 'session' | 'days' | 'phases'
  quantity: number
  /** Of daily ones, in minutes. */
  length: number | null
  isAutomatic: boolean
}

/** A tenant, and what the test knows about it. */
export interface Shop {
  business: Business
  tenantId: string
  token: string
  zone: string
  offers: Offer[]
  resourceIds: string[]
  typeId: string
  autoComplete: boolean
  retentionMonths: number | null
  reminderMinutes: number
  isAlwaysOpen: boolean
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** Zones with all kinds of changes: at night, by half an hour, in the other half of the year, none, and at midnight. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/Santiago',
  'Pacific/Auckland',
  'Africa/Cairo',
  'UTC',
]

const hours = [
  week([1, 2, 3, 4, 5], '09:00', '17:00'),
  week(everyDay, '10:00', '20:00'),
  week([5, 6, 7], '20:00', '04:00'),
  week(everyDay, '00:00', '24:00'),
]

const holidays = [
  { startDate: '2027-12-24', endDate: '2027-12-26', label: 'Christmas', repeatsYearly: true },
  { startDate: '2027-12-31', endDate: '2028-01-01', label: 'New Year' },
  { startDate: '2027-08-02', endDate: '2027-08-15', label: 'Summer' },
].map((one, index) => ({ id: `h${index}`, isClosed: true, hours: [], repeatsYearly: false, ...one }))

const shapes: readonly { kind: Offer['kind']; values: Record<string, unknown>; length?: number }[] = [
  { kind: 'single', values: { durationMinutes: 60, bufferAfterMinutes: 10 } },
  { kind: 'room', values: { durationMinutes: 45, resourceSelection: 'one_per_type' } },
  { kind: 'pool', values: { durationMinutes: 120, capacityMode: 'pooled', minQuantity: 2, maxQuantity: 3 } },
  { kind: 'session', values: { durationMinutes: 60, capacityMode: 'session', maxQuantity: 4 } },
  { kind: 'days', values: { durationType: 'daily', maxDays: 3 }, length: 2880 },
  { kind: 'phases', values: { durationMinutes: 60 } },
]

/** Sets up the tenant of a number: zone, hours and services differ from one to the next. */
export const openShop = async (api: TestApi, index: number): Promise<Shop> => {
  const business = await openBusiness(api)
  const { tenantId, typeId, scheduleId } = business
  const zone = zones[index % zones.length] ?? 'UTC'
  const settings = {
    autoComplete: index % 5 !== 4,
    retentionMonths: index % 3 === 0 ? 2 : null,
    // Longer than it is from one look at the mails to the next.
    reminderMinutes: index % 2 === 0 ? 1440 : 600,
  }
  await api.owner.query(
    `update tenants set time_zone = $2, auto_complete = $3, retention_months = $4, reminder_minutes = $5 where id = $1`,
    [tenantId, zone, settings.autoComplete, settings.retentionMonths, [settings.reminderMinutes]],
  )
  await api.owner.query('update schedules set time_zone = $2, weekly_hours = $3, date_overrides = $4 where id = $1', [
    ...[
      scheduleId,
      zone,
      JSON.stringify(hours[(index + Math.floor(index / zones.length)) % hours.length]),
      JSON.stringify(holidays),
    ],
  ])
  const roomType = await business.add('resourceTypes', { name: 'Room', kind: 'space' })
  const staff = [await business.addResource({ capacity: 4 }), await business.addResource({ capacity: 4 })]
  const resourceIds = [...staff, await business.addResource({ capacity: 4, resourceTypeId: roomType })]
  const offers: Offer[] = []
  for (const shape of [0, 1 + (index % 5), 1 + ((index + 2) % 5)].map(at => shapes[at] as (typeof shapes)[number])) {
    const isAutomatic = index % 2 === 0 && shape.kind !== 'days'
    const phases = [20, 20, 20].map((minutes, at) => ({ minutes, frees: at === 1 ? [typeId] : [] }))
    const variantId = await business.addVariant(shape.kind === 'room' ? resourceIds : staff, {
      ...shape.values,
      ...(shape.kind === 'phases' && { phases: JSON.stringify(phases) }),
      slotIntervalMinutes: 30,
      waitlistEnabled: true,
      waitlistOffers: isAutomatic ? 'automatic' : 'manual',
    })
    const quantity = shape.kind === 'pool' ? 2 : 1
    offers.push({ variantId, kind: shape.kind, quantity, length: shape.length ?? null, isAutomatic })
  }
  await business.addRule('blackout', { startDate: '2028-05-01', endDate: '2028-05-01', repeatsYearly: true })
  await business.addRule('min_notice', { minutes: 30 })
  if (index % 4 === 0) await business.addRule('booking_limit', { max: 8, period: 'day' })
  const token = await api.sign({ authId: business.owner.authId, expiresIn: 100_000 })
  const isAlwaysOpen = (index + Math.floor(index / zones.length)) % hours.length === hours.length - 1
  return { business, tenantId, token, isAlwaysOpen, zone, offers, resourceIds, typeId, ...settings }
}
