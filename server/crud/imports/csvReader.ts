import { importOptions } from '../../../src/contract'
import { invalidField } from '../../http/problem'

/** Counted from 1. */
export interface CsvRecord {
  line: number
  cells: string[]
}

const delimiters = importOptions.delimiter
export type Delimiter = (typeof delimiters)[number]

/** Spreadsheets' limits. */
const limits = { cells: 500, characters: 32_767 }
const noLimits: typeof limits = { cells: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }

/** Reads CSV (RFC 4180) in pieces. */
export class CsvReader {
  readonly #delimiter: string
  readonly #limits: typeof limits
  #cells: string[] = []
  #cell = ''
  #isQuoted = false
  #isAfterQuote = false
  #isAfterReturn = false
  #line = 1
  #start = 1

  constructor(delimiter: string, most = limits) {
    this.#delimiter = delimiter
    this.#limits = most
  }

  #require(): void {
    const { cells, characters } = this.#limits
    const [line, column] = [this.#start, this.#cells.length + 1]
    if (column > cells) throw invalidField('file', 'validation.tooManyColumns', { max: cells, line })
    if (this.#cell.length > characters)
      throw invalidField('file', 'validation.cellTooLong', { max: characters, line, column })
  }

  *#end(): Generator<CsvRecord> {
    const cells = [...this.#cells, this.#cell]
    if (cells.some(cell => cell.trim() !== '')) yield { line: this.#start, cells }
    this.#cells = []
    this.#cell = ''
    this.#isAfterQuote = false
  }

  /** @throws Problem `validation` at `file` for more or longer cells than spreadsheets allow */
  *push(text: string): Generator<CsvRecord> {
    const delimiter = this.#delimiter
    let from = 0
    const take = (until: number): void => {
      if (until > from) this.#cell += text.slice(from, until)
      from = until + 1
      this.#require()
    }
    for (let i = 0; i < text.length; i++) {
      const char = text[i]
      const isAfterReturn = this.#isAfterReturn
      this.#isAfterReturn = false
      if (this.#isQuoted) {
        if (char === '\n' || char === '\r') {
          if (char === '\r' || !isAfterReturn) this.#line++
          this.#isAfterReturn = char === '\r'
        } else if (char === '"') {
          take(i)
          this.#isQuoted = false
          this.#isAfterQuote = true
        }
        continue
      }
      if (char === '"' && this.#isAfterQuote) {
        this.#cell += '"'
        this.#isQuoted = true
        this.#isAfterQuote = false
        from = i + 1
      } else if (char === '"' && this.#cell === '' && from === i) {
        this.#isQuoted = true
        from = i + 1
      } else if (char === delimiter) {
        take(i)
        this.#cells.push(this.#cell)
        this.#cell = ''
        this.#isAfterQuote = false
      } else if (char === '\n' && isAfterReturn) {
        from = i + 1
        this.#start = this.#line
      } else if (char === '\n' || char === '\r') {
        take(i)
        yield* this.#end()
        this.#line++
        this.#start = this.#line
        this.#isAfterReturn = char === '\r'
      } else this.#isAfterQuote = false
    }
    take(text.length)
  }

  *finish(): Generator<CsvRecord> {
    yield* this.#end()
  }
}

/** The delimiter in a file's first line (`sep=;`), or else the one that divides its first records most evenly. */
export const delimiterOf = (text: string): Delimiter => {
  const said = /^sep=(.)\r?(?:\n|$)/i.exec(text)?.[1]
  if (said && (delimiters as readonly string[]).includes(said)) return said as Delimiter
  let best: { delimiter: Delimiter; alike: number; cells: number } = { delimiter: ',', alike: 0, cells: 1 }
  for (const delimiter of delimiters) {
    const counts: number[] = []
    for (const { cells } of new CsvReader(delimiter, noLimits).push(text)) if (counts.push(cells.length) === 100) break
    if (counts.length === 0) counts.push(text.split(delimiter).length)
    const [cells = 1] = counts
    const alike = cells > 1 ? counts.filter(count => count === cells).length : 0
    if (alike > best.alike || (alike === best.alike && cells > best.cells)) best = { delimiter, alike, cells }
  }
  return best.delimiter
}

export const saysDelimiter = ({ cells }: CsvRecord): boolean => /^sep=.?$/i.test(cells.join(''))
