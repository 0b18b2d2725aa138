import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type PluginOption, searchForWorkspaceRoot } from 'vite'
import { readConfig, type SlotwiseConfig } from './scripts/config'
import { chunkGroups } from './scripts/vite/chunkGroups'
import { leftOut } from './scripts/vite/leftOut'
import { pageParts, stylesInPage } from './scripts/vite/page'
import { shortPreloads } from './scripts/vite/preloads'
import { headsOfCalls, withoutServerOnly } from './scripts/vite/serverOnly'

const machineRoot = import.meta.dirname

/** They give the machine the product as a value. */
const given = ({ root, web, demoAccounts, colors = {} }: SlotwiseConfig): Plugin => {
  const load = (file: string, from = root) => JSON.stringify(path.resolve(from, file))
  const application = load('src/application', machineRoot).slice(1, -1)
  const modules: Readonly<Record<string, string>> = {
    'virtual:slotwise/entry': `
      import { lazy } from 'react'
      export default {
        load: () => import('virtual:slotwise/application'),
        ${demoAccounts ? `DemoAccounts: lazy(() => import(${load(demoAccounts)})),` : ''}
      }`,
    'virtual:slotwise/application': `
      import { createApp } from '${application}/App'
      import product from ${load(web)}
      export default createApp(product, ${JSON.stringify(colors)})`,
    'virtual:slotwise/prerender': `
      import * as prerender from '${application}/prerender'
      import product from ${load(web)}
      export const shells = () => prerender.prerenderShells(product, '%product%')
      export const requests = () => prerender.firstRequests(product)`,
  }
  return {
    name: 'slotwise',
    config: (_, { isSsrBuild }) => ({
      root: machineRoot,
      cacheDir: path.join(root, 'node_modules/.vite'),
      server: { fs: { allow: [searchForWorkspaceRoot(machineRoot), root] } },
      ...(!isSsrBuild && {
        build: {
          manifest: true,
          target: 'baseline-widely-available',
          chunkSizeWarningLimit: 600,
          rolldownOptions: {
            output: {
              // Pieces list files that they may load: names and longer hashes would be 4 kB of the first screen.
              chunkFileNames: 'assets/[hash:7].js',
              assetFileNames: 'assets/[hash:7][extname]',
              codeSplitting: { groups: chunkGroups },
            },
          },
        },
      }),
    }),
    resolveId: id => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: id => modules[id.slice(1)],
  }
}

/** Of the web application of a product, for `slotwise dev` and `slotwise build`. */
export const slotwise = (config: SlotwiseConfig): PluginOption[] => [
  react(),
  given(config),
  pageParts(config),
  stylesInPage(),
  leftOut(),
  shortPreloads(),
  headsOfCalls,
  withoutServerOnly,
]

export default defineConfig(async () => ({ plugins: slotwise(await readConfig()) }))
