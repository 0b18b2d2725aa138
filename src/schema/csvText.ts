export type CsvCell = string | number

/**
 * Spreadsheets run text that begins with one of these characters as a formula; Japanese ones accept full-width signs
 * too.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const cellText = (cell: CsvCell): string => {
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180) that Excel reads as UTF-8. An apostrophe before text that could be a formula disarms it. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  `\ufeff${rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')}`
