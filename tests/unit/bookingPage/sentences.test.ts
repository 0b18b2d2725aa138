import { expect, it } from 'vitest'
import { Refusal } from '../../../src/bookingPage/api'
import { isTooManyPlans, sentenceOf } from '../../../src/bookingPage/Person'
import { en } from '../../../src/bookingPage/texts/en'

it('says what to do where a visit can be planned in too many ways, and that trying again is no use', () => {
  const tooMany = new Refusal('validation', { messages: { parts: { key: 'validation.tooManyPlans' } } })
  expect(sentenceOf(tooMany, en)).toBe(en.tooManyPlans)
  expect(isTooManyPlans(tooMany)).toBe(true)
  const wrong = new Refusal('validation', { messages: { notes: { key: 'validation.tooLong' } } })
  expect(sentenceOf(wrong, en)).toBe(en.pleaseCheck)
  expect(isTooManyPlans(wrong)).toBe(false)
  expect(sentenceOf(new Refusal('rate_limited'), en)).toBe(en.tooMany)
})
