import { locales } from '../declare'
import type { Business, Item, PageData } from './pageData'
import { hrefOf, type Route } from './route'

export const escaped = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

/** `</script>` would end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escaped(content)}">`

/** schema.org's format: `35.00`. */
const priceOf = ({ amount, currency }: Item['variants'][number]['price']): string => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  return (amount / 10 ** (digits ?? 2)).toFixed(digits)
}

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<T>

const aboutBusiness = (business: Business, url: string, picture: (path: string | null) => string | null) => ({
  '@type': 'LocalBusiness',
  ...given({
    name: business.name,
    url: business.websiteUrl ?? url,
    telephone: business.contactPhone,
    email: business.contactEmail,
    image: picture(business.logoUrl),
    address: business.address && {
      '@type': 'PostalAddress',
      ...given({
        streetAddress: [business.address.line1, business.address.line2].filter(Boolean).join(', '),
        postalCode: business.address.postalCode,
        addressLocality: business.address.city,
        addressRegion: business.address.region,
        addressCountry: business.address.country,
      }),
    },
  }),
})

const aboutItem = (
  { name, description, imageUrl, variants }: Item,
  picture: (path: string | null) => string | null,
) => ({
  '@type': 'Service',
  ...given({ name, description, image: picture(imageUrl) }),
  offers: variants.map(({ name: variant, price }) => ({
    ...{ '@type': 'Offer', name: variant, price: priceOf(price), priceCurrency: price.currency },
  })),
})

export interface HeadOptions {
  title: string
  description: string | null
  url: string
  isIndexable: boolean
}

const addressOf = (url: string, { channel, ...route }: Route, item: Item | null, lang?: string): string =>
  hrefOf(url, {
    ...{ channel, lang },
    ...(item && 'choice' in route ? { step: 'choose', choice: { item: item.slug } } : { step: 'items' }),
  })

/** Indexable pages add languages and https://schema.org/LocalBusiness. */
export const headOf = (data: PageData, { title, description, url, isIndexable }: HeadOptions): string => {
  const { business, item, route, lang } = data
  const about = description?.slice(0, 300)
  const head: (string | null | undefined)[] = [
    `<title>${escaped(title)}</title>`,
    about && meta('name', 'description', about),
  ]
  if ('token' in route) return head.filter(Boolean).join('')
  const picture = (path: string | null) => path && new URL(path, url).href
  const image = picture(item?.imageUrl ?? business.logoUrl)
  head.push(
    ...[meta('property', 'og:type', 'website'), meta('property', 'og:title', title)],
    ...[meta('property', 'og:site_name', business.name), meta('property', 'og:locale', lang)],
    meta('property', 'og:url', addressOf(url, route, item, route.lang)),
    about && meta('property', 'og:description', about),
    image && meta('property', 'og:image', image),
  )
  if (isIndexable) {
    const link = (attributes: string, language?: string) =>
      `<link ${attributes} href="${escaped(addressOf(url, route, item, language))}">`
    const own = aboutBusiness(business, url, picture)
    const described = item ? { ...aboutItem(item, picture), provider: own } : own
    head.push(
      link('rel="canonical"', route.lang),
      ...locales.map(language => link(`rel="alternate" hreflang="${language}"`, language)),
      link('rel="alternate" hreflang="x-default"'),
      `<script type="application/ld+json">${scriptJson({ '@context': 'https://schema.org', ...described })}</script>`,
    )
  }
  return head.filter(Boolean).join('')
}
