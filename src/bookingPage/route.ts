export interface Service {
  item: string
  variant?: string | undefined
  quantity?: number | undefined
  person?: string | undefined
  /** Minutes, for flexible lengths. */
  length?: number | undefined
}

export interface Choice extends Service {
  /** More of the same visit. */
  others?: readonly Service[] | undefined
  adds?: boolean | undefined
  /** `2026-03` */
  month?: string | undefined
  day?: string | undefined
  at?: string | undefined
  until?: string | undefined
  waits?: boolean | undefined
}

export type Route = { channel?: string | undefined; lang?: string | undefined; embed?: boolean | undefined } & (
  | { step: 'items' }
  | { step: 'choose' | 'details' | 'wait'; choice: Choice }
  | { step: 'manage' | 'hold' | 'offer'; token: string; isNew?: boolean | undefined; choice?: Choice | undefined }
)

const number = (text: string | null): number | undefined => {
  const value = Number(text)
  return text && Number.isInteger(value) && value > 0 && value < 1_000_000 ? value : undefined
}

/** The API's limit, including the first. */
export const mostServices = 4

/** `cut..2*massage.{variant}`: items with variant, quantity, person and length. */
const servicesIn = (text: string | null): Service[] | undefined =>
  text
    ?.split('*')
    .slice(0, mostServices - 1)
    .map(one => {
      const [item = '', variant, quantity = '', person, length = ''] = one.split('.')
      const given = { variant: variant || undefined, person: person || undefined }
      return { item, ...given, quantity: number(quantity), length: number(length) }
    })
    .filter(({ item }) => item)

const servicesText = (services: readonly Service[] = []): string =>
  services
    .map(({ item, variant = '', quantity = '', person = '', length = '' }) =>
      [item, variant, quantity, person, length].join('.').replace(/\.+$/, ''),
    )
    .join('*')

const choiceIn = (query: URLSearchParams, item: string): Choice => {
  const month = query.get('month') ?? undefined
  const day = query.get('day') ?? undefined
  const instant = (name: string) => {
    const text = query.get(name)
    return text && !Number.isNaN(Date.parse(text)) ? text : undefined
  }
  return {
    item,
    variant: query.get('v') ?? undefined,
    quantity: number(query.get('q')),
    person: query.get('p') ?? undefined,
    length: number(query.get('d')),
    others: servicesIn(query.get('with')),
    adds: query.get('add') === '1',
    month: month && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    day: day && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined,
    at: instant('at'),
    until: instant('until'),
    waits: query.get('wait') === '1',
  }
}

/** Null for an unknown path. */
export const routeOf = (path: string, query: URLSearchParams): Route | null => {
  const common = {
    channel: query.get('channel') ?? undefined,
    lang: query.get('lang') ?? undefined,
    embed: query.get('embed') === '1',
  }
  const [first, second, ...more] = path.split('/').filter(Boolean)
  if (more.length > 0) return null
  if (!first) return { ...common, step: 'items' }
  if (second !== undefined) {
    if (first !== 'manage' && first !== 'hold' && first !== 'offer') return null
    const isNew = query.get('new') === '1'
    return { ...common, step: first, token: second, isNew, choice: choiceIn(query, '') }
  }
  const choice = choiceIn(query, first)
  return { ...common, step: choice.waits ? 'wait' : choice.at ? 'details' : 'choose', choice }
}

/** Null to stay after booking. */
export const onwardUrl = (address: string | null | undefined, reference: string): string | null => {
  if (!address) return null
  const url = new URL(address)
  url.searchParams.set('reference', reference)
  return url.href
}

const entries = (values: Readonly<Record<string, string | number | boolean | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value === true ? '1' : String(value))
  const text = query.toString()
  return text && `?${text}`
}

const common = ({ channel, lang, embed }: Route) => ({ channel, lang, embed })

const choiceQuery = ({
  variant: v,
  quantity: q,
  person: p,
  length: d,
  others,
  adds: add,
  month,
  day,
  at,
  until,
  waits: wait,
}: Choice) => ({
  ...{ v, q, p, d, with: servicesText(others), add, month, day, at, until, wait },
})

export const hrefOf = (base: string, route: Route): string => {
  if (route.step === 'items') return (base || '/') + entries(common(route))
  if ('token' in route)
    return `${base}/${route.step}/${route.token}${entries({
      ...common(route),
      new: route.isNew,
      ...(route.choice && choiceQuery(route.choice)),
    })}`
  return `${base}/${route.choice.item}${entries({ ...common(route), ...choiceQuery(route.choice) })}`
}
