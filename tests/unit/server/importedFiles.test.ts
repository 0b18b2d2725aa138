import { expect, test } from 'vitest'
import { readCell, trimmed } from '../../../server/crud/imports/cells'
import { delimiterOf } from '../../../server/crud/imports/csvReader'
import { recordsIn } from '../../../server/crud/imports/scan'
import { Problem } from '../../../server/http/problem'
import { choice, localDate, money, percent, tags, text } from '../../../src/schema'

const read = async (file: string) => {
  const records = []
  const format = { encoding: 'utf-8', delimiter: ',' } as const
  for await (const record of recordsIn([new TextEncoder().encode(file)], format)) records.push(record)
  return records
}
const refused = async (file: string) => {
  const error = await read(file).catch(error => error)
  expect(error).toBeInstanceOf(Problem)
  return error.options.errors.file
}

test('a file has at most the cells of a spreadsheet', async () => {
  const [widest] = await read(`${'a,'.repeat(499)}a\n`)
  expect(widest?.cells).toHaveLength(500)
  expect(await refused(`a,b\n${','.repeat(500)}\n`)).toEqual({
    key: 'validation.tooManyColumns',
    args: { max: 500, line: 2 },
  })
  const longest = 'a'.repeat(32_767)
  expect((await read(`x,${longest},"${longest}"\n`))[0]?.cells[2]).toHaveLength(32_767)
  for (const cell of [`${longest}a`, `"${longest}a"`, `"${'""'.repeat(32_768)}"`])
    expect(await refused(`a,b\nx,${cell}\n`)).toEqual({
      key: 'validation.cellTooLong',
      args: { max: 32_767, line: 2, column: 2 },
    })
})

test('a wrong delimiter may find more', () => {
  expect(delimiterOf(`a;b\n${`${'1,'.repeat(600)};2\n`.repeat(3)}`)).toBe(';')
})

test('blanks within a cell take no time', () => {
  const since = performance.now()
  expect(trimmed(` x${' '.repeat(1_000_000)}x\u00a0`)).toHaveLength(1_000_002)
  expect(performance.now() - since).toBeLessThan(20_000)
})

test('what is no text of its own has at most 1000 characters', () => {
  const reading = { dateFormat: null, decimal: null, timeZone: 'UTC', currency: 'EUR', labels: [] }
  const long = `1${' '.repeat(1000)}`
  const of = { name: 'things' }
  for (const field of [money(), percent(), localDate(), choice(['a'])])
    expect(readCell(of, 'field', field as never, long, reading)).toEqual({
      problem: { key: 'validation.tooLong', args: { max: 1000 } },
    })
  for (const field of [text(), tags()])
    expect(readCell(of, 'field', field as never, long, reading)).not.toHaveProperty('problem')
})
