import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { escapeHtml } from './page'

/** An entry of Vite's manifest (https://vite.dev/guide/backend-integration). */
interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const entryPage = /^\/(login|signup|confirm|forgot-password|new-password)\/?$/

export const isEntryPage = (pathname: string): boolean => entryPage.test(pathname)

const filesOf = (manifest: Manifest, keys: readonly string[]): { scripts: string[]; styles: string[] } => {
  const visited = new Set<string>()
  const visit = (names: readonly string[]): Chunk[] =>
    names.flatMap(name => {
      const chunk = manifest[name]
      if (!chunk || visited.has(name)) return []
      visited.add(name)
      return [chunk, ...visit(chunk.imports ?? [])]
    })
  visit(['index.html'])
  const chunks = visit(keys)
  return { scripts: chunks.map(({ file }) => file), styles: Array.from(new Set(chunks.flatMap(({ css = [] }) => css))) }
}

const linksTo = (manifest: Manifest, keys: readonly string[]): string => {
  const { scripts, styles } = filesOf(manifest, keys)
  const links = [
    ...scripts.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.map(file => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ]
  return links.join('')
}

/** Preload links for a page's chunks (named in scripts/vite/chunkGroups.ts), and for src/headStart.ts after sign-in. */
export const readPreloads = async (webRoot: string): Promise<(pathname: string) => string> => {
  const read = async (name: string) => JSON.parse(await readFile(path.join(webRoot, '.vite', name), 'utf8'))
  const manifest: Manifest = await read('manifest.json')
  const headStart: Manifest = await read('headStart.json')
  const lists: Readonly<Record<string, string>> = await read('firstRequests.json')
  const keyOf = (name: string): string => {
    const key = Object.keys(manifest).find(each => manifest[each]?.name === name)
    if (!key) throw new Error(`The build has no piece called ${name}.`)
    return key
  }
  const links = (...names: string[]): string => linksTo(manifest, names.map(keyOf))
  const entry = links('signIn')
  const app = links('app')
  const list = links('app', 'list')
  const asking = (data: string): string =>
    `<script async fetchpriority="high"${data} src="/${headStart['src/headStart.ts']?.file}"></script>`
  return pathname => {
    if (isEntryPage(pathname)) return entry
    const first = lists[pathname.replace(/\/+$/, '')]
    return first === undefined ? asking('') + app : asking(first && ` data-list="${escapeHtml(first)}"`) + list
  }
}
