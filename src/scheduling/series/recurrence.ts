import { DAY, isoWeekday, type LocalDay } from '../../declare'

/** Dates ahead in one series. */
export const maxOccurrences = 104
const maxInterval = 99

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY'

/** 1 is Monday. `nth` is -1 for the month's last, null in weekly rules. */
export interface RuleDay {
  readonly weekday: number
  readonly nth: number | null
}

/** The supported part of RFC 5545 (docs/domain.md#series). */
export interface Recurrence {
  readonly freq: Frequency
  readonly interval: number
  /** Sorted; empty repeats the first date's day. */
  readonly byDay: readonly RuleDay[]
  readonly count: number | null
  readonly until: { readonly day: LocalDay } | { readonly instant: number } | null
  /** 1 to 7. */
  readonly weekStart: number
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FREQUENCIES: readonly (string | undefined)[] = ['DAILY', 'WEEKLY', 'MONTHLY']

export class UnsupportedRule extends Error {
  readonly part: string

  constructor(part: string) {
    super(`Not a supported rule: ${part}`)
    this.part = part
  }
}

/**
 * Reads `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`.
 * @param weekStartsOn if the rule names no first day
 * @throws UnsupportedRule
 */
export function parseRecurrence(text: string, weekStartsOn: number): Recurrence {
  const parts = new Map<string, string>()
  for (const part of text.trim().toUpperCase().split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.+)$/.exec(part) ?? []
    if (!KNOWN.has(name) || parts.has(name)) throw new UnsupportedRule(part || text)
    parts.set(name, value)
  }
  const freq = parts.get('FREQ')
  if (!isFrequency(freq)) throw new UnsupportedRule(said(parts, 'FREQ'))
  const weekStart = WEEKDAYS.indexOf(parts.get('WKST') ?? WEEKDAYS[weekStartsOn - 1] ?? '') + 1
  if (weekStart === 0) throw new UnsupportedRule(said(parts, 'WKST'))
  if (parts.has('COUNT') === parts.has('UNTIL')) throw new UnsupportedRule(said(parts, 'COUNT'))
  return {
    freq,
    interval: numberIn(parts, 'INTERVAL', maxInterval) ?? 1,
    byDay: readDays(parts, freq),
    count: numberIn(parts, 'COUNT', maxOccurrences),
    until: readUntil(parts),
    weekStart,
  }
}

const KNOWN = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'COUNT', 'UNTIL', 'WKST'])

const isFrequency = (text: string | undefined): text is Frequency => FREQUENCIES.includes(text)

const said = (parts: ReadonlyMap<string, string>, name: string): string => `${name}=${parts.get(name) ?? ''}`

function numberIn(parts: ReadonlyMap<string, string>, name: string, max: number): number | null {
  const text = parts.get(name)
  if (text === undefined) return null
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > max) throw new UnsupportedRule(said(parts, name))
  return value
}

function readDays(parts: ReadonlyMap<string, string>, freq: Frequency): RuleDay[] {
  const text = parts.get('BYDAY')
  if (text === undefined) return []
  const found = new Map<string, RuleDay>()
  for (const one of text.split(',')) {
    const [, sign, weekday = ''] = /^(\+?[1-5]|-1)?(MO|TU|WE|TH|FR|SA|SU)$/.exec(one) ?? []
    const isNumbered = sign !== undefined
    if (!weekday || freq === 'DAILY' || isNumbered !== (freq === 'MONTHLY'))
      throw new UnsupportedRule(said(parts, 'BYDAY'))
    const day = { weekday: WEEKDAYS.indexOf(weekday) + 1, nth: isNumbered ? Number(sign) : null }
    found.set(`${day.nth} ${weekday}`, day)
  }
  return inOrder([...found.values()])
}

const inOrder = (days: RuleDay[]): RuleDay[] => {
  const place = ({ nth }: RuleDay) => (nth === -1 ? 6 : (nth ?? 0))
  return days.sort((a, b) => place(a) - place(b) || a.weekday - b.weekday)
}

function readUntil(parts: ReadonlyMap<string, string>): Recurrence['until'] {
  const text = parts.get('UNTIL')
  if (text === undefined) return null
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/.exec(text) ?? []
  const time = hour === undefined ? '00:00:00' : `${hour}:${minute}:${second}`
  const iso = `${year}-${month}-${day}T${time}Z`
  const instant = Date.parse(iso)
  // `Date` reads 30 February as a day in March.
  const isDate = !Number.isNaN(instant) && new Date(instant).toISOString() === iso.replace('Z', '.000Z')
  if (!isDate) throw new UnsupportedRule(said(parts, 'UNTIL'))
  return hour === undefined ? { day: instant / DAY } : { instant }
}

const compactDate = (day: LocalDay): string => new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '')

/** Extended series may exceed the limit of new ones. */
export function readStoredRule(rrule: string): Recurrence {
  const count = Number(/COUNT=(\d+)/.exec(rrule)?.[1] ?? 0)
  const rule = parseRecurrence(rrule.replace(/COUNT=\d+/, 'COUNT=1'), 1)
  return count > 0 ? { ...rule, count } : rule
}

export function formatPattern(
  { freq, interval, byDay, weekStart }: Omit<Recurrence, 'count' | 'until'>,
  isWithWeek = true,
): string {
  const days = byDay.map(({ nth, weekday }) => `${nth ?? ''}${WEEKDAYS[weekday - 1]}`).join()
  return [
    `FREQ=${freq}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(days ? [`BYDAY=${days}`] : []),
    ...(isWithWeek ? [`WKST=${WEEKDAYS[weekStart - 1]}`] : []),
  ].join(';')
}

export function formatRecurrence(rule: Recurrence): string {
  const { count, until, weekStart } = rule
  const end = count !== null ? `COUNT=${count}` : `UNTIL=${until && formatUntil(until)}`
  return `${formatPattern(rule, false)};${end};WKST=${WEEKDAYS[weekStart - 1]}`
}

export const formatUntil = (until: NonNullable<Recurrence['until']>): string =>
  'day' in until ? compactDate(until.day) : new Date(until.instant).toISOString().replace(/\.\d{3}|[-:]/g, '')

/**
 * Moves the weeks' start, too, so that the same dates share a week.
 * @param days negative for earlier; monthly rules cannot be shifted
 */
export function shiftRecurrence(rule: Recurrence, days: number): Recurrence {
  const later = (weekday: number) => isoWeekday(weekday + 3 + days)
  const { until } = rule
  return {
    ...rule,
    byDay: inOrder(rule.byDay.map(({ nth, weekday }) => ({ nth, weekday: later(weekday) }))),
    until: until && 'day' in until ? { day: until.day + days } : until,
    weekStart: rule.freq === 'WEEKLY' && rule.interval > 1 ? later(rule.weekStart) : rule.weekStart,
  }
}
