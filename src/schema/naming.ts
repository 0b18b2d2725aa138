/** A field's column: `catalogItemId` → `catalog_item_id` */
export const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** `catalogItems` → `catalog-items` */
export const kebabCase = (name: string): string => snakeCase(name).replaceAll('_', '-')

/** `giftVouchers` or `gift-vouchers` → `Gift Vouchers` */
export const titleOf = (name: string): string =>
  kebabCase(name)
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** `catalogItemId` → `Catalog item` */
export const humanize = (name: string): string => {
  const words = snakeCase(name)
    .replace(/_(?:id|ids)$/, '')
    .replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Catalog Item` → `catalog item`, `API key` → `API key` */
export const inSentence = (label: string): string =>
  label.replace(/\S+/g, word => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
