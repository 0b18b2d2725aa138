// Builds the web application, the server and the embedded database's first state, and compresses the assets.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, runnerImport } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
// Otherwise `runnerImport` sets it to development, also for later builds.
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
 * The shells that are painted before a page's scripts are loaded, and the first requests of lists.
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
    build: { ssr: true, outDir, rolldownOptions: { input } },
  })
  const { shells, requests } = await import(path.join(outDir, 'prerender.js'))
  await writeFile(path.join(webRoot, '.vite/prerenderedShell.json'), JSON.stringify(await shells()))
  await writeFile(path.join(webRoot, '.vite/firstRequests.json'), JSON.stringify(requests()))
  await rm(outDir, { recursive: true })
}

/**
 * For scripts that share nothing with the application.
 * @param {string} webRoot
 * @param {string} manifest the name of the file that lists them
 * @param {import('vite').BuildOptions['rolldownOptions']} rolldownOptions
 */
const buildBeside = (webRoot, manifest, rolldownOptions) =>
  build({
    root,
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
 * Fetches data before the application is loaded; shared chunks would delay it.
 * @param {string} webRoot
 */
const buildHeadStart = webRoot =>
  buildBeside(webRoot, 'headStart.json', { input: 'src/headStart.ts', output: { format: 'iife' } })

/**
 * @param {string} webRoot
 * @param {import('./vite/slotwise').SlotwiseConfig} product
 * @param {import('vite').Plugin[]} [plugins] in addition to the machine's
 */
export const buildWeb = async (webRoot, product, plugins = []) => {
  const { module } = await runnerImport(path.join(root, 'scripts/vite/slotwise.ts'))
  await build({
    configFile: false,
    plugins: [module.slotwise(product), plugins],
    logLevel: 'warn',
    build: { outDir: webRoot, emptyOutDir: true },
  })
  await buildHeadStart(webRoot)
  await writePrerenderedShells(webRoot, module.slotwise(product))
}

/**
 * Apart from the application, to stay small.
 * @param {string} webRoot
 */
const buildBookingPage = webRoot => buildBeside(webRoot, 'bookingPage.json', { input: 'src/bookingPage/main.tsx' })

/**
 * By this script, other websites show booking pages.
 * @param {string} webRoot
 */
const buildEmbed = webRoot =>
  buildBeside(webRoot, 'embed.json', { input: 'src/bookingPage/embed.ts', output: { format: 'iife' } })

const buildServer = async () => {
  await build({ root, configFile: path.join(root, 'vite.server.config.ts'), logLevel: 'warn' })
  const { bakedDatabase } = await import(path.join(root, 'dist/server/bake.js'))
  await bakedDatabase()
}

const buildPages = async () => {
  const { module } = await runnerImport(path.join(root, 'slotwise.config.ts'))
  await buildWeb(path.join(root, 'dist/web'), module.default)
  await buildBookingPage(path.join(root, 'dist/web'))
  await buildEmbed(path.join(root, 'dist/web'))
  await compressAssets(path.join(root, 'dist/web/assets'))
}

/** The pages alone would leave a processor idle. */
export const buildAll = async () => {
  await Promise.all([buildServer(), buildPages()])
}

if (process.argv[1] === import.meta.filename) {
  await buildAll()
  process.exit(0)
}
