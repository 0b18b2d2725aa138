import { type English, features } from '../i18n/en'

export const texts = {
  english: features,
  translations: { de: async () => (await import('../i18n/de')).de },
}

declare module '../show' {
  interface Texts extends English {}
}
