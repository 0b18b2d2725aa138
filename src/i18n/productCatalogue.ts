import type { Catalogue } from './createI18nProvider'
import { en } from './en'

/**
 * The product's messages.
 * @param declared English texts of generated screens, made by `resourceMessages`
 */
export const productCatalogue = (declared: Readonly<Record<string, string>>): Catalogue => ({
  english: { ...en, ...declared },
  translations: { de: async () => (await import('./de')).de },
})
