import { describe, expect, it } from 'vitest'
import { resourceMessages } from '../../../src/crud'
import { createI18nProvider } from '../../../src/i18n/createI18nProvider'
import { crudGerman } from '../../../src/i18n/crudGerman'
import { de } from '../../../src/i18n/de'
import { en } from '../../../src/i18n/en'
import { resourcesGerman } from '../../../src/i18n/resourcesGerman'
import { resources } from '../../../src/resources'

const english: Readonly<Record<string, string>> = { ...en, ...resourceMessages(resources) }
const german: Readonly<Record<string, string>> = { ...de, ...crudGerman, ...resourcesGerman }
const blanks = (text = '') => Array.from(new Set(text.match(/%\{\w+\}/g))).sort()

describe('German', () => {
  it('translates texts that there are, and leaves the same blanks in them', () => {
    const wrong = Object.entries(german).filter(
      ([key, text]) => !(key in english) || blanks(text).join() !== blanks(english[key]).join(),
    )
    expect(wrong).toEqual([])
  })

  it('lies over English, which says what it does not', async () => {
    const { translate } = await createI18nProvider('de', english)
    expect(translate('resources.channels.name', { smart_count: 2 })).toBe('Kanäle')
    expect(translate('ra.action.save')).toBe('Speichern')
    expect(translate('crud.input.time')).toBe('HH:mm')
    expect(translate('setup.progress', { done: 1, total: 5 })).toBe('1 von 5 erledigt')
  })
})
