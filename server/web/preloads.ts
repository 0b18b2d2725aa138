import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A chunk of the build, as in Vite's manifest (https://vite.dev/guide/backend-integration). */
interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const entryPage = /^\/(login|signup|confirm|forgot-password|new-password)\/?$/

/** True for the pages before sign-in. */
export const isEntryPage = (pathname: string): boolean => entryPage.test(pathname)

/** The chunks (named in vite.config.ts) that a page needs beside the entry, by the first pattern that its path matches. */
const beginnings: readonly [RegExp, readonly string[]][] = [
  [entryPage, ['signIn']],
  [/^\/(setup|superadmin)\/[^/]+\/?$/, ['app', 'list']],
  [/^\//, ['app']],
]

/** The files of some chunks and their static imports, without those of the entry. */
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

/**
 * Preload links, so that the browser fetches a page's chunks together with the entry, not after it.
 * @returns a function of the page's path
 */
export const readPreloads = async (webRoot: string): Promise<(pathname: string) => string> => {
  const manifest = JSON.parse(await readFile(path.join(webRoot, '.vite/manifest.json'), 'utf8')) as Manifest
  const keyOf = (name: string): string => {
    const key = Object.keys(manifest).find(each => manifest[each]?.name === name)
    if (!key) throw new Error(`The build has no piece called ${name}.`)
    return key
  }
  const pages = beginnings.map(([pattern, names]) => ({ pattern, links: linksTo(manifest, names.map(keyOf)) }))
  return pathname => pages.find(({ pattern }) => pattern.test(pathname))?.links ?? ''
}
