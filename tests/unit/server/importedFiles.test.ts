import { expect, test } from 'vitest'
import { readCell, trimmed } from '../../../server/crud/imports/cells'
import { delimiterOf } from '../../../server/crud/imports/csvReader'
import { recordsIn } from '../../../server/crud/imports/scan'
import { Problem } from '../../../server/http/problem'
import { choice, instant, localDate, money, percent, tags, text } from '../../../src/schema'

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

test('line ends are alike, also within quotes, and empty lines are none', async () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const lines = ['a,b', '', '1,"x', 'y ""z"""', ' , ', '2,', '3']
    expect(await read(lines.join(end)), JSON.stringify(end)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', `x${end}y "z"`] },
      { line: 6, cells: ['2', ''] },
      { line: 7, cells: ['3'] },
    ])
  }
})

test.each([
  ['25.12.2026 14:30', 'dmy', '2026-12-25T13:30:00.000Z'],
  ['25.12.2026 14:30 Uhr', null, '2026-12-25T13:30:00.000Z'],
  ['12/25/2026 2:30 PM', 'mdy', '2026-12-25T13:30:00.000Z'],
  ['12/25/2026 12:30 a.m.', 'mdy', '2026-12-24T23:30:00.000Z'],
  ['2026-12-25 14:30', 'iso', '2026-12-25T13:30:00.000Z'],
  ['2026-12-25T14:30:00+05:30', 'dmy', '2026-12-25T09:00:00.000Z'],
  ['2026-12-25T14:30Z', null, '2026-12-25T14:30:00.000Z'],
  ['31.02.2026 10:00', 'dmy', null],
  ['13/13/2026 10:00', 'mdy', null],
  ['25.12.2026 25:00', 'dmy', null],
  ['03/04/2026 10:00', null, null],
] as const)('%j is read as a time (%s)', (cell, dateFormat, value) => {
  const reading = { dateFormat, decimal: null, timeZone: 'Europe/Berlin', currency: 'EUR', country: null, labels: [] }
  const found = readCell({ name: 'things' }, 'at', instant() as never, cell, reading)
  expect(found).toEqual(value === null ? { problem: { key: 'validation.instant', args: {} } } : { value })
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
  const reading = { dateFormat: null, decimal: null, timeZone: 'UTC', currency: 'EUR', country: null, labels: [] }
  const long = `1${' '.repeat(1000)}`
  const of = { name: 'things' }
  for (const field of [money(), percent(), localDate(), choice(['a'])])
    expect(readCell(of, 'field', field as never, long, reading)).toEqual({
      problem: { key: 'validation.tooLong', args: { max: 1000 } },
    })
  for (const field of [text(), tags()])
    expect(readCell(of, 'field', field as never, long, reading)).not.toHaveProperty('problem')
})
