import { expect, it } from 'vitest'
import { sentencesGerman, wordsGerman } from '../../../src/i18n/sentencesGerman'
import { CHECK_CODES, type SentenceKey, sayInEnglish } from '../../../src/scheduling'
import { ENGLISH_SENTENCES, ENGLISH_WORDS } from '../../../src/scheduling/sentences/english'

const blanks = (text: string) => Array.from(new Set(text.match(/%\{\w+\}/g))).sort()

it('says everything in both languages, with the same blanks', () => {
  expect(Object.keys(sentencesGerman).sort()).toEqual(Object.keys(ENGLISH_SENTENCES).sort())
  expect(Object.keys(wordsGerman).sort()).toEqual(Object.keys(ENGLISH_WORDS).sort())
  const wrong = (Object.keys(ENGLISH_SENTENCES) as SentenceKey[]).filter(
    key => blanks(ENGLISH_SENTENCES[key]).join() !== blanks(sentencesGerman[key]).join(),
  )
  expect(wrong).toEqual([])
})

it.each(CHECK_CODES)('can say of %s that it passes, that it fails, and that in short', code => {
  expect(Object.keys(ENGLISH_SENTENCES)).toContain(`passed.${code}`)
  expect(Object.keys(ENGLISH_SENTENCES).some(key => key === code || key.startsWith(`${code}.`))).toBe(true)
  expect(Object.keys(ENGLISH_WORDS)).toContain(code)
})

it('writes times in the zone they are told in, and names with signs of their own as they are', () => {
  const params = {
    schedule: '$& %{start}',
    start: { at: '2026-03-02T09:00:00Z', timeZone: 'Europe/Berlin' },
  }
  expect(sayInEnglish({ sentence: 'outside_schedule.closed', params })).toBe(
    '“$& %{start}” is closed at Mon 2 Mar 2026 10:00.',
  )
})
