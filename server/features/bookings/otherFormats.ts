import { DAY, formatInstant, SECOND } from '../../../src/declare'
import { invalidField, type ResourceHooks } from '../../serve'
import { readCalendar } from '../calendarFiles/calendarThread'
import type { Calendar, CalendarEvent } from '../calendarFiles/readCalendar.mjs'
import { inTurn } from '../calendarFiles/readers'

type Table = readonly (readonly string[])[]

const limits = {
  bytes: 8 * 1024 * 1024,
  rows: 50_000,
  readMs: 20 * SECOND,
  megabytes: 256,
  pastMs: 10 * 366 * DAY,
  aheadMs: 366 * DAY,
}

/** Profiles recognize files by this heading. */
const idHeadings: readonly (readonly [program: RegExp, heading: string])[] = [
  [/google calendar/i, 'Google Calendar UID'],
  [/easyappointments/i, 'Easy!Appointments UID'],
  [/bookedscheduler|librebooking/i, 'LibreBooking UID'],
]

const eventCells = (
  { id, start, end, summary, description, location, status, created, organizer, attendees }: CalendarEvent,
  calendar: string,
): string[] => {
  const guests = attendees.filter(({ email }) => email.toLowerCase() !== organizer.email.toLowerCase())
  const [guest, ...others] = guests
  return [
    ...[id, summary, formatInstant(start), formatInstant(end), status],
    ...[guest?.name ?? '', guest?.email ?? '', organizer.name, organizer.email, location, description],
    ...[created === null ? '' : formatInstant(created), calendar, others.map(({ email }) => email).join('; ')],
  ]
}

const calendarTable = (calendars: readonly Calendar[]): Table => {
  const program = calendars[0]?.product ?? ''
  const id = idHeadings.find(([pattern]) => pattern.test(program))?.[1] ?? 'UID'
  const headings = [
    ...[id, 'Summary', 'Start', 'End', 'Status', 'Attendee', 'Attendee email', 'Organizer', 'Organizer email'],
    ...['Location', 'Description', 'Created', 'Calendar name', 'Further attendees'],
  ]
  return [headings, ...calendars.flatMap(({ name, events }) => events.map(event => eventCells(event, name)))]
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectIn = (value: unknown): Json => (isObject(value) ? value : {})
const listIn = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 10_000) : ''

const bookingCells = (booking: Json): string[] => {
  const [attendee = {}, ...others] = listIn(booking.attendees)
  const host = listIn(booking.hosts)[0] ?? objectIn(booking.user)
  const type = objectIn(booking.eventType)
  const isAbsent = attendee.absent === true && /^accepted$/i.test(textIn(booking.status))
  return [
    ...[textIn(booking.uid), isAbsent ? 'no_show' : textIn(booking.status)],
    ...[textIn(booking.start) || textIn(booking.startTime), textIn(booking.end) || textIn(booking.endTime)],
    ...[textIn(attendee.name), textIn(attendee.email), textIn(attendee.phoneNumber)],
    textIn(type.title) || textIn(type.slug) || textIn(booking.eventTypeId),
    ...[textIn(booking.title), textIn(host.name), textIn(booking.createdAt), textIn(booking.description)],
    others.map(({ email }) => textIn(email)).join('; '),
  ]
}

/** Null for other JSON. */
const jsonTable = (text: string): Table | null => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const { data, bookings } = objectIn(json)
  const found = [json, data, objectIn(data).bookings, bookings].find(Array.isArray)
  const rows = listIn(found)
  if (!rows.some(({ uid, attendees }) => typeof uid === 'string' && Array.isArray(attendees))) return null
  const headings = [
    ...['Booking UID', 'Status', 'Start time', 'End time', 'Attendee name', 'Email', 'Phone', 'Event type', 'Title'],
    ...['Host', 'Created at', 'Description', 'Further attendees'],
  ]
  return [headings, ...rows.map(bookingCells)]
}

const refused = (key: Parameters<typeof invalidField>[1], args = {}) => invalidField('file', key, args)

/**
 * Null if the file is a table.
 * @throws Problem `validation` at `file`
 */
export const tableInFile: ResourceHooks['tableInFile'] = async (text, { tenantId, timeZone, now }) => {
  const isCalendar = /^\s*BEGIN:VCALENDAR/i.test(text)
  if (!isCalendar && !/^\s*[[{]/.test(text)) return null
  if (text.length > limits.bytes) throw refused('validation.otherFormatTooLarge')
  if (!isCalendar) return jsonTable(text)
  const request = { text, timeZone, from: now - limits.pastMs, to: now + limits.aheadMs, mostEvents: limits.rows }
  const { readMs: timeoutMs, megabytes } = limits
  const read = await inTurn(tenantId, undefined, () =>
    readCalendar({ ...request, wants: 'events' }, { timeoutMs, megabytes }),
  )
  if (read && 'calendars' in read) return calendarTable(read.calendars)
  const error = read && 'error' in read ? read.error : 'timeout'
  if (error === 'too_many') throw refused('validation.tooManyRows', { max: limits.rows })
  throw refused(error === 'no_calendar' ? 'validation.noCalendar' : 'validation.otherFormatTooLarge')
}
