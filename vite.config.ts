import { readFile } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'

/**
 * Puts the colours and the first picture into the page itself: it is painted before any script is there. MUI's custom properties
 * are there too, since compiling them in the browser holds up the first screen on a slow phone for half a second.
 */
const colorsInPage: Plugin = {
  name: 'colors-in-page',
  transformIndexHtml: async html => {
    const { module: colors } = await runnerImport<typeof import('./src/theme/colors')>('./src/theme/colors.ts')
    const { module: theme } = await runnerImport<typeof import('./src/theme/theme')>('./src/theme/theme.ts')
    const picture = (await readFile('public/favicon.svg', 'utf8')).replace(
      '<svg',
      '<svg class="splash" aria-hidden="true"',
    )
    const splash = '.splash{position:fixed;inset:0;margin:auto;width:40px;height:40px}'
    return {
      html: html.replace('<!--splash-->', picture.trim()),
      tags: [{ tag: 'style', children: colors.colorStyles() + theme.themeStyles() + splash, injectTo: 'head' }],
    }
  },
}

/** Puts the entry's few styles into the page, which would wait for them otherwise. */
const stylesInPage: Plugin = {
  name: 'styles-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
        const asset = bundle[file]
        return asset?.type === 'asset' ? `<style>${asset.source}</style>` : link
      }),
  },
}

/**
 * Parts of libraries that browsers have themselves, or that nothing here calls, by the name they are imported under
 * (45 kB compressed in all). What is missing in a replacement fails the build.
 */
const replacements: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries',
  'string.prototype.trim': 'module.exports = text => text.trim()',
  hasown: 'module.exports = Object.hasOwn',
  // Newer browsers have it; src/routes.tsx fetches it for the others.
  'temporal-polyfill': 'export const { Temporal } = globalThis',
  // MUI's other looks of an input: all of the product's are outlined.
  '../FilledInput/index.js': "export { default } from '@mui/material/OutlinedInput'",
  '../Input/index.js': "export { default } from '@mui/material/OutlinedInput'",
  // react-admin's own CSV export; the product's is src/crud/csv.
  'jsonexport/dist/index.js': 'export default undefined',
  // react-admin's guesses at labels: all of ours are in the messages.
  inflection: `
    const asItIs = text => text
    export { asItIs as capitalize, asItIs as humanize, asItIs as inflect }
    export { asItIs as pluralize, asItIs as singularize, asItIs as transform }`,
  // react-admin's own warning, in place of which forms have src/crud/form/UnsavedGuard.tsx.
  './WarnWhenUnsavedChanges.js': 'export const WarnWhenUnsavedChanges = () => null',
  // auth-js's passkeys, which the sign-in pages do not offer.
  './lib/webauthn': `
    export class WebAuthnApi {}
    export { none as createCredential, none as getCredential, none as webAuthnAbortService }
    export { none as deserializeCredentialCreationOptions, none as deserializeCredentialRequestOptions }
    export { none as serializeCredentialCreationResponse, none as serializeCredentialRequestResponse }
    export const browserSupportsWebAuthn = () => false
    const none = undefined`,
}

const leftOut: Plugin = {
  name: 'left-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: id => (Object.hasOwn(replacements, id) ? `\0left-out:${id}` : undefined),
  load: id => replacements[id.replace('\0left-out:', '')],
}

export default defineConfig({
  plugins: [react(), colorsInPage, stylesInPage, leftOut],
  build: {
    outDir: 'dist/web',
    manifest: true,
    target: 'baseline-widely-available',
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // On a slow line sixty small files take longer than what is in them. Each group takes what its modules need as well, unless
        // one before it has that already: they form layers, so that no two pieces wait for each other.
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 4 },
            { name: 'signIn', test: /\/src\/pages\/entry\//, priority: 3 },
            { name: 'app', test: /\/src\/App\.tsx$/, priority: 2 },
            { name: 'list', test: /\/src\/crud\/list\/ListScreen\.tsx$/, priority: 1 },
            // What forms and other screens share, so that those do not wait for forms.
            {
              name: 'controls',
              test: /\/@mui\/material\/esm\/(?:TextField|FormControlLabel|Dialog\w*|MenuItem)\/\w+\.js$|\/use(?:GetOne|Update|Mutation)\.js$|\/crud\/(?:screen\/(?:takeFocus|BackLink|ConfirmDialog)|form\/RecordPage|history\/HistorySection)\.tsx?$/,
              priority: 1,
            },
            { name: 'search', test: /\/@mui\/material\/esm\/Autocomplete\/Autocomplete\.js$/, priority: 1 },
            { name: 'form', test: /\/src\/crud\/form\/Form(?:Dialog|Page)\.tsx$/, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
})
