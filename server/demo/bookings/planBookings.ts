import { DAY, HOUR, MINUTE } from '../../../src/declare'
import {
  type AllocationInput,
  type CheckResult,
  createEngine,
  formatLocalDate,
  isoWeekday,
  type TimeslotInput,
  toMillis,
  type VariantInput,
  zoneOf,
} from '../../../src/scheduling'
import type { Setup } from '../../features/availability/loadSetup'
import { Chance } from './Chance'

/** Before last month, so that reports show that month whole. */
export const [daysBefore, daysAfter] = [63, 28]

/** Limits may count a week on either side. */
const reach = 8 * DAY

export interface PlannedBooking {
  variant: VariantInput
  channelId: string
  customerId: string
  quantity: number
  result: CheckResult
  status: 'pending' | 'confirmed' | 'completed' | 'no_show' | 'cancelled'
  createdAt: number
  checkedInAt: number | null
}

interface Plan {
  setup: Setup
  timeslots: readonly TimeslotInput[]
  customerIds: readonly string[]
  now: number
  seed: number
}

const lengthOf = (chance: Chance, variant: VariantInput): number | undefined => {
  if (variant.durationType !== 'flexible') return undefined
  const { minDurationMinutes: least, maxDurationMinutes: most, durationStepMinutes: step } = variant
  const steps = Math.floor(((most ?? 60) - (least ?? 60)) / (step ?? 60))
  return (least ?? 60) + (step ?? 60) * Math.min(chance.between(0, steps), chance.between(0, steps))
}

const statusOf = (chance: Chance, { startsAt, endsAt, requiresApproval }: CheckResult, now: number) => {
  if (chance.is(0.08)) return 'cancelled'
  if (toMillis(endsAt) <= now) return chance.is(0.05) ? 'no_show' : 'completed'
  return requiresApproval && toMillis(startsAt) > now && chance.is(0.7) ? 'pending' : 'confirmed'
}

const wantedOn = (chance: Chance, day: number, today: number, resources: number): number => {
  const busy = [0.9, 0.8, 0.9, 1, 1.3, 1.5, 1.1][isoWeekday(day) - 1] ?? 1
  const fading = day <= today + 3 ? 1 : Math.max(0.25, 1 - (day - today - 3) / 20)
  return Math.round(resources * busy * fading * (1.2 + 0.6 * chance.next()))
}

export const planBookings = ({ setup, timeslots, customerIds, now, seed }: Plan): PlannedBooking[] => {
  const chance = new Chance(seed)
  const zone = zoneOf(setup.tenant.timeZone)
  const today = zone.dayOf(now)
  const planned: PlannedBooking[] = []
  const allocations: AllocationInput[] = []
  const channels = setup.channels.filter(({ isActive }) => isActive !== false)
  const starts = timeslots.map(({ startsAt }) => toMillis(startsAt))

  for (let day = today - daysBefore; day <= today + daysAfter; day++) {
    const [from, to] = [zone.startOfDay(day), zone.startOfDay(day + 1)]
    const near = timeslots.filter((_, index) => Math.abs((starts[index] ?? 0) - from) < 2 * DAY)
    let nearby = allocations.filter(({ startsAt }) => Math.abs(toMillis(startsAt) - from) < reach)
    for (let count = wantedOn(chance, day, today, setup.resources.length); count > 0; count--) {
      const variant = chance.pick(setup.variants)
      const channel = chance.pick(channels)
      const customerId = chance.pick(customerIds)
      if (!variant || !channel || !customerId) continue
      const createdAt = Math.min(now - chance.between(1, 20) * HOUR, from - chance.between(1, 10) * DAY)
      const quantity = chance.between(variant.minQuantity ?? 1, Math.min(variant.maxQuantity ?? 1, 4))
      const durationMinutes = lengthOf(chance, variant)
      const answers = createEngine({
        ...setup,
        now: createdAt,
        timeslots: near,
        allocations: nearby,
        customer: { id: customerId, bookingCount: 1 },
      }).ask({ variantId: variant.id, channelId: channel.id, quantity, ...(durationMinutes && { durationMinutes }) })
      const startsAt = chance.pick(answers.starts(from, to))
      if (startsAt === undefined) continue
      const result = answers.check({ startsAt })
      if (!result.available) continue

      const status = statusOf(chance, result, now)
      const isHere = status === 'completed' || (status === 'confirmed' && startsAt <= now)
      planned.push({
        variant,
        channelId: channel.id,
        customerId,
        quantity,
        result,
        status,
        createdAt,
        checkedInAt: isHere ? startsAt - chance.between(0, 10) * MINUTE : null,
      })
      if (status === 'cancelled') continue
      const taken = result.allocations.map(
        (one): AllocationInput => ({
          ...one,
          bookingId: `${formatLocalDate(day)} ${count}`,
          variantId: variant.id,
          channelId: channel.id,
          customerId,
          timeslotId: result.timeslotId,
          startsAt: result.startsAt,
          endsAt: result.endsAt,
          quantity,
          capacityMode: variant.capacityMode ?? 'exclusive',
          status,
        }),
      )
      allocations.push(...taken)
      nearby = [...nearby, ...taken]
    }
  }
  return planned
}
