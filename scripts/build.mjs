// Builds the web application and the server, compresses the assets and prepares the embedded database's first state.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const compressible = /\.(?:js|css|svg|json|html)$/

/** Writes `.br` and `.gz` beside every asset, so that no request waits for compression. */
const compressAssets = async folder => {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter(name => compressible.test(name))
      .map(async name => {
        const file = path.join(folder, name)
        const content = await readFile(file)
        await writeFile(
          `${file}.br`,
          await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        )
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }),
  )
}

/** What is fetched together: screens that share nearly everything. Files that only some of them need stay apart. */
const pieces = {
  admin: ['/src/App.tsx', '/src/crud/list/ListScreen.tsx'],
  form: ['/src/crud/form/FormPage.tsx', '/src/crud/form/FormDialog.tsx'],
}

/** What there is before sign-in, with as little as possible. */
const entryPages = [
  '/index.html',
  '/src/main.tsx',
  'ConfirmPage.tsx',
  'ForgotPasswordPage.tsx',
  'LoginPage.tsx',
  'NewPasswordPage.tsx',
  'SignUpPage.tsx',
]

const entry = { name: 'entry', tags: ['$initial'], priority: 3 }

const buildWeb = (groups, options) =>
  build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ...options, rolldownOptions: { output: { codeSplitting: { groups: [entry, ...groups] } } } },
  })

/** The modules that others need, with those that they import statically, as a build splits them by itself. */
const modulesOf = (chunks, names) => {
  const found = new Set()
  const add = fileName => {
    const chunk = chunks.get(fileName)
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const imported of chunk.imports) add(imported)
  }
  for (const chunk of chunks.values()) if (names.some(name => chunk.facadeModuleId?.endsWith(name))) add(chunk.fileName)
  return new Set(Array.from(found).flatMap(({ moduleIds }) => moduleIds))
}

/**
 * Builds twice: left alone, modules are split into a hundred small files, one for each set of screens that need them, and on a
 * slow line that takes longer than what is in them. The first build says which modules a piece has, the second puts them together.
 */
const buildInPieces = async () => {
  const { output } = await buildWeb([], { write: false })
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map(chunk => [chunk.fileName, chunk]))
  const light = modulesOf(chunks, entryPages)
  // A screen itself stays a file of its own, by which it is found.
  const screens = Object.values(pieces).flat()
  const groups = Object.entries(pieces).map(([name, names], index) => {
    const modules = modulesOf(chunks, names)
    const isOwn = id => modules.has(id) && !light.has(id) && !screens.some(screen => id.endsWith(screen))
    return { name, test: isOwn, priority: 2 - index, includeDependenciesRecursively: false }
  })
  await buildWeb(groups, {})
}

export const buildAll = async () => {
  await buildInPieces()
  await build({ root, configFile: path.join(root, 'vite.server.config.ts'), logLevel: 'warn' })
  await compressAssets(path.join(root, 'dist/web/assets'))
  const { bakedDatabase } = await import(path.join(root, 'dist/server/bake.js'))
  await bakedDatabase()
}

if (process.argv[1] === import.meta.filename) {
  await buildAll()
  process.exit(0)
}
