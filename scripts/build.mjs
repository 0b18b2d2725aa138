// Builds the web application and the server, compresses the assets and prepares the embedded database's first state.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** Writes what the server puts into pages, so that they are painted before their scripts are there. */
const writeFirstPictures = async () => {
  const outDir = path.join(root, 'dist/firstPictures')
  await build({ root, configFile: false, logLevel: 'warn', build: { ssr: 'src/layout/firstPictures.tsx', outDir } })
  const { firstPictures } = await import(path.join(outDir, 'firstPictures.js'))
  await writeFile(path.join(root, 'dist/web/.vite/firstPictures.json'), JSON.stringify(firstPictures('%product%')))
  await rm(outDir, { recursive: true })
}

export const buildAll = async () => {
  await build({ root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' })
  await writeFirstPictures()
  await build({ root, configFile: path.join(root, 'vite.server.config.ts'), logLevel: 'warn' })
  await compressAssets(path.join(root, 'dist/web/assets'))
  const { bakedDatabase } = await import(path.join(root, 'dist/server/bake.js'))
  await bakedDatabase()
}

if (process.argv[1] === import.meta.filename) {
  await buildAll()
  process.exit(0)
}
