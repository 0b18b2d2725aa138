import { expect, test } from 'vitest'
import { readStart } from '../../../src/features/bookings/start/readStart'
import { bookingStart as german } from '../../../src/i18n/de/features/bookingStart'
import { bookingStart as english } from '../../../src/i18n/en/features/bookingStart'

const wordsOf = (texts: Record<keyof typeof english, string>) => ({
  starts: texts['bookingStart.starts'].split('|'),
  fillers: texts['bookingStart.fillers'].split('|'),
  atTimes: texts['bookingStart.atTimes'].split('|'),
})

const read = (typed: string, locale: 'en' | 'de') => {
  const { isBooking, date, time, names } = readStart(typed, wordsOf(locale === 'en' ? english : german), {
    locale,
    today: '2026-03-02',
  })
  return [isBooking, date, time, names.join(' ')]
}

test.each([
  ['New booking for Ann tomorrow 10', 'en', [true, '2026-03-03', '10:00', 'Ann']],
  ['new booking', 'en', [true, null, null, '']],
  ['book Ann Miller at 9', 'en', [true, null, '09:00', 'Ann Miller']],
  ['Ann Mar 5 2:30 pm haircut', 'en', [false, '2026-03-05', '14:30', 'Ann haircut']],
  ['booking Ann 3/5/2026 14:00', 'en', [true, '2026-03-05', '14:00', 'Ann']],
  ['Ann 10', 'en', [false, null, null, 'Ann 10']],
  ['030 12345678', 'en', [false, null, null, '030 12345678']],
  ['bookings', 'en', [false, null, null, 'bookings']],
  ['Neue Buchung für Ann morgen um 10', 'de', [true, '2026-03-03', '10:00', 'Ann']],
  ['buche Jürgen am 5.3. um 9:30', 'de', [true, '2026-03-05', '09:30', 'Jürgen']],
  ['Buchung Ann 5. März 14', 'de', [true, '2026-03-05', '14:00', 'Ann']],
] as const)('%s (%s)', (typed, locale, understood) => {
  expect(read(typed, locale)).toEqual(understood)
})
