import {
  type AllocationInput,
  formatInstant,
  prepare,
  type RuleInput,
  type Snapshot,
  zoneOf,
} from '../../src/scheduling'

/**
 * Free slots of one resource in memory: the engine with every rule in force, beside bare arithmetic on the same integers
 * in the same run. The floor knows nothing but hours and bookings: it works out the windows, sorts and merges the
 * bookings, and walks both lists. Run with `npx tsx tests/bench/availability-memory.bench.ts`.
 */
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
  { label: '30 days × 30 min, no bookings', days: 30, step: 30, bookings: 0, rounds: 400 },
  { label: '30 days × 30 min, 100 bookings', days: 30, step: 30, bookings: 100, rounds: 400 },
  { label: '365 days × 15 min, 1,000 bookings', days: 365, step: 15, bookings: 1000, rounds: 60 },
]

/** A seeded generator, so that every run and every engine sees the same bookings. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

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

const rule = (ruleType: RuleInput['ruleType'], parameters: object, more: object = {}): RuleInput => {
  return {
    id: ruleType + JSON.stringify(more),
    name: ruleType,
    ruleType,
    parameters,
    applyToAllResources: true,
    ...more,
  } as RuleInput
}

/** All twelve types; but for the buffer, which the floor knows too, they take no slot away, so that both find the same. */
const everyRule = (interval: number): RuleInput[] => [
  rule('blackout', { startDate: '2026-12-25', endDate: '2026-12-26', repeatsYearly: true }),
  rule('opening_hours', {
    weeklyHours: [1, 2, 3, 4, 5, 6].map(dayOfWeek => ({ dayOfWeek, startTime: '07:00', endTime: '20:00' })),
  }),
  rule('booking_limit', { max: 500, period: 'day' }),
  rule('booking_limit', { max: 9000, period: 'week', measure: 'minutes', subject: 'customer' }, { channelIds: [] }),
  rule('approval_required', { minQuantity: 2 }),
  rule('buffer', { afterMinutes: BUFFER }),
  rule('min_notice', { minutes: 120 }),
  rule('max_advance', { days: 1095 }),
  rule('duration_limit', { minMinutes: 10, maxMinutes: 120 }),
  rule('min_gap', { minutes: 5 }),
  rule('start_interval', { intervalMinutes: interval }),
  rule('capacity_override', { capacity: 2, startDate: '2027-06-01', endDate: '2027-08-31', daysOfWeek: [6, 7] }),
  rule('cancellation_notice', { minutes: 1440 }),
]

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

/** Median milliseconds of the runs after a warm-up. */
function median(rounds: number, run: () => unknown): number {
  for (let i = 0; i < rounds / 4; i++) run()
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

for (let i = 0; i < 300; i++)
  prepare(snapshot(scenarios[1] as Scenario, everyRule(30), i % 2 > 0))
    .ask({ variantId: 'cut' })
    .slots(START, START + 30 * DAY)

const rows: Record<string, string | number>[] = []
for (const scenario of scenarios) {
  const { days, rounds } = scenario
  const bookings = makeBookings(scenario)
  const sorted = [...bookings].sort((a, b) => a.start - b.start)
  const from = berlin.startOfDay(START / DAY)
  const to = berlin.startOfDay(START / DAY + days)
  const run = (input: Snapshot) => prepare(input).ask({ variantId: 'cut' }).slots(from, to)
  const full = snapshot(scenario, everyRule(scenario.step), false)
  const plain = snapshot(scenario, [rule('buffer', { afterMinutes: BUFFER })], false)
  const text = snapshot(scenario, everyRule(scenario.step), true)
  const prepared = prepare(full).ask({ variantId: 'cut' })

  const expected = floor(scenario, bookings)
  const found = run(full)
  if (JSON.stringify(found.map(slot => Date.parse(slot.startsAt))) !== JSON.stringify(expected)) {
    throw new Error(`The engine and the floor disagree: ${found.length} and ${expected.length} slots`)
  }

  const measured: [string, number][] = [
    ['floor: bare arithmetic on integers', median(rounds, () => floor(scenario, bookings))],
    ['the same, bookings already sorted', median(rounds, () => floor(scenario, sorted))],
    ['engine, the buffer alone', median(rounds, () => run(plain))],
    ['engine, every rule', median(rounds, () => run(full))],
    [
      'engine, every rule, starts as integers',
      median(rounds, () => prepare(full).ask({ variantId: 'cut' }).starts(from, to)),
    ],
    ['engine, every rule, prepared, integers', median(rounds, () => prepared.starts(from, to))],
    ['engine, every rule, instants as text', median(rounds, () => run(text))],
    ['engine, every rule, already prepared', median(rounds, () => prepared.slots(from, to))],
  ]
  const base = measured[0]?.[1] ?? Number.NaN
  for (const [what, millis] of measured) {
    rows.push({
      scenario: scenario.label,
      what,
      ms: Number(millis.toFixed(4)),
      '× floor': Number((millis / base).toFixed(2)),
      slots: found.length,
    })
  }
}
console.table(rows)

/** How the work grows with resources: each with its own bookings and every rule in force. */
const growth = [1, 10, 100].map(count => {
  const scenario = { label: '', days: 30, step: 30, bookings: 100, rounds: 0 }
  const one = snapshot(scenario, everyRule(30), false)
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
  const millis = median(count < 100 ? 200 : 30, () => prepare(many).ask({ variantId: 'cut' }).slots(START, to))
  return {
    resources: count,
    'days each': 30,
    'bookings each': 100,
    ms: Number(millis.toFixed(3)),
    'µs per resource': Number(((millis * 1000) / count).toFixed(1)),
  }
})
console.table(growth)
