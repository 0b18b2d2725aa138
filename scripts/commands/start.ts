import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readWords } from '../../server/commands/command'
import { run as serverStart, startOptions, usage } from '../../server/commands/start'
import { reasons } from '../../server/reasons'
import { loadProduct, type SlotwiseConfig } from '../config'

export { usage }

const machineRoot = path.resolve(import.meta.dirname, '../..')

/** A build contains nothing else of a product's folder. */
const isSource = (file: string): boolean =>
  !/(^|\/)(node_modules|dist|\.[^/]*|test-results|tests|docs)(\/|$)/.test(file)

const newestChange = async (folder: string): Promise<number> => {
  const times = await Promise.all(
    (await readdir(folder, { withFileTypes: true }))
      .filter(({ name }) => isSource(name))
      .map(async entry => {
        const file = path.join(folder, entry.name)
        return entry.isDirectory() ? newestChange(file) : (await stat(file)).mtimeMs
      }),
  )
  return Math.max(0, ...times)
}

export const run = async (words: string[], config: SlotwiseConfig): Promise<void> => {
  const { values } = readWords(words, usage, startOptions)
  if (values.check) return serverStart(words, { product: await loadProduct(config) })
  const [stamp, main] = ['.built', 'server/main.js'].map(name => path.join(config.root, 'dist', name)) as [
    string,
    string,
  ]
  try {
    const builtAt = (await stat(stamp).catch(() => null))?.mtimeMs ?? 0
    const changes = await Promise.all(
      [config.root, ...['bin', 'scripts', 'server', 'src'].map(name => path.join(machineRoot, name))].map(newestChange),
    )
    if (Math.max(...changes) > builtAt) {
      const started = Date.now()
      process.stdout.write('Building…\n')
      const { buildAll } = await import('../build.mjs')
      await buildAll(config)
      process.stdout.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
    }
    process.argv.splice(2, Infinity, 'start')
    await import(pathToFileURL(main).href)
  } catch (error) {
    throw new Error(`This does not start: ${reasons(error).join('\n  ')}`)
  }
}
