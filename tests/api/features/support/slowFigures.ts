/**
 * A slow, literal reading of docs/domain.md#figures, minute by minute, that shares no code with the product. Times
 * are epoch minutes, in Berlin in 2026.
 */
export interface SlowBooking {
  id: string
  /** Ids of its resources. */
  resources: string[]
  mode: 'exclusive' | 'pooled'
  from: number
  to: number
  made: number
  quantity: number
  total: number
  status: string
  previousStatus: string | null
  paymentStatus: string
  customer: string | null
  item: string
  variant: string
  channel: string
  source: string
}

export interface SlowResource {
  id: string
  type: string
  capacity: number
  parent: string | null
  since: number
  until: number | null
  /** By weekday (1 is Monday): local minutes of the day. */
  hours: Record<number, [number, number][]>
}

/** Of local dates, both included; for all resources unless some are named. */
export interface SlowRule {
  kind: 'blackout' | 'opening_hours' | 'capacity_override'
  resources: string[] | null
  days: [string, string] | null
  minutes: [number, number] | null
  /** Opening hours: on every weekday. */
  valid: [string, string] | null
  capacity: number
}

export interface SlowWish {
  from: number
  quantity: number
  item: string
  variant: string
  channel: string
  reason: string
  status: string
}

export interface SlowWorld {
  bookings: SlowBooking[]
  wishes: SlowWish[]
  resources: SlowResource[]
  rules: SlowRule[]
  weekStartsOn: number
  now: number
}

const DAY = 1440
const summerFrom = Date.UTC(2026, 2, 29, 1) / 60_000
const summerTo = Date.UTC(2026, 9, 25, 1) / 60_000

export const localOf = (minute: number): number => minute + (minute >= summerFrom && minute < summerTo ? 120 : 60)

const dayOf = (minute: number): number => Math.floor(localOf(minute) / DAY)
const dates = new Map<number, string>()
const dateOf = (day: number): string => {
  const known = dates.get(day) ?? new Date(day * DAY * 60_000).toISOString().slice(0, 10)
  dates.set(day, known)
  return known
}
const weekdayOf = (day: number): number => new Date(day * DAY * 60_000).getUTCDay() || 7

/** The first minute of a local date. */
export const startOf = (date: string): number => {
  const local = Date.parse(`${date}T00:00Z`) / 60_000
  return localOf(local - 120) === local ? local - 120 : local - 60
}

const counted = ['pending', 'confirmed', 'completed', 'no_show']
const leads: [string, number][] = [
  ['4w', 40_320],
  ['1w', 10_080],
  ['3d', 4320],
  ['1d', 1440],
  ['2h', 120],
  ['0h', 0],
]

/** Keys of a time, the same for a booking's start and for a minute of capacity. */
const timeKey = (world: SlowWorld, name: string, minute: number): string | number => {
  const day = dayOf(minute)
  if (name === 'weekday') return weekdayOf(day)
  if (name === 'hour') return Math.floor((localOf(minute) % DAY) / 60)
  if (name === 'week') return dateOf(day - ((weekdayOf(day) - world.weekStartsOn + 7) % 7))
  return name === 'month' ? `${dateOf(day).slice(0, 7)}-01` : dateOf(day)
}

/** All rows that a booking is in, by the keys of the dimensions. */
const rowsOf = (world: SlowWorld, by: string[], booking: SlowBooking): string[] => {
  const types = new Map(world.resources.map(({ id, type }) => [id, type]))
  const rows = booking.resources.flatMap(resource => {
    const lead = leads.find(([, least]) => booking.from - booking.made >= least)?.[0]
    if (by.includes('leadBucket') && !lead) return []
    const keys: Record<string, unknown> = { ...booking, resource, resourceType: types.get(resource), leadBucket: lead }
    return [JSON.stringify(by.map(name => keys[name] ?? timeKey(world, name, booking.from)))]
  })
  return [...new Set(rows)]
}

export type SlowSums = Record<string, number | null>

const halfUp = (value: number, decimals: number) => Math.floor(value * 10 ** decimals + 0.5 + 1e-9) / 10 ** decimals
const divided = (a: number, b: number, decimals: number) => (b === 0 ? null : halfUp(a / b, decimals))

const sumsOfBookings = (world: SlowWorld, all: SlowBooking[], from: number): SlowSums => {
  const sum = (of: SlowBooking[], value: (one: SlowBooking) => number) =>
    of.reduce((total, one) => total + value(one), 0)
  const those = all.filter(({ status }) => counted.includes(status))
  const paying = those.filter(({ status, paymentStatus }) => status !== 'pending' && paymentStatus !== 'refunded')
  const cancelled = all.filter(one => one.status === 'cancelled' && one.previousStatus !== 'held').length
  const noShows = all.filter(({ status }) => status === 'no_show').length
  const completed = all.filter(
    ({ status, to }) => status === 'completed' || (status === 'confirmed' && to <= world.now),
  ).length
  const leadTimes = those.map(one => one.from - one.made).filter(lead => lead >= 0)
  const sorted = leadTimes.toSorted((a, b) => a - b)
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  const first = (customer: string) =>
    Math.min(
      ...world.bookings.filter(one => one.customer === customer && counted.includes(one.status)).map(one => one.from),
    )
  const customers = [...new Set(those.flatMap(({ customer }) => customer ?? []))]
  const revenue = sum(paying, ({ total }) => total)
  return {
    bookings: those.length,
    quantity: sum(those, ({ quantity }) => quantity),
    bookedMinutes: sum(those, one => one.to - one.from),
    revenue,
    averageValue: divided(revenue, paying.length, 0),
    paidRevenue: sum(
      paying.filter(({ paymentStatus }) => paymentStatus === 'paid'),
      ({ total }) => total,
    ),
    cancelled,
    cancellationRate: divided(cancelled, those.length + cancelled, 4),
    noShows,
    noShowRate: divided(noShows, completed + noShows, 4),
    leadTimeMedian: sorted.length === 0 ? null : halfUp((low + high) / 2, 0),
    leadTimeAverage: divided(
      leadTimes.reduce((total, lead) => total + lead, 0),
      leadTimes.length,
      0,
    ),
    newCustomers: customers.filter(customer => first(customer) >= from).length,
    returningCustomers: customers.filter(customer => first(customer) < from).length,
  }
}

interface Period {
  from: string
  to: string
}

/** First minutes of buckets within the period, by the key of the only time dimension. */
const bucketStarts = (world: SlowWorld, by: string[], { from, to }: Period): Map<string | number, number> => {
  const time = by.find(name => ['day', 'week', 'month'].includes(name))
  const starts = new Map<string | number, number>()
  if (!time) return starts
  for (let day = Date.parse(from) / DAY / 60_000; dateOf(day) < to; day++) {
    const key = timeKey(world, time, startOf(dateOf(day)))
    if (!starts.has(key)) starts.set(key, startOf(dateOf(day)))
  }
  return starts
}

/** Sums of the booking measures, by row; `total` for all. */
export const slowBookingFigures = (world: SlowWorld, by: string[], period: Period): Map<string, SlowSums> => {
  const [from, to] = [startOf(period.from), startOf(period.to)]
  const within = world.bookings.filter(one => one.from >= from && one.from < to)
  const starts = bucketStarts(world, by, period)
  const rows = new Map<string, SlowBooking[]>()
  for (const booking of within)
    for (const row of rowsOf(world, by, booking)) rows.set(row, [...(rows.get(row) ?? []), booking])
  const figures = new Map(
    [...rows].map(([row, all]) => {
      const start = (JSON.parse(row) as (string | number)[]).map(key => starts.get(key)).find(one => one !== undefined)
      return [row, sumsOfBookings(world, all, start ?? from)] as const
    }),
  )
  return figures.set('total', sumsOfBookings(world, within, from))
}

/** Refused demand by the wanted start, by row; `total` for all. */
export const slowDemandFigures = (world: SlowWorld, by: string[], period: Period): Map<string, SlowSums> => {
  const [from, to] = [startOf(period.from), startOf(period.to)]
  const figures = new Map<string, SlowSums>([['total', { refused: 0, refusedQuantity: 0 }]])
  for (const wish of world.wishes) {
    if (wish.from < from || wish.from >= to || wish.status === 'met') continue
    const keys: Record<string, unknown> = { ...wish }
    for (const row of ['total', JSON.stringify(by.map(name => keys[name] ?? timeKey(world, name, wish.from)))]) {
      const { refused, refusedQuantity } = figures.get(row) ?? {}
      figures.set(row, { refused: (refused ?? 0) + 1, refusedQuantity: (refusedQuantity ?? 0) + wish.quantity })
    }
  }
  return figures
}

const isWithin = (days: [string, string] | null, date: string) => !days || (days[0] <= date && date <= days[1])

interface Minute {
  cap: number
  isOpen: boolean
}

const minutes = new WeakMap<SlowResource, Map<number, Minute>>()

const minuteOf = (world: SlowWorld, resource: SlowResource, minute: number): Minute => {
  const known = minutes.get(resource) ?? new Map<number, Minute>()
  minutes.set(resource, known)
  const read = known.get(minute) ?? readMinute(world, resource, minute)
  known.set(minute, read)
  return read
}

const readMinute = (world: SlowWorld, resource: SlowResource, minute: number): Minute => {
  const day = dayOf(minute)
  const [date, clock] = [dateOf(day), localOf(minute) % DAY]
  const inHours = (resource.hours[weekdayOf(day)] ?? []).some(([from, to]) => from <= clock && clock < to)
  const exists =
    minute >= startOf(dateOf(dayOf(resource.since))) && (resource.until === null || minute < resource.until)
  let isOpen = inHours && exists
  const rules = world.rules.filter(
    rule => (!rule.resources || rule.resources.includes(resource.id)) && isWithin(rule.valid, date),
  )
  const applies = ({ days, minutes }: SlowRule) =>
    isWithin(days, date) && (!minutes || (minutes[0] <= clock && clock < minutes[1]))
  for (const rule of rules) {
    if (rule.kind === 'blackout' && applies(rule)) isOpen = false
    if (rule.kind === 'opening_hours' && !applies(rule)) isOpen = false
  }
  // Rules for the resource by name outrank those for all, on each date on which they are valid.
  const overrides = rules.filter(({ kind }) => kind === 'capacity_override')
  const named = overrides.filter(({ resources }) => resources)
  const active = (named.length > 0 ? named : overrides).filter(applies)
  const cap = active.length > 0 ? Math.min(...active.map(({ capacity }) => capacity)) : resource.capacity
  return { cap, isOpen: isOpen && cap > 0 }
}

/** Open, booked and outside unit minutes, by row; `total` for all leaves. Rows of resources show parents, too. */
export const slowCapacityFigures = (world: SlowWorld, by: string[], period: Period): Map<string, SlowSums> => {
  const [from, to] = [startOf(period.from), startOf(period.to)]
  const figures = new Map<string, { open: number; used: number; outside: number }>()
  const parents = new Set(world.resources.map(({ parent }) => parent))
  const those = world.bookings.filter(one => counted.includes(one.status) && one.from < to && one.to > from)
  const above = (resource: SlowResource): string[] => {
    const parent = world.resources.find(({ id }) => id === resource.parent)
    return parent ? [parent.id, ...above(parent)] : []
  }
  for (const resource of world.resources) {
    const isLeaf = !parents.has(resource.id)
    const own = those.filter(({ resources }) => resources.includes(resource.id))
    const ancestors = isLeaf ? above(resource) : []
    const blocking = those.filter(({ resources }) => resources.some(id => ancestors.includes(id)))
    for (let minute = from; minute < to; minute++) {
      const { cap, isOpen } = minuteOf(world, resource, minute)
      const running = own.filter(one => one.from <= minute && minute < one.to)
      const isWhole =
        running.some(({ mode }) => mode === 'exclusive') || blocking.some(one => one.from <= minute && minute < one.to)
      const units = running.reduce((sum, { mode, quantity }) => sum + (mode === 'exclusive' ? 0 : quantity), 0)
      const taken = units + (isWhole ? cap || resource.capacity : 0)
      const available = isOpen ? cap : 0
      if (available === 0 && taken === 0) continue
      const keys: Record<string, string> = { resource: resource.id, resourceType: resource.type }
      const row = JSON.stringify(by.map(name => keys[name] ?? timeKey(world, name, minute)))
      const isShown = isLeaf || by.includes('resource')
      for (const name of new Set([...(isShown ? [row] : []), ...(isLeaf ? ['total'] : [])])) {
        const sums = figures.get(name) ?? { open: 0, used: 0, outside: 0 }
        sums.open += available
        sums.used += Math.min(taken, available)
        sums.outside += taken - Math.min(taken, available)
        figures.set(name, sums)
      }
    }
  }
  return new Map(
    [...figures].map(([row, { open, used, outside }]) => [
      row,
      { openMinutes: open, bookedUnitMinutes: used, outsideMinutes: outside, utilisation: divided(used, open, 4) },
    ]),
  )
}
