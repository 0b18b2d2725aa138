import type { Business, Managed } from './pageData'

/** `20260302T080000Z` */
const compact = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')

const placeOf = ({ name, address }: Business): string => {
  const city = [address?.postalCode, address?.city].filter(Boolean).join(' ')
  return [name, address?.line1, city].filter(Boolean).join(', ')
}

interface Entry {
  booking: Pick<Managed, 'title' | 'reference' | 'startsAt' | 'endsAt'>
  business: Business
  url: string
}

export const calendarLinks = ({ booking, business, url }: Entry): readonly (readonly [name: string, url: string])[] => {
  const { title, reference, startsAt, endsAt } = booking
  const [location, details] = [placeOf(business), `${reference}\n${url}`]
  const google = new URLSearchParams({
    ...{ action: 'TEMPLATE', text: title, dates: `${compact(startsAt)}/${compact(endsAt)}`, location, details },
  })
  const outlook = new URLSearchParams({
    ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title, startdt: startsAt, enddt: endsAt },
    ...{ location, body: details },
  })
  return [
    ['Google', `https://calendar.google.com/calendar/render?${google}`],
    ['Outlook', `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`],
  ]
}
