import type { Money } from './kinds/money'
import { toDecimal } from './minorUnits'

/** A cell of a CSV file; only texts are disarmed as formulas. Money is written as a decimal, without its currency. */
export type CsvCell = string | number | Money

/** The beginning of a text, and what parts cells: each is passed once, however long it is. */
const partings = /(^[;\s]*|[;\s]+)('?)/g

/** Where the comma marks decimals, a semicolon or tab begins a new cell, and quotes keep no line together. */
const beginsCell = (parting: string, at: number): boolean => (at === 0 && parting === '') || /[;\t\r\n]/.test(parting)

/** Japanese spreadsheets may begin a formula with full-width signs; an apostrophe could be taken for ours. */
const formula = /'*[=+\-@＝＋－＠]|''/y

const isFormula = (text: string, at: number): boolean => {
  formula.lastIndex = at
  return formula.test(text)
}

const armless = (text: string): string =>
  (/^'?[\t\r\n]/.test(text) ? "'" : '') +
  text.replace(partings, (all, parting: string, quote: string, at: number) =>
    beginsCell(parting, at) && isFormula(text, at + parting.length) ? `${parting}'${quote}` : all,
  )

const isOurs = (text: string, at: number): boolean => text[at + 1] === "'" || isFormula(text, at + 1)

/** The text that a cell of a file stands for: without the apostrophes of `csvRows`. */
export const enarmed = (cell: string): string =>
  cell.replace(partings, (all, parting: string, quote: string, at: number) => {
    const isArmless =
      quote !== '' &&
      ((beginsCell(parting, at) && isOurs(cell, at + parting.length)) || (at === 0 && /^'[\t\r\n]/.test(cell)))
    return isArmless ? parting : all
  })

const cellText = (cell: CsvCell): string => {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return toDecimal(cell)
  const text = armless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows of a CSV file (RFC 4180). An apostrophe before text that could be a formula disarms it. */
export const csvRows = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')

/** A CSV file that Excel reads as UTF-8. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string => `\ufeff${csvRows(rows)}`
