import type { Plugin } from 'vite'

/**
 * By import name: polyfills, passkeys and wallets, which nothing here calls (docs/decisions/0010), ripples, and parts
 * that load later. A name that is no longer imported fails the build, as does what a replacement lacks.
 */
const replacements: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries',
  hasown: 'module.exports = Object.hasOwn',
  // Only react-admin's own lists export with it, so it loads on demand.
  'jsonexport/dist/index.js': `
    export default async (...given) => (await import('jsonexport/dist/index')).default(...given)`,
  // Buttons draw it only while loading.
  '../CircularProgress/index.js': `
    import { createElement, lazy, Suspense } from 'react'
    const Later = lazy(() => import('@mui/material/CircularProgress'))
    export default props => createElement(Suspense, null, createElement(Later, props))`,
  // The theme turns it off.
  './TouchRipple.js': 'export default () => null',
  './lib/web3/ethereum': `
    export { none as createSiweMessage, none as fromHex, none as getAddress, none as toHex }
    const none = undefined`,
  // The sign-in pages offer no passkeys.
  './lib/webauthn': `
    export class WebAuthnApi {}
    export { none as createCredential, none as getCredential, none as webAuthnAbortService }
    export { none as deserializeCredentialCreationOptions, none as deserializeCredentialRequestOptions }
    export { none as serializeCredentialCreationResponse, none as serializeCredentialRequestResponse }
    export const browserSupportsWebAuthn = () => false
    const none = undefined`,
}

export const leftOut = (): Plugin => {
  const replaced = new Set<string>()
  return {
    name: 'left-out',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    resolveId: id => (Object.hasOwn(replacements, id) ? `\0left-out:${id}` : undefined),
    load: id => {
      const name = id.replace('\0left-out:', '')
      if (Object.hasOwn(replacements, name)) replaced.add(name)
      return replacements[name]
    },
    generateBundle: () => {
      const missed = Object.keys(replacements).filter(name => !replaced.has(name))
      if (missed.length > 0)
        throw new Error(`Nothing imports ${missed.join(', ')} any more: mend scripts/vite/leftOut.ts.`)
    },
  }
}
