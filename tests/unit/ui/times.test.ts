import { expect, it } from 'vitest'
import { formatTime } from '../../../src/ui/format/clockTimes'
import { formatMoment, formatMomentShortly } from '../../../src/ui/format/times'

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
