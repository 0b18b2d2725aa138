import type { Content } from './pageData'
import type { Choice, Route, Service } from './route'

export const servicesOf = ({ item, variant, quantity, person, length, others = [] }: Choice): Service[] => [
  { item, variant, quantity, person, length },
  ...others,
]

export const choiceOf = ([first, ...others]: readonly Service[]): Choice => ({
  ...(first ?? { item: '' }),
  others: others.length > 0 ? others : undefined,
})

export const withService = (route: Route, choice: Choice, items: Content['items'], item: string): Route => {
  const order = items.map(({ slug }) => slug)
  const services = [...servicesOf(choice), { item }]
  const sorted = services.toSorted((one, other) => order.indexOf(one.item) - order.indexOf(other.item))
  return { ...route, step: 'choose', choice: choiceOf(sorted) } as Route
}
