import { expect, it } from 'vitest'
import { regionalLocale } from '../../../src/time/regionalLocale'
import { formatDay, formatTime } from '../../../src/ui/format/clockTimes'
import { formatMoment, formatMomentShortly } from '../../../src/ui/format/times'
import { formatDigits, readDate } from '../../../src/ui/format/typedDates'

it('writes an hour with two digits on a 24-hour clock, in every language and form', () => {
  const instant = '2026-11-24T01:22:00Z'
  for (const locale of ['en', 'de']) {
    const settings = { locale, timeZone: 'Europe/Berlin', hour12: false }
    expect(formatMoment(instant, settings)).toMatch(/\b02:22$/)
    expect(formatMomentShortly(instant, settings)).toMatch(/\b02:22$/)
    expect(formatTime(Date.parse(instant), settings)).toBe('02:22')
  }
  expect(formatMoment(instant, { locale: 'en', timeZone: 'Europe/Berlin', hour12: true })).toMatch(/\b2:22\sAM$/)
})

it('writes English dates as the country of the business does, and other languages as ever', () => {
  const written = (locale: string, country?: string | null) => {
    const regional = regionalLocale(locale, country)
    return [formatDay('2026-11-24', regional, 'long'), formatDigits('2026-11-24', regional)]
  }
  const american = ['Tuesday, November 24', '11/24/2026']
  const european = ['Tuesday 24 November', '24/11/2026']
  expect(written('en')).toEqual(american)
  expect(written('en', null)).toEqual(american)
  expect(written('en', 'US')).toEqual(american)
  expect(written('en', 'DE')).toEqual(european)
  expect(written('en', 'GB')).toEqual(european)
  expect(readDate('2/3/2026', regionalLocale('en', 'DE'), '2026-01-01')).toBe('2026-03-02')
  expect(written('de', 'US')).toEqual(['Dienstag, 24. November', '24.11.2026'])
})
