// `npm start`: builds if the sources are newer than the last build, then runs the server.
import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const stamp = path.join(root, 'dist/.built')
const sources = [
  'src',
  'server',
  'index.html',
  'vite.config.ts',
  'slotwise.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/vite',
]

const newestChange = async name => {
  const entry = path.join(root, name)
  const info = await stat(entry).catch(() => null)
  if (!info) return 0
  if (!info.isDirectory()) return info.mtimeMs
  const children = await readdir(entry, { recursive: true })
  const times = await Promise.all(children.map(async child => (await stat(path.join(entry, child))).mtimeMs))
  return Math.max(info.mtimeMs, ...times)
}

/**
 * @param {unknown} error
 * @returns {string[]}
 */
const reasons = error =>
  error instanceof Error ? [error.message, ...(error.cause ? reasons(error.cause) : [])] : [String(error)]

const start = async () => {
  const builtAt = (await stat(stamp).catch(() => null))?.mtimeMs ?? 0
  if (Math.max(...(await Promise.all(sources.map(newestChange)))) > builtAt) {
    const started = Date.now()
    process.stdout.write('Building…\n')
    const { buildAll } = await import('./build.mjs')
    await buildAll()
    await writeFile(stamp, new Date().toISOString())
    process.stdout.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  }
  await import(path.join(root, 'dist/server/main.js'))
}

try {
  await start()
} catch (error) {
  process.stderr.write(`This does not start: ${reasons(error).join('\n  ')}\n`)
  process.exit(1)
}
