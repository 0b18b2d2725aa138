// @ts-check
// A malicious calendar can take time and memory of its worker thread, and nothing else.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import ICAL from 'ical.js'

const DAY = 86_400_000

/** Per calendar, including past dates. */
const mostSteps = 200_000

/** @typedef {{ text: string, timeZone: string, from: number, to: number, mostEvents: number, wants: 'times' | 'events' }} ReadRequest */
/**
 * `[start, end)`, with the id of a booking of ours.
 * @typedef {[start: number, end: number, bookingId: string | null]} BusyTime
 */
/** @typedef {{ name: string, email: string }} Person */
/**
 * One date of an event. `id` stays the same when the date moves.
 * @typedef {{ id: string, start: number, end: number, summary: string, description: string, location: string, status: string, created: number | null, organizer: Person, attendees: Person[] }} CalendarEvent
 */
/** @typedef {{ product: string, name: string, events: CalendarEvent[] }} Calendar */
/** @typedef {{ times: BusyTime[] } | { calendars: Calendar[] } | { error: 'no_calendar' | 'too_many' }} ReadResult */

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
    // Moves a skipped time forward by the clock change; takes the first of a repeated one.
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

/** @param {ICAL.Component} event @param {string} name */
const textOf = (event, name) => String(event.getFirstPropertyValue(name) ?? '')

/** @param {ICAL.Component} event */
const isTransparent = event => textOf(event, 'transp').toUpperCase() === 'TRANSPARENT'

/** @param {ICAL.Component} event */
const isFree = event => textOf(event, 'status').toUpperCase() === 'CANCELLED' || isTransparent(event)

/**
 * The dates of each calendar in the text. `of` is the date that the event gives a date of a series; null for a single one.
 * @typedef {{ start: number, end: number, event: ICAL.Component, of: number | null }} EventDate
 * @param {ReadRequest} request
 * @param {(event: ICAL.Component) => boolean} isLeftOut
 * @returns {{ calendar: ICAL.Component, dates: EventDate[], instantOf: (event: ICAL.Component, name: string) => number | null }[]}
 */
const readDates = ({ text, timeZone, from, to, mostEvents }, isLeftOut) => {
  const parsed = ICAL.parse(text)
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed).map(
    (/** @type {any} */ root) => new ICAL.Component(root),
  )
  const calendars = roots.filter((/** @type {ICAL.Component} */ { name }) => name === 'vcalendar')
  if (calendars.length === 0) throw new Error('There is no VCALENDAR.')
  const floating = zoneClock(timeZone) ?? utc
  let stepsLeft = mostSteps
  let datesLeft = mostEvents

  return calendars.map((/** @type {ICAL.Component} */ calendar) => {
    /** @type {EventDate[]} */
    const dates = []
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

    /** @param {ICAL.Component} event @param {string} name */
    const instantOf = (event, name) => {
      const property = event.getFirstProperty(name)
      const time = /** @type {ICAL.Time | null} */ (property?.getFirstValue() ?? null)
      return property && time ? clockOf(property, time).toInstant(wallOf(time)) : null
    }

    /** @param {EventDate} date */
    const add = date => {
      if (!(date.end > date.start) || date.end <= from || date.start >= to) return
      if (--datesLeft < 0) throw new TooMany()
      dates.push(date)
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
      const isSeries = ['rrule', 'rdate'].some(name => event.getFirstProperty(name))
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
          if (isLeftOut(later.event)) continue
          const shifted = start + (moved.start - later.at)
          add({ start: shifted, end: moved.endOf(shifted, clock.toWall(shifted)), event: later.event, of: start })
        } else if (!isLeftOut(event))
          add({ start, end: end ?? span.endOf(start, at), event, of: isSeries ? start : null })
      }
    }
    for (const overrides of changed.values())
      for (const { event, at } of overrides) {
        const span = isLeftOut(event) ? null : spanOf(event)
        if (span) add({ start: span.start, end: span.endOf(span.start, span.wall), event, of: at })
      }
    return { calendar, dates, instantOf }
  })
}

/** @param {ReadRequest} request @returns {BusyTime[]} */
export const timesIn = request =>
  readDates(request, isFree).flatMap(({ dates }) =>
    dates.map(({ start, end, event }) => {
      const [, bookingId = null] = textOf(event, 'uid').match(/^booking-([0-9a-f-]{36})$/i) ?? []
      return /** @type {BusyTime} */ ([start, end, bookingId?.toLowerCase() ?? null])
    }),
  )

/** @param {ICAL.Property | null} property @returns {Person} */
const personOf = property => ({
  name: String(property?.getFirstParameter('cn') ?? ''),
  email: String(property?.getFirstValue() ?? '').replace(/^mailto:/i, ''),
})

const most = { text: 10_000, attendees: 20 }

/** @param {ReadRequest} request @returns {Calendar[]} */
export const calendarsIn = request =>
  readDates(request, isTransparent).map(({ calendar, dates, instantOf }) => ({
    product: textOf(calendar, 'prodid').slice(0, 200),
    name: textOf(calendar, 'x-wr-calname').slice(0, 200),
    events: dates.map(({ start, end, event, of }) => ({
      id: textOf(event, 'uid') + (of === null ? '' : ` ${new Date(of).toISOString()}`),
      ...{ start, end, created: instantOf(event, 'created') },
      summary: textOf(event, 'summary').slice(0, most.text),
      description: textOf(event, 'description').slice(0, most.text),
      location: textOf(event, 'location').slice(0, most.text),
      status: textOf(event, 'status').toUpperCase(),
      organizer: personOf(event.getFirstProperty('organizer')),
      attendees: event
        .getAllProperties('attendee')
        .filter(attendee => !/^(RESOURCE|ROOM)$/i.test(String(attendee.getFirstParameter('cutype') ?? '')))
        .slice(0, most.attendees)
        .map(personOf),
    })),
  }))

/** @param {ReadRequest} request @returns {ReadResult} */
const read = request => {
  try {
    return request.wants === 'times' ? { times: timesIn(request) } : { calendars: calendarsIn(request) }
  } catch (error) {
    return { error: error instanceof TooMany ? 'too_many' : 'no_calendar' }
  }
}

// Only Linux has thread priorities; elsewhere this would slow down the whole process.
if (parentPort && process.platform === 'linux') setPriority(10)
if (parentPort) parentPort.postMessage(read(workerData))
