import { expect, test } from 'vitest'
import { csvRows, enarmed } from '../../../src/schema/csvText'

// What they must answer, in one pattern each, whose time grows with the square of blank lines.
const formula = /(?:^|(?<=[;\t\r\n]\s*))(?='*[=+\-@＝＋－＠]|'')|^(?='?[\t\r\n])/g
const disarmed = /(^|[;\t\r\n]\s*)'(?='*[=+\-@＝＋－＠]|')|^'(?=[\t\r\n])/g

const textsOf = function* (length: number): Generator<string> {
  if (length === 0) yield ''
  else for (const rest of textsOf(length - 1)) for (const sign of [';', '\n', ' ', "'", '=', 'x']) yield sign + rest
}
const texts = [0, 1, 2, 3, 4, 5, 6].flatMap(length => [...textsOf(length)])
const cellOf = (text: string) => csvRows([[text]]).slice(0, -2)
const written = (text: string) => (/\n/.test(text) ? `"${text}"` : text)

test('formulas are disarmed where cells may begin, and armed again', () => {
  const wrong = texts.filter(
    text =>
      cellOf(text) !== written(text.replace(formula, "'")) ||
      enarmed(text) !== text.replace(disarmed, '$1') ||
      enarmed(text.replace(formula, "'")) !== text,
  )
  expect(wrong).toEqual([])
})

test('money is a decimal of its currency, and no formula where it is owed', () => {
  expect(csvRows([[{ amount: -1250, currency: 'EUR' }, { amount: -5, currency: 'JPY' }, '-5']])).toBe(
    "-12.50,-5,'-5\r\n",
  )
})

test.each(['\n', '; ', "'", "\n'", ' '])('a million times %j takes no time', parting => {
  const text = `x${parting.repeat(1_000_000)}x`
  const since = performance.now()
  expect(enarmed(cellOf(text)).length).toBeGreaterThanOrEqual(text.length)
  expect(performance.now() - since).toBeLessThan(20_000)
})
