/** The query parameters of a range: `startsAtFrom` and `startsAtTo`. */
export const rangeNames = (name: string) => ({ from: `${name}From`, to: `${name}To` })

/** The query parameter of one part of a value: the currency of `price` is `priceCurrency`. */
export const partName = (name: string, part: string): string => name + part.charAt(0).toUpperCase() + part.slice(1)

/** The member of a record that a query parameter compares: `startsAtFrom` compares `startsAt`. */
export const filteredName = (resource: { readonly fields: object }, name: string): string =>
  name in resource.fields ? name : name.replace(/(?:From|To)$/, '')
