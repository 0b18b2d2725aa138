// Builds the web application, the server and the embedded database's first state, and compresses the assets.
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, runnerImport } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
// Else `runnerImport` sets it to development, also for later builds.
process.env.NODE_ENV ??= 'production'
const compressible = /\.(?:js|css|svg|json|html)$/

/**
 * Writes `.br` and `.gz` beside every asset, so that no request waits for compression.
 * @param {string} folder
 */
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

/**
 * Shells are painted before a page's scripts load. Also writes the first requests of lists.
 * @param {string} webRoot
 * @param {import('vite').PluginOption[]} plugins
 */
const writePrerenderedShells = async (webRoot, plugins) => {
  const outDir = path.join(webRoot, '../prerender')
  const input = { prerender: 'virtual:slotwise/prerender' }
  await build({
    configFile: false,
    plugins,
    logLevel: 'warn',
    build: { ssr: true, outDir, emptyOutDir: true, rolldownOptions: { input } },
  })
  const { shells, requests } = await import(path.join(outDir, 'prerender.js'))
  await writeFile(path.join(webRoot, '.vite/prerenderedShell.json'), JSON.stringify(await shells()))
  await writeFile(path.join(webRoot, '.vite/firstRequests.json'), JSON.stringify(requests()))
  await rm(outDir, { recursive: true })
}

/**
 * Builds scripts that share nothing with the application.
 * @param {string} webRoot
 * @param {string} manifest the file that lists them
 * @param {import('vite').BuildOptions['rolldownOptions']} rolldownOptions
 * @param {string} [folder] the base of `input`
 */
const buildBeside = (webRoot, manifest, rolldownOptions, folder = root) =>
  build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: webRoot,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `.vite/${manifest}`,
      target: 'baseline-widely-available',
      rolldownOptions,
    },
  })

/**
 * Fetches data before the application loads; shared chunks would delay it.
 * @param {string} webRoot
 */
const buildHeadStart = webRoot =>
  buildBeside(webRoot, 'headStart.json', { input: 'src/headStart.ts', output: { format: 'iife' } })

/**
 * @param {string} webRoot
 * @param {import('./config').SlotwiseConfig} product
 * @param {import('vite').Plugin[]} [plugins] in addition to the machine's
 */
export const buildWeb = async (webRoot, product, plugins = []) => {
  const { module } = await runnerImport(path.join(root, 'vite.config.ts'))
  await build({
    configFile: false,
    plugins: [module.slotwise(product), plugins],
    logLevel: 'warn',
    build: { outDir: webRoot, emptyOutDir: true },
  })
  await buildHeadStart(webRoot)
  for (const [name, { file, format = 'es' }] of Object.entries(product.scripts ?? {}))
    await buildBeside(webRoot, `${name}.json`, { input: file, output: { format } }, product.root)
  await writePrerenderedShells(webRoot, module.slotwise(product))
}

/** Native, wasm, or rarely needed. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'pg']

/** @param {string} folder */
const readPackage = async folder =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}'))

const forOperators = ['CHANGELOG.md', 'deploy', 'docs/archives.md', 'docs/deploying.md', 'docs/operating.md']

/**
 * Makes `dist` a package that serves the product without its sources.
 * @param {import('./config').SlotwiseConfig} product
 */
const writePackage = async product => {
  const [machine, own] = await Promise.all([readPackage(root), readPackage(product.root)])
  const name = own.name ?? product.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const dist = path.join(product.root, 'dist')
  const described = {
    name,
    version: own.version ?? '0.0.0',
    description: product.description,
    type: 'module',
    bin: { [name]: 'slotwise.mjs' },
    files: ['CHANGELOG.md', 'deploy', 'docs', 'server', 'web', 'slotwise.mjs'],
    engines: machine.engines,
    dependencies: Object.fromEntries(external.map(dependency => [dependency, machine.dependencies[dependency]])),
  }
  await writeFile(path.join(dist, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
  // For operators without the repository.
  for (const name of forOperators) {
    const from = path.join(product.root, name)
    if (existsSync(from)) await cp(from, path.join(dist, name), { recursive: true })
  }
  // As a dependency, it would install a package that counts installations.
  const reference = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'])
    await cp(path.join(reference, name), path.join(dist, 'server/swagger-ui', name))
  await writeFile(path.join(dist, 'slotwise.mjs'), "#!/usr/bin/env node\nimport './server/main.js'\n", { mode: 0o755 })
}

/**
 * Separate modules start without compiling and without walking node_modules.
 * @param {import('./config').SlotwiseConfig} product
 */
const buildServer = async product => {
  const outDir = path.join(product.root, 'dist/server')
  const given = JSON.stringify(path.resolve(product.root, product.server))
  /** @param {string} name */
  const machine = name => JSON.stringify(path.join(root, 'server', name))
  /** @type {Record<string, string>} */
  const entries = {
    main: `
      import { product } from ${given}
      import { runServerCommand } from ${machine('commands/index.ts')}
      process.env.PRODUCT_NAME ||= ${JSON.stringify(product.name)}
      await runServerCommand(product, process.argv.slice(2))`,
    bake: `
      import { product } from ${given}
      import { bakedDatabase } from ${machine('db/bakedDatabase.ts')}
      export const { migrations } = product
      export const bake = () => bakedDatabase(migrations)`,
  }
  /** @type {import('vite').Plugin} */
  const entry = {
    name: 'server-entries',
    resolveId: id => (id.startsWith('virtual:slotwise/') ? `\0${id}` : undefined),
    load: id => entries[id.replace('\0virtual:slotwise/', '')],
  }
  const threads = (product.threads ?? []).map(file => path.resolve(product.root, file))
  await build({
    root: product.root,
    configFile: false,
    logLevel: 'warn',
    plugins: [entry],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries([
          ...Object.keys(entries).map(name => [name, `virtual:slotwise/${name}`]),
          ...threads.map(file => [path.parse(file).name, file]),
        ]),
        output: {
          entryFileNames: ({ facadeModuleId }) =>
            threads.includes(facadeModuleId ?? '') ? path.basename(facadeModuleId ?? '') : '[name].js',
          // Files are found beside `import.meta.dirname`, so one folder.
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
    ssr: {
      noExternal: true,
      external: [...external, 'vite'],
    },
  })
  for (const part of ['migrations', 'embedded/worker.mjs'])
    await cp(path.join(root, 'server/db', part), path.join(outDir, 'db', part), { recursive: true })
  await writePackage(product)
  const { bake, migrations } = await import(path.join(outDir, 'bake.js'))
  const beside = path.relative(outDir, migrations)
  if (beside.startsWith('..')) throw new Error(`The migrations are not beside ${product.server}: ${migrations}`)
  await cp(path.resolve(product.root, path.dirname(product.server), beside), migrations, { recursive: true })
  const baked = await bake()
  await cp(baked, path.join(outDir, path.basename(baked)))
}

/** @param {import('./config').SlotwiseConfig} product */
const buildPages = async product => {
  const webRoot = path.join(product.root, 'dist/web')
  await buildWeb(webRoot, product)
  await compressAssets(path.join(webRoot, 'assets'))
}

/**
 * The pages alone would leave a processor idle.
 * @param {import('./config').SlotwiseConfig} product
 */
export const buildAll = async product => {
  await Promise.all([buildServer(product), buildPages(product)])
  await writeFile(path.join(product.root, 'dist/.built'), new Date().toISOString())
}
