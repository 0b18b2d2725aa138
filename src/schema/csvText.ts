/** A cell of a CSV file; only texts are disarmed as formulas. */
export type CsvCell = string | number

/**
 * Where spreadsheets may begin a formula, Japanese ones with full-width signs, and where an apostrophe could be taken for
 * ours. Where the comma marks decimals, a semicolon or tab begins a new cell, and quotes keep no line together.
 */
const formula = /(?:^|(?<=[;\t\r\n]\s*))(?='*[=+\-@＝＋－＠]|'')|^(?='?[\t\r\n])/g

const disarmed = /(^|[;\t\r\n]\s*)'(?='*[=+\-@＝＋－＠]|')|^'(?=[\t\r\n])/g

/** The text that a cell of a file stands for: without the apostrophes of `csvRows`. */
export const enarmed = (cell: string): string => cell.replace(disarmed, '$1')

const cellText = (cell: CsvCell): string => {
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(formula, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows of a CSV file (RFC 4180). An apostrophe before text that could be a formula disarms it. */
export const csvRows = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')

/** A CSV file that Excel reads as UTF-8. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string => `\ufeff${csvRows(rows)}`
