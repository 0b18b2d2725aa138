import {
  type AllocationInput,
  createEngine,
  formatInstant,
  type RuleInput,
  type Snapshot,
  zoneOf,
} from '../../src/scheduling'
import { everyRule, rule } from './support/everyRule'
import { type Bench, type Measurement, median } from './support/measurement'
import { random } from './support/random'

const MINUTE = 60_000
const DAY = 86_400_000
const BUFFER = 5
const START = Date.UTC(2027, 0, 4)
const berlin = zoneOf('Europe/Berlin')

interface Scenario {
  label: string
  days: number
  step: number
  bookings: number
  rounds: number
}

const scenarios: Scenario[] = [
  { label: '30 days × 30 min, no bookings', days: 30, step: 30, bookings: 0, rounds: 4000 },
  { label: '30 days × 30 min, 100 bookings', days: 30, step: 30, bookings: 100, rounds: 4000 },
  { label: '365 days × 15 min, 1,000 bookings', days: 365, step: 15, bookings: 1000, rounds: 200 },
]

function makeBookings({ days, bookings, step }: Scenario): { start: number; end: number }[] {
  const next = random(42)
  return Array.from({ length: bookings }, () => {
    const start = berlin.at(START / DAY + Math.floor(next() * days), 9 * 60 + Math.floor(next() * (480 / 15)) * 15)
    return { start, end: start + step * MINUTE }
  })
}

function floor({ days, step }: Scenario, bookings: readonly { start: number; end: number }[]): number[] {
  const after = BUFFER * MINUTE
  const length = step * MINUTE
  const busy = [...bookings].sort((a, b) => a.start - b.start)
  const free: number[] = []
  let next = 0
  for (let day = START / DAY; day < START / DAY + days; day++) {
    if (((((day + 3) % 7) + 7) % 7) + 1 > 5) continue
    const close = berlin.at(day, 17 * 60)
    for (let start = berlin.at(day, 9 * 60); start + length <= close; start += length) {
      while (next < busy.length && (busy[next] as { end: number }).end + after <= start) next++
      const first = busy[next]
      if (!first || first.start >= start + length + after) free.push(start)
    }
  }
  return free
}

function snapshot(scenario: Scenario, rules: RuleInput[], asText: boolean): Snapshot {
  const instant = (millis: number) => (asText ? formatInstant(millis) : millis)
  const allocations = makeBookings(scenario).map(
    ({ start, end }, i): AllocationInput => ({
      bookingId: String(i),
      resourceId: 'chair',
      variantId: 'cut',
      startsAt: instant(start),
      endsAt: instant(end),
      bufferAfterMinutes: BUFFER,
      quantity: 1,
      capacityMode: 'exclusive',
      status: 'confirmed',
      customerId: i % 10 === 0 ? 'customer' : 'somebody',
    }),
  )
  return {
    now: START - 7 * DAY,
    tenant: { timeZone: 'Europe/Berlin' },
    schedules: [
      {
        id: 'hours',
        name: 'Hours',
        timeZone: 'Europe/Berlin',
        weeklyHours: [1, 2, 3, 4, 5].map(dayOfWeek => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
      },
    ],
    resources: [{ id: 'chair', name: 'Chair', resourceTypeId: 'chair', capacity: 1, scheduleId: 'hours' }],
    rules,
    items: [{ id: 'item', name: 'Item' }],
    variants: [
      {
        id: 'cut',
        name: 'Cut',
        catalogItemId: 'item',
        durationMinutes: scenario.step,
        slotIntervalMinutes: scenario.step,
        resources: [{ resourceId: 'chair', priority: 0 }],
      },
    ],
    allocations,
    customer: { id: 'customer' },
  }
}

/** The engine with every rule in force, and bare arithmetic on the same integers, of which it may take three times as long. */
function compare(scenario: Scenario): Measurement[] {
  const { days, rounds, label } = scenario
  const bookings = makeBookings(scenario)
  const [from, to] = [berlin.startOfDay(START / DAY), berlin.startOfDay(START / DAY + days)]
  const run = (input: Snapshot) => createEngine(input).ask({ variantId: 'cut' }).slots(from, to)
  const full = snapshot(scenario, everyRule(scenario.step), false)
  const plain = snapshot(scenario, [rule('buffer', { afterMinutes: BUFFER })], false)
  const text = snapshot(scenario, everyRule(scenario.step), true)

  const expected = floor(scenario, bookings)
  const found = run(full).map(slot => Date.parse(slot.startsAt))
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`The engine and the floor disagree: ${found.length} and ${expected.length} slots`)

  const against = { what: 'bare arithmetic', figure: median(rounds, () => floor(scenario, bookings)) }
  const measured: [string, number, string?][] = [
    ['every rule', median(rounds, () => run(full)), '≤ 3 ×'],
    ['the buffer alone', median(rounds, () => run(plain))],
    [
      'every rule, starts as integers',
      median(rounds, () => createEngine(full).ask({ variantId: 'cut' }).starts(from, to)),
    ],
    ['every rule, instants as text', median(rounds, () => run(text))],
  ]
  return measured.map(([what, figure, aim]) => ({
    what: `${label}: ${what}`,
    figure,
    unit: 'ms',
    against,
    ...(aim && { aim }),
  }))
}

/** How the work grows with resources: each with its own bookings and every rule in force. */
function grow(count: number): Measurement {
  const one = snapshot({ label: '', days: 30, step: 30, bookings: 100, rounds: 0 }, everyRule(30), false)
  const ids = Array.from({ length: count }, (_, i) => `chair ${i}`)
  const many: Snapshot = {
    ...one,
    resources: ids.map(id => ({ id, name: id, resourceTypeId: 'chair', capacity: 1, scheduleId: 'hours' })),
    variants: one.variants.map(each => ({
      ...each,
      resources: ids.map((resourceId, priority) => ({ resourceId, priority })),
    })),
    allocations: ids.flatMap(
      resourceId =>
        one.allocations?.map(each => ({ ...each, resourceId, bookingId: `${resourceId} ${each.bookingId}` })) ?? [],
    ),
  }
  const to = START + 30 * DAY
  const figure = median(count < 100 ? 200 : 30, () => createEngine(many).ask({ variantId: 'cut' }).slots(START, to))
  return { what: `${count} resources × 30 days × 30 min, 100 bookings each, every rule`, figure, unit: 'ms' }
}

/**
 * Free slots of one resource in memory. The floor knows nothing but hours and bookings: it works out the windows, sorts and
 * merges the bookings, and walks both lists.
 */
export default {
  title: 'Free slots in memory',
  run: async () => {
    for (let i = 0; i < 300; i++)
      createEngine(snapshot(scenarios[1] as Scenario, everyRule(30), i % 2 > 0))
        .ask({ variantId: 'cut' })
        .slots(START, START + 30 * DAY)
    return [...scenarios.flatMap(compare), ...[1, 10, 100].map(grow)]
  },
} satisfies Bench
