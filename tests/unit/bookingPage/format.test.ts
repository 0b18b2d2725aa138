import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { countdown, dayDifference, duration, instantOf, leftOf, money, priceFor } from '../../../src/bookingPage/format'
import { PageContext, ZoneNote } from '../../../src/bookingPage/page'
import { hrefOf, type Route, routeOf } from '../../../src/bookingPage/route'
import { de } from '../../../src/bookingPage/texts/de'
import { en, type Texts } from '../../../src/bookingPage/texts/en'
import { addMonths } from '../../../src/time/dates'

test('days on which the clocks change are known by their length', () => {
  expect(dayDifference('2026-03-29', 'Europe/Berlin')).toBe(-60)
  expect(dayDifference('2026-10-25', 'Europe/Berlin')).toBe(60)
  expect(dayDifference('2026-03-08', 'America/New_York')).toBe(-60)
  expect(dayDifference('2026-06-01', 'Europe/Berlin')).toBe(0)
})

test('local times become instants', () => {
  expect(instantOf('2026-03-02', '09:00', 'Europe/Berlin')).toBe('2026-03-02T08:00:00.000Z')
  expect(instantOf('2026-07-02', '09:00', 'America/New_York')).toBe('2026-07-02T13:00:00.000Z')
})

test('amounts and lengths are said in the language of the page', () => {
  expect(money({ amount: 4550, currency: 'EUR' }, { lang: 'en', texts: en })).toBe('€45.50')
  expect(money({ amount: 500, currency: 'JPY' }, { lang: 'en', texts: en })).toBe('¥500')
  expect(money({ amount: 0, currency: 'EUR' }, { lang: 'de', texts: de })).toBe('Kostenlos')
  expect([duration(45, en), duration(90, de), duration(2880, en, true)]).toEqual(['45 min', '1 Std. 30 Min.', '2 days'])
  expect([addMonths('2026-12-01', 1), addMonths('2026-01-01', -1), countdown(605_000, en)]).toEqual([
    '2027-01-01',
    '2025-12-01',
    '10:05',
  ])
  const long = 118 * 60_000 + 51_000
  expect([countdown(long, en), countdown(long, de), countdown(3_599_000, en)]).toEqual([
    '1 h 58 min',
    '1 Std. 58 Min.',
    '59:59',
  ])
})

test('a price says what it is for', () => {
  const price = { amount: 2200, currency: 'EUR' }
  const said = (pricingUnit: string, more: object = {}) =>
    priceFor(price, { pricingUnit, countedIn: 'people', takesWhole: false, ...more } as never, {
      lang: 'en',
      texts: en,
    })
  expect(said('per_booking')).toBe('€22.00')
  expect(said('per_unit')).toBe('€22.00 per person')
  expect(said('per_unit', { countedIn: 'pieces' })).toBe('€22.00 each')
  expect(said('per_hour', { takesWhole: true })).toBe('€22.00 per hour')
  expect(said('per_day', { countedIn: 'pieces' })).toBe('€22.00 per day each')
})

test('what is left is said in courts or rooms, in places of a room that is shared, or in pieces', () => {
  const left = (remaining: number, offer: object, texts: Texts = en) =>
    leftOf({ remaining, status: 'available' }, { unit: null, countedIn: 'people', ...offer } as never, texts)
  const whole = { takesWhole: true }
  expect([left(3, { ...whole, unit: 'court' }), left(1, { ...whole, unit: 'room' })]).toEqual([
    '3 courts free',
    '1 room free',
  ])
  expect([left(3, { ...whole, unit: 'court' }, de), left(1, { ...whole, unit: 'chair' }, de)]).toEqual([
    '3 Plätze frei',
    '1 Stuhl frei',
  ])
  expect([left(3, whole), left(1, whole, de)]).toEqual(['3 free', '1 frei'])
  expect([left(8, { unit: 'room' }), left(1, { unit: 'room' })]).toEqual(['8 places left', '1 place left'])
  const pooled = { countedIn: 'pieces' }
  expect([left(8, { ...pooled, unit: 'boat' }), left(8, pooled)]).toEqual(['8 boats free', '8 left'])
  expect(leftOf({ status: 'limited' }, null, en)).toBe('few left')
})

test('zones are compared at what is shown, and not today', () => {
  const shown = (at: string) => {
    const value = {
      business: { timeZone: 'America/Denver' },
      zone: 'America/Denver',
      ownZone: 'America/Phoenix',
      texts: en,
    }
    return renderToString(h(PageContext.Provider, { value: value as never }, h(ZoneNote, { at: [at] })))
  }
  expect(shown('2026-01-15T17:00:00Z')).toBe('')
  expect(shown('2026-04-05T17:00:00Z')).toContain('Show my times (Phoenix)')
})

describe('every step has an address that leads back to it', () => {
  const routes: Route[] = [
    { step: 'items' },
    { step: 'items', channel: 'web', lang: 'de', embed: true },
    { step: 'choose', choice: { item: 'massage', variant: 'v1', quantity: 2, length: 90, day: '2026-03-02' } },
    { step: 'details', choice: { item: 'massage', at: '2026-03-02T08:00:00.000Z' } },
    { step: 'wait', choice: { item: 'massage', day: '2026-03-02', waits: true } },
    { step: 'manage', token: 'abc', isNew: true },
  ]
  test.each(routes)('$step', route => {
    const url = new URL(hrefOf('/book/spa', route), 'https://example.com')
    expect(routeOf(url.pathname.slice('/book/spa'.length), url.searchParams)).toMatchObject(route)
  })
  test.each(['/a/b', '/manage/a/b', '/massage/x'])('%s is no address', path => {
    expect(routeOf(path, new URLSearchParams())).toBeNull()
  })
})
