// Checks scripts against the recorded budget (gzip -9), and that certain parts of libraries are left out.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const web = path.resolve(import.meta.dirname, '../dist/web')
const readManifest = name => JSON.parse(readFileSync(path.join(web, '.vite', name), 'utf8'))
// The booking page has its own build and shares no chunk with the application.
const manifest = {
  ...readManifest('manifest.json'),
  ...readManifest('bookingPage.json'),
  ...readManifest('embed.json'),
}
const budget = JSON.parse(readFileSync(path.join(import.meta.dirname, 'bundleBudget.json'), 'utf8'))

const keyOf = name => (manifest[name] ? name : (Object.keys(manifest).find(key => manifest[key].name === name) ?? name))

const scriptsOf = pieces => {
  const found = new Set()
  const add = key => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build: mend scripts/bundleBudget.json`)
    if (found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const piece of pieces) add(keyOf(piece))
  return Array.from(found)
}

let failed = false
for (const { page, pieces, beyond = [], maxKb } of budget) {
  const loaded = scriptsOf(beyond)
  const added = scriptsOf(pieces).filter(file => !loaded.includes(file))
  const bytes = added.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(web, file)), { level: 9 }).length, 0)
  const kb = bytes / 1000
  failed ||= kb > maxKb
  process.stdout.write(`${page}: ${kb.toFixed(1)} kB of ${maxKb} kB${kb > maxKb ? ' — too much' : ''}\n`)
}

// A text identifies each part. The check fails if the library drops the text.
const leftOut = JSON.parse(readFileSync(path.join(import.meta.dirname, 'leftOut.json'), 'utf8'))
const scripts = readdirSync(path.join(web, 'assets'))
  .filter(name => name.endsWith('.js'))
  .map(name => [name, readFileSync(path.join(web, 'assets', name), 'utf8')])
for (const { part, source, text } of leftOut) {
  const isThere = readFileSync(path.resolve(import.meta.dirname, '../node_modules', source), 'utf8').includes(text)
  const found = scripts.filter(([, script]) => script.includes(text)).map(([name]) => name)
  failed ||= !isThere || found.length > 0
  if (!isThere) process.stdout.write(`${part}: ${source} no longer has "${text}", mend scripts/leftOut.json\n`)
  if (found.length > 0) process.stdout.write(`${part} is left out no more: ${found.join(', ')}\n`)
}
process.exit(failed ? 1 : 0)
