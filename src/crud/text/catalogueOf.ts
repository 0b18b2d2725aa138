import type { Catalogue } from '../../i18n/createI18nProvider'
import { machine } from '../../i18n/en/machine'
import type { AnyResource } from '../../schema'
import { resourceMessages } from './resourceMessages'

/** The machine's messages, its declarations' and a product's own. */
export const catalogueOf = (resources: readonly AnyResource[], own: Partial<Catalogue> = {}): Catalogue => ({
  english: { ...machine, ...own.english, ...resourceMessages(resources) },
  translations: {
    de: async () => {
      const [{ germanMachine }, mine] = await Promise.all([import('../../i18n/de/machine'), own.translations?.de()])
      return { ...germanMachine, ...mine }
    },
  },
})
