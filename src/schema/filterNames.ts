/** `startsAtFrom` and `startsAtTo`. */
export const rangeNames = (name: string) => ({ from: `${name}From`, to: `${name}To` })

/** The currency of `price` is `priceCurrency`. */
export const partName = (name: string, part: string): string => name + part.charAt(0).toUpperCase() + part.slice(1)

/** `startsAtFrom` compares `startsAt`. */
export const filteredName = (resource: { readonly fields: object }, name: string): string =>
  name in resource.fields ? name : name.replace(/(?:From|To)$/, '')
