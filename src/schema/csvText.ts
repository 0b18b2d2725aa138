export type CsvCell = string | number

/** A spreadsheet takes text that begins like this for a formula, and runs it; a Japanese one also the wide signs. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const cellText = (cell: CsvCell): string => {
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180) that Excel reads as UTF-8. Text that could be a formula gets an apostrophe before it. */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  `\ufeff${rows.map(row => `${row.map(cellText).join(',')}\r\n`).join('')}`
