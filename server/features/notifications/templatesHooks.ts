import type { ValidationErrors } from '../../../src/declare'
import type { ResourceHooks } from '../../serve'
import { unknownPlaceholder } from './placeholders'

export const placeholderErrors = (texts: Readonly<Record<string, unknown>>): ValidationErrors =>
  Object.fromEntries(
    ['subject', 'body'].flatMap(field => {
      const text = texts[field]
      const name = typeof text === 'string' ? unknownPlaceholder(text) : null
      return name === null ? [] : [[field, { key: 'validation.unknownPlaceholder', args: { name } }]]
    }),
  )

export const templatesHooks: ResourceHooks = {
  check: async (_, { after }) => placeholderErrors(after),
  label: ({ key, locale }) => `${key} ${locale}`,
}
