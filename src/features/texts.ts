import { type English, features } from '../i18n/en'

/** The product's texts beside those of its declarations. */
export const texts = {
  english: features,
  translations: { de: async () => (await import('../i18n/de')).de },
}

declare module '../show' {
  interface Texts extends English {}
}
