import { expect, it } from 'vitest'
import { sentences, words } from '../../../src/i18n/en/features/engine'
import { CHECK_CODES, formatEnglish } from '../../../src/scheduling'

it.each(CHECK_CODES)('can say of %s that it passes, that it fails, and that in short', code => {
  expect(Object.keys(sentences)).toContain(`passed.${code}`)
  expect(Object.keys(sentences).some(key => key === code || key.startsWith(`${code}.`))).toBe(true)
  expect(Object.keys(words)).toContain(code)
})

it('writes times in the zone they are told in, and names with signs of their own as they are', () => {
  const params = {
    schedule: '$& %{start}',
    start: { at: '2026-03-02T09:00:00.000Z', timeZone: 'Europe/Berlin' },
  }
  expect(formatEnglish({ sentence: 'outside_schedule.closed', params })).toBe(
    '“$& %{start}” is closed at Mon 2 Mar 2026 10:00.',
  )
})
