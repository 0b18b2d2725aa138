import { isTimeZone } from '../../schema'
import { memoized } from '../../schema/memoize'

/** Some runtimes list only former names. */
const recentNames = [
  'America/Argentina/Buenos_Aires',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'UTC',
]

export const timeZoneNames = memoized((): readonly string[] =>
  Array.from(new Set([...Intl.supportedValuesOf('timeZone'), ...recentNames.filter(isTimeZone)])).sort(),
)

const partOf = (locale: string, timeZone: string, timeZoneName: 'short' | 'longOffset'): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Each locale knows only its countries' abbreviations. */
const englishes = ['en-GB', 'en-US', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA', 'en-CA']

/** `Europe/Berlin (CET, UTC+01:00)`, as of today. */
export const timeZoneLabel = memoized((timeZone: string): string => {
  if (!isTimeZone(timeZone)) return timeZone
  const offset = partOf('en', timeZone, 'longOffset').replace('GMT', 'UTC')
  const today = offset === 'UTC' ? 'UTC+00:00' : offset
  const abbreviation = englishes
    .map(locale => partOf(locale, timeZone, 'short'))
    .find(name => /^[A-Z]{2,5}$/.test(name))
  return `${timeZone} (${[abbreviation, today].filter(Boolean).join(', ')})`
})
