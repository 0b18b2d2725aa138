import { describe, expect, test } from 'vitest'
import { calendarLinks } from '../../../src/bookingPage/calendarLinks'
import { headOf } from '../../../src/bookingPage/head'
import type { Business, Item, PageData } from '../../../src/bookingPage/pageData'
import { prefillIn } from '../../../src/bookingPage/prefill'

const business = {
  name: 'Harbor <Spa>',
  slug: 'harbor-spa',
  contactPhone: '+4930123456',
  address: { line1: 'Pier 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
} as unknown as Business
const item = {
  slug: 'massage',
  name: 'Massage',
  imageUrl: '/api/files/a',
  variants: [{ name: '60 minutes', price: { amount: 7900, currency: 'EUR' } }],
} as unknown as Item
const url = 'https://example.com/book/harbor-spa'

const headFor = (route: object, { isIndexable = true, ...data }: Partial<PageData> & { isIndexable?: boolean } = {}) =>
  headOf({ business, item: null, lang: 'en', route, ...data } as PageData, {
    ...{ title: '"Spa" & <b>', description: null, url, isIndexable },
  })
const schemaIn = (head: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? '')

describe('the head of a booking page', () => {
  test('previews and search engines learn what the page is about', () => {
    const head = headFor({ step: 'choose', choice: { item: 'massage', day: '2026-03-02', person: 'x' } }, { item })
    expect(head).toContain('<meta property="og:title" content="&#34;Spa&#34; &#38; &#60;b&#62;">')
    expect(head).toContain('<meta property="og:image" content="https://example.com/api/files/a">')
    expect(head).toContain(`<link rel="canonical" href="${url}/massage">`)
    expect(head).toContain(`<link rel="alternate" hreflang="de" href="${url}/massage?lang=de">`)
    expect(schemaIn(head)).toMatchObject({
      '@type': 'Service',
      offers: [{ name: '60 minutes', price: '79.00', priceCurrency: 'EUR' }],
      provider: { '@type': 'LocalBusiness', name: 'Harbor <Spa>', address: { addressLocality: 'Berlin' } },
    })
  })

  test('one that is not to be found has no address for search engines, and one behind a link says nothing', () => {
    const hidden = headFor({ step: 'items' }, { isIndexable: false })
    expect(hidden).toContain('og:title')
    expect(hidden).not.toMatch(/canonical|hreflang|ld\+json/)
    expect(headFor({ step: 'manage', token: 'secret' })).toBe('<title>&#34;Spa&#34; &#38; &#60;b&#62;</title>')
  })
})

test('an address fills in who books, and nothing else', () => {
  const search = '?name=Ada&v=1&answers.allergies=nuts&answers.news=true'
  expect(prefillIn({ search, hash: '#email=ada%40example.com' })).toEqual({
    ...{ name: 'Ada', email: 'ada@example.com', 'answers.allergies': 'nuts', 'answers.news': true },
  })
})

test('calendars on the web get the time in UTC, the place and the way back', () => {
  const booking = {
    ...{ title: 'Massage & tea', reference: 'ABCD2345' },
    ...{ startsAt: '2026-03-02T08:00:00.000Z', endsAt: '2026-03-02T09:00:00.000Z' },
  }
  const [google, outlook] = calendarLinks({ booking, business, url: `${url}/manage/t` }).map(
    ([, address]) => new URL(address).searchParams,
  )
  expect(google?.get('dates')).toBe('20260302T080000Z/20260302T090000Z')
  expect(google?.get('location')).toBe('Harbor <Spa>, Pier 1, 10115 Berlin')
  expect(outlook?.get('body')).toBe(`ABCD2345\n${url}/manage/t`)
  expect(outlook?.get('subject')).toBe('Massage & tea')
})
