import { describe, expect, it } from 'vitest'
import { formatDate } from '../../../src/ui/format/times'
import { datePattern, formatDigits, readDate } from '../../../src/ui/format/typedDates'
import { readTime } from '../../../src/ui/format/typedTimes'

const today = '2026-11-22'

describe('dates as people type them', () => {
  it.each([
    ['en', '2026-03-02', '2026-03-02'],
    ['en', '3/2/2026', '2026-03-02'],
    ['en', '03/02/26', '2026-03-02'],
    ['en', '3/2', '2026-03-02'],
    ['en', 'Mar 2, 2027', '2027-03-02'],
    ['en', '2 march', '2026-03-02'],
    ['en', 'Tomorrow', '2026-11-23'],
    ['de', '2.3.2026', '2026-03-02'],
    ['de', '02.03.', '2026-03-02'],
    ['de', '2. März 2027', '2027-03-02'],
    ['de', 'gestern', '2026-11-21'],
  ])('%s: %s is %s', (locale, typed, date) => {
    expect(readDate(typed, locale, today)).toBe(date)
  })

  it.each([
    ['en', '2/30/2026'],
    ['en', '13/1/2026'],
    ['en', '2'],
    ['en', 'soon'],
    ['en', '1/2/3/4'],
    ['en', 'Mar 2, 202'],
    ['de', '31.4.2026'],
    ['de', '2. Foo 2026'],
  ])('%s: %s is none', (locale, typed) => {
    expect(readDate(typed, locale, today)).toBeUndefined()
  })

  it.each([
    ['en', 'DMY', 'MM/DD/YYYY'],
    ['en-GB', 'DMY', 'DD/MM/YYYY'],
    ['de', 'TMJ', 'TT.MM.JJJJ'],
  ])('%s: asks for the order that it reads', (locale, letters, pattern) => {
    expect(datePattern(locale, letters)).toBe(pattern)
  })

  it.each(['en', 'de'])('reads what %s shows, in both of its forms', locale => {
    for (let month = 1; month <= 12; month++) {
      const date = `2026-${String(month).padStart(2, '0')}-09`
      expect(readDate(formatDate(date, locale), locale, today)).toBe(date)
      expect(readDate(formatDigits(date, locale), locale, today)).toBe(date)
    }
  })
})

describe('times as people type them', () => {
  it.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['9.30', '09:30'],
    ['21:05', '21:05'],
    ['24:00', '24:00'],
    ['9pm', '21:00'],
    ['9:30 PM', '21:30'],
    ['12 a.m.', '00:00'],
    ['12:15 pm', '12:15'],
  ])('%s is %s', (typed, time) => {
    expect(readTime(typed)).toBe(time)
  })

  it.each(['25', '9:60', '24:15', '13 pm', '0 am', 'noonish', ''])('%s is none', typed => {
    expect(readTime(typed)).toBeUndefined()
  })
})
