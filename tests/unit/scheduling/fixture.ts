import {
  type AllocationInput,
  type BookingRequest,
  createEngine,
  type ResourceInput,
  type RuleInput,
  type RuleType,
  type ScheduleInput,
  type Snapshot,
  type TimeslotInput,
  type VariantInput,
  zoneOf,
} from '../../../src/scheduling'

/**
 * The fixture of the worked cases (docs/domain.md#worked-cases): Europe/Berlin, Mon–Fri 09:00–17:00, resource A, 60
 * minutes every 60 minutes.
 */
export const schedule = (over: Partial<ScheduleInput> = {}): ScheduleInput => ({
  id: 'hours',
  name: 'Hours',
  timeZone: 'Europe/Berlin',
  weeklyHours: week([1, 2, 3, 4, 5], '09:00', '17:00'),
  ...over,
})

export const week = (days: number[], startTime: string, endTime: string) => {
  return days.map(dayOfWeek => ({ dayOfWeek, startTime, endTime }))
}

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

export const resource = (id: string, over: Partial<ResourceInput> = {}): ResourceInput => ({
  id,
  name: id,
  resourceTypeId: 'type',
  capacity: 1,
  ...over,
})

export const variant = (over: Partial<VariantInput> = {}, resourceIds = ['A']): VariantInput => ({
  id: 'V60',
  name: 'V60',
  catalogItemId: 'item',
  durationMinutes: 60,
  slotIntervalMinutes: 60,
  resources: resourceIds.map((resourceId, priority) => ({ resourceId, priority })),
  ...over,
})

let made = 0

export function rule<T extends RuleType>(
  ruleType: T,
  parameters: RuleInput<T>['parameters'],
  over: Partial<RuleInput> = {},
): RuleInput {
  made++
  return {
    id: `rule-${String(made).padStart(6, '0')}`,
    name: `${ruleType} ${made}`,
    ruleType,
    parameters,
    applyToAllResources: true,
    ...over,
  } as RuleInput
}

/** A rule for named resources only. */
export const onlyFor = (...resourceIds: string[]) => ({ applyToAllResources: false, resourceIds })

export const snapshotWith = (over: Partial<Snapshot> = {}): Snapshot => ({
  now: '2026-02-20T12:00:00.000Z',
  tenant: { timeZone: 'Europe/Berlin', defaultScheduleId: 'hours' },
  schedules: [schedule()],
  resources: [resource('A')],
  items: [{ id: 'item', name: 'Item', status: 'active' }],
  variants: [variant()],
  ...over,
})

/** The instant of a local time `YYYY-MM-DD HH:mm`. */
export function at(local: string, timeZone = 'Europe/Berlin'): string {
  const [date, time] = local.split(' ')
  return new Date(zoneOf(timeZone).localToInstant(Date.parse(`${date}T${time}:00Z`))).toISOString()
}

/** A confirmed booking of `date` from `from` to `to`, as allocations on each resource. */
export function booking(date: string, from: string, to: string, over: Partial<AllocationInput> = {}): AllocationInput {
  made++
  return {
    bookingId: `booking-${made}`,
    resourceId: 'A',
    variantId: 'V60',
    startsAt: at(`${date} ${from}`),
    endsAt: at(`${date} ${to}`),
    quantity: 1,
    capacityMode: 'exclusive',
    status: 'confirmed',
    ...over,
  }
}

export function timeslot(date: string, from: string, to: string, over: Partial<TimeslotInput> = {}): TimeslotInput {
  made++
  return {
    id: `slot-${made}`,
    scheduleId: 'hours',
    startsAt: at(`${date} ${from}`),
    endsAt: at(`${date} ${to}`),
    status: 'open',
    origin: 'generated',
    ...over,
  }
}

export function ask(snapshot: Snapshot, request: Partial<BookingRequest> = {}) {
  return createEngine(snapshot).ask({ variantId: snapshot.variants[0]?.id ?? '', ...request })
}

/** The available starts of a local date (or from one to another) as local `HH:mm`. */
export function starts(
  snapshot: Snapshot,
  date: string,
  {
    until = date,
    timeZone = 'Europe/Berlin',
    ...request
  }: Partial<BookingRequest> & { until?: string; timeZone?: string } = {},
): string[] {
  return slotsOf(snapshot, date, { until, timeZone, ...request }).map(slot => clock(slot.startsAt, timeZone))
}

export function slotsOf(
  snapshot: Snapshot,
  date: string,
  {
    until = date,
    timeZone = 'Europe/Berlin',
    ...request
  }: Partial<BookingRequest> & { until?: string; timeZone?: string } = {},
) {
  const dayAfter = new Date(Date.parse(`${until}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10)
  return ask(snapshot, request).slots(at(`${date} 00:00`, timeZone), at(`${dayAfter} 00:00`, timeZone))
}

export function clock(instant: string, timeZone = 'Europe/Berlin'): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  )
}

/** Why the candidate at a local time is refused: the headline's code, or `available`. */
export function verdict(
  snapshot: Snapshot,
  local: string,
  request: Partial<BookingRequest> = {},
  endsAt?: string,
): string {
  const candidate = { startsAt: at(local), ...(endsAt && { endsAt: at(endsAt) }) }
  return ask(snapshot, request).check(candidate).headline?.code ?? 'available'
}

export const range = (from: number, to: number, step = 60): string[] => {
  const times: string[] = []
  for (let minute = from * 60; minute <= to * 60; minute += step) {
    times.push(`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
  }
  return times
}
