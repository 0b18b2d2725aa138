import { mkdir, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'vite'
import { cacheFolder } from '../../../server/root'

/**
 * Bundles a script for processes that run it: each would take seconds to load it from its sources.
 * @returns the file, in a folder of its own
 */
export const bundled = async (script: string): Promise<string> => {
  await mkdir(cacheFolder, { recursive: true })
  // Within the project, so that its packages and migrations are found.
  const outDir = await mkdtemp(path.join(cacheFolder, 'script-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    build: { ssr: true, outDir, target: 'node20', copyPublicDir: false, rolldownOptions: { input: script } },
  })
  return path.join(outDir, `${path.parse(script).name}.js`)
}
