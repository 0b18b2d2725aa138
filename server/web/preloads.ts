import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** A piece of the build, as in Vite's manifest (https://vite.dev/guide/backend-integration). */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** Which modules a page begins with, beside the entry: the first pattern that its address matches. */
const beginnings: readonly [RegExp, readonly string[]][] = [
  [/^\/login\/?$/, ['src/pages/entry/LoginPage.tsx']],
  [/^\/signup\/?$/, ['src/pages/entry/SignUpPage.tsx']],
  [/^\/confirm\/?$/, ['src/pages/entry/ConfirmPage.tsx']],
  [/^\/forgot-password\/?$/, ['src/pages/entry/ForgotPasswordPage.tsx']],
  [/^\/new-password\/?$/, ['src/pages/entry/NewPasswordPage.tsx']],
  [/^\/(setup|superadmin)\/[^/]+\/?$/, ['src/App.tsx', 'src/crud/list/ListScreen.tsx']],
  [/^\//, ['src/App.tsx']],
]

/** The files of some modules with all that they import statically, without those of the entry. */
const filesOf = (manifest: Manifest, modules: readonly string[]): { scripts: string[]; styles: string[] } => {
  const visited = new Set<string>()
  const visit = (names: readonly string[]): Chunk[] =>
    names.flatMap(name => {
      const chunk = manifest[name]
      if (!chunk || visited.has(name)) return []
      visited.add(name)
      return [chunk, ...visit(chunk.imports ?? [])]
    })
  visit(['index.html'])
  const chunks = visit(modules)
  return { scripts: chunks.map(({ file }) => file), styles: Array.from(new Set(chunks.flatMap(({ css = [] }) => css))) }
}

const linksTo = (manifest: Manifest, modules: readonly string[]): string => {
  const { scripts, styles } = filesOf(manifest, modules)
  const links = [
    ...scripts.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.map(file => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ]
  return links.join('')
}

/**
 * Links that make the browser fetch what a page needs beside the entry and not after it.
 * @returns a function of the page's path
 */
export const readPreloads = async (webRoot: string): Promise<(pathname: string) => string> => {
  const manifest = JSON.parse(await readFile(path.join(webRoot, '.vite/manifest.json'), 'utf8')) as Manifest
  const pages = beginnings.map(([pattern, modules]) => {
    const missing = modules.find(name => !manifest[name])
    if (missing) throw new Error(`The build has no piece of its own for ${missing}.`)
    return { pattern, links: linksTo(manifest, modules) }
  })
  return pathname => pages.find(({ pattern }) => pattern.test(pathname))?.links ?? ''
}
