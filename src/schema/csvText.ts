export type CsvCell = string | number

/**
 * Where spreadsheets may begin a formula. Japanese ones accept full-width signs. Where the comma marks decimals, a
 * semicolon or tab begins a new cell, and quotes keep no line together.
 */
const formula = /^(?=[=+\-@\t\r\n＝＋－＠])|(?=[=+\-@＝＋－＠])(?<=[;\t\r\n]\s*)/g

const cellText = (cell: CsvCell): string => {
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(formula, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180) that Excel reads as UTF-8. An apostrophe before text that could be a formula disarms it. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  `\ufeff${rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')}`
