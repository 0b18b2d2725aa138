import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'

/** Puts the colours and the first picture into the page itself: it is painted before any script or style sheet is there. */
const colorsInPage: Plugin = {
  name: 'colors-in-page',
  transformIndexHtml: async () => {
    const { module } = await runnerImport<typeof import('./src/theme/colors')>('./src/theme/colors.ts')
    const splash = '.splash{position:fixed;inset:0;margin:auto}'
    return [{ tag: 'style', children: module.colorStyles() + splash, injectTo: 'head' }]
  },
}

/**
 * Parts of libraries that browsers have themselves, or that nothing here calls, by the name they are imported under
 * (15 kB compressed in all). What is missing in a replacement fails the build.
 */
const replacements: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries',
  'string.prototype.trim': 'module.exports = text => text.trim()',
  hasown: 'module.exports = Object.hasOwn',
  // react-admin's own CSV export; the product's is src/crud/csv.
  'jsonexport/dist/index.js': 'export default undefined',
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
  plugins: [react(), colorsInPage, leftOut],
  build: {
    outDir: 'dist/web',
    manifest: true,
    target: 'baseline-widely-available',
    chunkSizeWarningLimit: 600,
  },
})
