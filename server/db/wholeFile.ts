import { rename, rm, stat } from 'node:fs/promises'

/**
 * Writes to `FILE.part`, which becomes `FILE` once it is complete.
 * @throws when `FILE` is there, or `write` fails; nothing is left then
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
    throw error
  }
}
