import type { Money } from './kinds/money'
import { toDecimal } from './minorUnits'

/** Only texts are disarmed as formulas. Money is a decimal without its currency. */
export type CsvCell = string | number | Money

/** What can precede a cell's text. Linear: passes each separator once. */
const partings = /(^[;\s]*|[;\s]+)('?)/g

/** With a decimal comma, semicolons and tabs begin a cell, and quotes do not protect line breaks. */
const beginsCell = (parting: string, at: number): boolean => (at === 0 && parting === '') || /[;\t\r\n]/.test(parting)

/** Japanese spreadsheets accept full-width signs. A leading apostrophe could be mistaken for ours. */
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

/** Undoes the apostrophes of `csvRows`. */
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

/** CSV rows (RFC 4180). An apostrophe disarms text that could be a formula. */
export const csvRows = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')

/** A CSV file that Excel reads as UTF-8. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string => `\ufeff${csvRows(rows)}`
