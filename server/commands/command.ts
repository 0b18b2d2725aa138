import { parseArgs } from 'node:util'
import type { Product } from '../crud/product'
import { reasons } from '../reasons'

export interface Command<Given> {
  usage: string
  /** Sets `process.exitCode` to 1 on failure, and to 2 on wrong usage. @throws with a sentence for people */
  run: (words: string[], given: Given) => Promise<void>
}

export type CommandTable<Given> = Readonly<Record<string, { summary: string; load: () => Promise<Command<Given>> }>>

export type ServerCommands = CommandTable<{ product: Product }>

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

export const progressLine = (): ((text: string) => void) & { end: () => void } => {
  const { isTTY } = process.stderr
  let last = 0
  const show = (text: string): void => {
    if (Date.now() - last < (isTTY ? 100 : 1000)) return
    last = Date.now()
    process.stderr.write(isTTY ? `\r\x1b[2K${text}` : `${text}\n`)
  }
  return Object.assign(show, { end: () => void (isTTY && last > 0 && process.stderr.write('\r\x1b[2K')) })
}

export const endWith = (error: unknown, code = 1): never => {
  process.stderr.write(`${reasons(error).join('\n  ')}\n`)
  process.exit(code)
}

/**
 * Reads the words after a command's name. `--help` ends the process; a wrong option ends it with 2.
 * @example const { values, positionals } = readWords(words, usage, { json: { type: 'boolean' } })
 */
export const readWords = <T extends NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>>(
  words: string[],
  usage: string,
  options: T,
) => {
  try {
    const read = parseArgs({
      args: words,
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } } as T & { help: { type: 'boolean' } },
    })
    if (!(read.values as { help?: boolean }).help) return read
  } catch (error) {
    return endWith(new Error(`${reasons(error).join('\n')}\n\n${usage}`), 2)
  }
  process.stdout.write(`${usage}\n`)
  return process.exit(0)
}
