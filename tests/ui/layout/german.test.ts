import { expect, it } from 'vitest'
import { catalogueOf } from '../../../src/crud/text/catalogueOf'
import { texts } from '../../../src/features/texts'
import { createI18nProvider } from '../../../src/i18n/createI18nProvider'
import { resources } from '../../../src/resources'

it('says the product and react-admin in German', async () => {
  const { translate } = await createI18nProvider('de', catalogueOf(resources, texts))
  expect(translate('resources.channels.name', { smart_count: 2 })).toBe('Kanäle')
  expect(translate('ra.action.save')).toBe('Speichern')
  expect(translate('crud.input.time')).toBe('HH:mm')
  expect(translate('setup.progress', { done: 1, total: 5 })).toBe('1 von 5 erledigt')
  expect(translate('sentences.in_past', { start: '10:00' })).toBe('10:00 ist schon vorbei.')
})
