import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes to `FILE.part`, which becomes `FILE` once complete.
 * @throws if `FILE` exists, or `write` fails; nothing is left then
 */
export const writeWhole = async <T>(file: string, write: (part: string) => Promise<T>): Promise<T> => {
  if (await stat(file).catch(() => null)) throw new Error(`${file} is there already: choose another name.`)
  const part = `${file}.part`
  try {
    const result = await write(part)
    await rename(part, file)
    return result
  } catch (error) {
    await rm(part, { force: true })
    if (!(await stat(path.dirname(part)).catch(() => null)))
      throw new Error(`There is no folder ${path.dirname(part)}: make it first.`)
    throw error
  }
}
