// @ts-check
// A malicious calendar can take time and memory of its worker thread, and nothing else.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import ICAL from 'ical.js'

const DAY = 86_400_000

/** Per calendar, past dates included. */
const mostSteps = 200_000

/** @typedef {{ text: string, timeZone: string, from: number, to: number, mostEvents: number }} ReadRequest */
/** @typedef {{ times: [start: number, end: number, bookingId: string | null][] } | { error: 'no_calendar' | 'too_many' }} ReadResult */

class TooMany extends Error {}

/** Milliseconds between dates of rules that repeat within a day. @type {Readonly<Record<string, number>>} */
const paces = { SECONDLY: 1000, MINUTELY: 60_000, HOURLY: 3_600_000 }

/** @param {ICAL.Recur} rule @param {number} duration in milliseconds */
const leastSteps = ({ freq, interval, count }, duration) => {
  const pace = paces[freq]
  return pace ? Math.min(count || Number.POSITIVE_INFINITY, duration / (pace * interval)) : 0
}

/** @type {Map<string, Intl.DateTimeFormat | null>} */
const formats = new Map()

/**
 * Null for an unknown zone.
 * @param {string} timeZone
 */
const formatOf = timeZone => {
  let format = formats.get(timeZone)
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hourCycle: 'h23',
        ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
      })
    } catch {
      format = null
    }
    formats.set(timeZone, format)
  }
  return format
}

/** @param {Intl.DateTimeFormat} format @param {number} instant */
const offsetAt = (format, instant) => {
  /** @type {Record<string, number>} */
  const part = {}
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** @typedef {{ toInstant: (wall: number) => number, toWall: (instant: number) => number }} Clock */

/** @type {Clock} */
const utc = { toInstant: wall => wall, toWall: instant => instant }

/** @param {string} timeZone @returns {Clock | null} */
const zoneClock = timeZone => {
  const format = formatOf(timeZone)
  if (!format) return null
  return {
    toWall: instant => instant + offsetAt(format, instant),
    // Moves a skipped time on by the clock change; takes the first of a repeated one.
    toInstant: wall => {
      const before = offsetAt(format, wall - DAY)
      const after = offsetAt(format, wall + DAY)
      const [first, second] = [wall - before, wall - after]
      if (first + offsetAt(format, first) === wall) return first
      return second + offsetAt(format, second) === wall ? second : first
    },
  }
}

/** @param {number} wall */
const timeAt = wall => {
  const at = new Date(wall)
  return ICAL.Time.fromData({
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    isDate: false,
  })
}

/** For a zone that the calendar defines itself. @param {ICAL.Component} component @returns {Clock} */
const describedClock = component => {
  const zone = new ICAL.Timezone({ component, tzid: String(component.getFirstPropertyValue('tzid')) })
  /** @param {number} wall */
  const offset = wall => zone.utcOffset(timeAt(wall)) * 1000
  return {
    toInstant: wall => wall - offset(wall),
    toWall: instant => instant + offset(instant + offset(instant)),
  }
}

/** @param {ICAL.Time} time */
const wallOf = ({ year, month, day, hour, minute, second, isDate }) =>
  isDate ? Date.UTC(year, month - 1, day) : Date.UTC(year, month - 1, day, hour, minute, second)

/**
 * An event's time. Whole days keep their length in days, other events in elapsed time.
 * @typedef {{ start: number, wall: number, isDate: boolean, clock: Clock, length: number, endOf: (start: number, wall: number) => number }} Span
 */

/** @param {ReadRequest} request @returns {[number, number, string | null][]} */
export const timesIn = ({ text, timeZone, from, to, mostEvents }) => {
  const parsed = ICAL.parse(text)
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed).map(
    (/** @type {any} */ root) => new ICAL.Component(root),
  )
  const calendars = roots.filter((/** @type {ICAL.Component} */ { name }) => name === 'vcalendar')
  if (calendars.length === 0) throw new Error('There is no VCALENDAR.')
  const floating = zoneClock(timeZone) ?? utc
  /** @type {[number, number, string | null][]} */
  const found = []
  let stepsLeft = mostSteps

  for (const calendar of calendars) {
    /** @type {Map<string, Clock>} */
    const described = new Map()
    for (const zone of calendar.getAllSubcomponents('vtimezone'))
      described.set(String(zone.getFirstPropertyValue('tzid')), describedClock(zone))

    /** @param {ICAL.Property | null} property @param {ICAL.Time} time @returns {Clock} */
    const clockOf = (property, time) => {
      if (time.isDate) return floating
      if (time.zone === ICAL.Timezone.utcTimezone) return utc
      const id = property?.getFirstParameter('tzid')
      if (!id) return floating
      // Some programs prefix the name with a path.
      return zoneClock(id) ?? described.get(id) ?? zoneClock(id.split('/').slice(-2).join('/')) ?? floating
    }

    /** @param {ICAL.Component} event @returns {Span | null} */
    const spanOf = event => {
      const property = event.getFirstProperty('dtstart')
      const time = /** @type {ICAL.Time | null} */ (property?.getFirstValue() ?? null)
      if (!property || !time) return null
      const clock = clockOf(property, time)
      const wall = wallOf(time)
      const start = clock.toInstant(wall)
      const ending = event.getFirstProperty('dtend')
      const end = /** @type {ICAL.Time | null} */ (ending?.getFirstValue() ?? null)
      const duration = /** @type {ICAL.Duration | null} */ (event.getFirstPropertyValue('duration'))
      const seconds = duration ? duration.toSeconds() * 1000 : null
      if (time.isDate) {
        const days = end ? wallOf(end) - wall : (seconds ?? DAY)
        return { start, wall, isDate: true, clock, length: days, endOf: (_, at) => clock.toInstant(at + days) }
      }
      const length = ending && end ? clockOf(ending, end).toInstant(wallOf(end)) - start : (seconds ?? 0)
      return { start, wall, isDate: false, clock, length, endOf: at => at + length }
    }

    /** @param {ICAL.Component} event */
    const isFree = event =>
      String(event.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED' ||
      String(event.getFirstPropertyValue('transp') ?? '').toUpperCase() === 'TRANSPARENT'

    /** @param {number} start @param {number} end @param {string} uid */
    const add = (start, end, uid) => {
      if (!(end > start) || end <= from || start >= to) return
      if (found.length >= mostEvents) throw new TooMany()
      found.push([start, end, uid.match(/^booking-([0-9a-f-]{36})$/i)?.[1]?.toLowerCase() ?? null])
    }

    /** @param {ICAL.Component} event @param {string} name */
    const datesOf = (event, name) =>
      event.getAllProperties(name).flatMap(property =>
        property.getValues().map((/** @type {any} */ value) => {
          const isPeriod = value instanceof ICAL.Period
          const time = /** @type {ICAL.Time} */ (isPeriod ? value.start : value)
          const clock = clockOf(property, time)
          const at = clock.toInstant(wallOf(time))
          return { time, at, end: isPeriod ? clock.toInstant(wallOf(value.getEnd())) : null }
        }),
      )

    const events = calendar.getAllSubcomponents('vevent')
    /** @type {Map<string, { at: number, day: number, isOn: boolean, event: ICAL.Component }[]>} */
    const changed = new Map()
    const series = []
    for (const event of events) {
      const uid = String(event.getFirstPropertyValue('uid') ?? '')
      const property = event.getFirstProperty('recurrence-id')
      const time = /** @type {ICAL.Time | null} */ (property?.getFirstValue() ?? null)
      if (!property || !time) {
        series.push({ uid, event })
        continue
      }
      const at = clockOf(property, time).toInstant(wallOf(time))
      const isOn = property.getFirstParameter('range') === 'THISANDFUTURE'
      const others = changed.get(uid) ?? []
      others.push({ at, day: time.isDate ? wallOf(time) : Number.NaN, isOn, event })
      changed.set(uid, others)
    }

    for (const { uid, event } of series) {
      const span = spanOf(event)
      if (!span) continue
      const { clock, wall, isDate } = span
      const overrides = changed.get(uid) ?? []
      const onwards = overrides.filter(({ isOn }) => isOn).sort((one, other) => one.at - other.at)
      const single = new Map(overrides.map(override => [override.at, override]))
      const without = new Set()
      const withoutDays = new Set()
      for (const { time, at } of datesOf(event, 'exdate'))
        if (time.isDate) withoutDays.add(wallOf(time))
        else without.add(at)
      /** @type {Map<number, number | null>} */
      const starts = new Map()
      const dayOf = (/** @type {number} */ at) => Math.floor(at / DAY) * DAY
      const take = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number | null} */ end) => {
        if (!without.has(start) && !withoutDays.has(dayOf(at))) starts.set(start, end)
      }
      take(wall, span.start, null)
      for (const { at, end } of datesOf(event, 'rdate')) take(clock.toWall(at), at, end)
      const shifts = onwards.map(({ at, event: later }) => Math.abs((spanOf(later)?.start ?? at) - at))
      const longest = Math.max(span.length, DAY, ...shifts)
      const [least, most] = [clock.toWall(from) - longest - 2 * DAY, clock.toWall(to) + 2 * DAY]
      for (const property of event.getAllProperties('rrule')) {
        const rule = /** @type {ICAL.Recur} */ (property.getFirstValue())
        if (rule.until) {
          const until = wallOf(rule.until)
          const isUtc = rule.until.zone === ICAL.Timezone.utcTimezone
          const last = rule.until.isDate ? until + DAY - 1000 : isUtc ? clock.toWall(until) : until
          rule.until = timeAt(isDate ? dayOf(last) : last)
        }
        const last = rule.until ? wallOf(rule.until) : most
        if (last < least) continue
        if (leastSteps(rule, Math.min(last, most) - wall) > stepsLeft) throw new TooMany()
        const iterator = rule.iterator(timeAt(wall))
        for (let next = iterator.next(); next; next = iterator.next()) {
          if (--stepsLeft < 0) throw new TooMany()
          const at = wallOf(next)
          if (at > most) break
          if (at < least) continue
          take(at, clock.toInstant(at), null)
          if (starts.size > 20 * mostEvents) throw new TooMany()
        }
      }
      for (const [start, end] of starts) {
        if (single.has(start)) continue
        const at = clock.toWall(start)
        if (overrides.some(({ day }) => day === dayOf(at) && !Number.isNaN(day))) continue
        const later = onwards.findLast(one => one.at <= start)
        const moved = later && spanOf(later.event)
        if (later && moved) {
          if (isFree(later.event)) continue
          const shifted = start + (moved.start - later.at)
          add(shifted, moved.endOf(shifted, clock.toWall(shifted)), uid)
        } else if (!isFree(event)) add(start, end ?? span.endOf(start, at), uid)
      }
    }
    for (const [uid, overrides] of changed)
      for (const { event } of overrides) {
        const span = isFree(event) ? null : spanOf(event)
        if (span) add(span.start, span.endOf(span.start, span.wall), uid)
      }
  }
  return found
}

/** @param {ReadRequest} request @returns {ReadResult} */
const read = request => {
  try {
    return { times: timesIn(request) }
  } catch (error) {
    return { error: error instanceof TooMany ? 'too_many' : 'no_calendar' }
  }
}

// Only Linux has priorities of threads: elsewhere this would slow down the whole process.
if (parentPort && process.platform === 'linux') setPriority(10)
if (parentPort) parentPort.postMessage(read(workerData))
