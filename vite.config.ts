import { readFile } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'

/**
 * Puts the colors and the splash into the page itself: it is painted before any script is there. MUI's custom properties
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

/** Puts the entry's few styles into the page, which would wait for them otherwise, as would each piece that needs them. */
const stylesInPage = (): Plugin => {
  let styles = ''
  return {
    name: 'styles-in-page',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler: (_, bundle) => {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.isEntry || !chunk.viteMetadata) continue
          const { importedCss } = chunk.viteMetadata
          for (const file of importedCss) {
            const asset = bundle[file]
            if (asset?.type === 'asset') styles += asset.source
            delete bundle[file]
          }
          importedCss.clear()
        }
      },
    },
    transformIndexHtml: { order: 'post', handler: () => [{ tag: 'style', children: styles, injectTo: 'head' }] },
  }
}

/**
 * Polyfills of what browsers have themselves, by the name they are imported under, and passkeys, which nothing here calls
 * (docs/decisions/0010). A name that is imported no more fails the build, as does what is missing in a replacement.
 */
const replacements: Readonly<Record<string, string>> = {
  'object.entries': 'module.exports = Object.entries',
  hasown: 'module.exports = Object.hasOwn',
  // auth-js's passkeys, which the sign-in pages do not offer.
  './lib/webauthn': `
    export class WebAuthnApi {}
    export { none as createCredential, none as getCredential, none as webAuthnAbortService }
    export { none as deserializeCredentialCreationOptions, none as deserializeCredentialRequestOptions }
    export { none as serializeCredentialCreationResponse, none as serializeCredentialRequestResponse }
    export const browserSupportsWebAuthn = () => false
    const none = undefined`,
}

const replaced = new Set<string>()

const leftOut: Plugin = {
  name: 'left-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: id => (Object.hasOwn(replacements, id) ? `\0left-out:${id}` : undefined),
  load: id => {
    const name = id.replace('\0left-out:', '')
    if (Object.hasOwn(replacements, name)) replaced.add(name)
    return replacements[name]
  },
  generateBundle: () => {
    const missed = Object.keys(replacements).filter(name => !replaced.has(name))
    if (missed.length > 0) throw new Error(`Nothing imports ${missed.join(', ')} any more: mend vite.config.ts.`)
  },
}

interface Node {
  start: number
  end: number
}
interface Call {
  callee?: { name?: string }
  arguments: { properties?: (Node & { key?: { name?: string } })[] }[]
}
interface Declared {
  declaration?: { declarations?: { id: { name?: string }; init?: Call }[] } | null
}

/** Of declared calls the browser gets what it needs to make them; query, body and answer are for the server, the reference and the types. */
const headsOfCalls: Plugin = {
  name: 'heads-of-calls',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/(?:contract\/)?calls\/\w+\.ts$/, code: 'defineCall(' },
    handler(code) {
      const { body } = this.parse(code) as { body: Declared[] }
      const declarations = body.flatMap(({ declaration }) => declaration?.declarations ?? [])
      const heads = declarations.flatMap(({ id, init }) => {
        if (init?.callee?.name !== 'defineCall') return []
        const properties = init.arguments[0]?.properties ?? []
        const [method, path, file] = ['method', 'path', 'file'].map(name =>
          properties.find(({ key }) => key?.name === name),
        )
        if (!method || !path) throw new Error(`${id.name}: a call says its method and path itself.`)
        const head = [method, path, file].map(one => one && code.slice(one.start, one.end)).filter(Boolean)
        return [`export const ${id.name} = { ${head.join(', ')} }`]
      })
      return { code: heads.join('\n'), map: null }
    },
  },
}

/** What declarations say that no screen reads, by the function that they give it to. A field may have the same name. */
const serverOnly: Readonly<Record<string, readonly string[]>> = {
  defineResource: ['apiScopes', 'beyondTenant', 'uniqueTogether'],
  definePart: ['apiScopes', 'beyondTenant', 'uniqueTogether'],
  action: ['docs'],
  transition: ['docs'],
  eventsOf: ['judge', 'impersonal', 'personalScope'],
}

/** The places of such properties, anywhere below a node. */
const serverOnlyBelow = (node: unknown): Node[] => {
  if (typeof node !== 'object' || node === null) return []
  const { callee, arguments: given = [] } = node as Partial<Call>
  const names = serverOnly[callee?.name ?? ''] ?? []
  return [
    ...given.flatMap(({ properties = [] }) => properties.filter(({ key }) => names.includes(key?.name ?? ''))),
    ...Object.values(node).flatMap(serverOnlyBelow),
  ]
}

/** It stays on the server. */
const withoutServerOnly: Plugin = {
  name: 'without-server-only',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/resources\/\w+\.ts$/ },
    handler(code) {
      const places = serverOnlyBelow(this.parse(code)).toSorted((a, b) => b.start - a.start)
      return {
        code: places.reduce(
          (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
          code,
        ),
        map: null,
      }
    },
  },
}

export default defineConfig({
  plugins: [react(), colorsInPage, stylesInPage(), leftOut, headsOfCalls, withoutServerOnly],
  build: {
    outDir: 'dist/web',
    manifest: true,
    target: 'baseline-widely-available',
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Pieces list the files of those that they may load: with names, the lists would be 3 kB of the first screen.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        // On a slow line sixty small files take longer than what is in them. Each group takes what its modules need as well, unless
        // one before it has that already: they form layers, so that no two pieces wait for each other.
        codeSplitting: {
          groups: [
            // The entry in halves: it is there, and is read, before the larger piece of the application that arrives beside it.
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 6 },
            { name: 'entry', tags: ['$initial'], priority: 5 },
            // What both sides of the sign-in need.
            {
              name: 'session',
              test: /\/src\/pages\/entry\/(?:UnreachablePage|passwordProblem)\.tsx?$|\/useAuthProvider\.js$|\/authProvider\/(?:useSession|useSessionAuth|ownAuth|secondStep)\.ts$/,
              priority: 4,
            },
            // The second step and a new password come for the few who need them.
            { name: 'signIn', test: /\/src\/pages\/entry\/(?!SecondStep|NewPasswordPage)/, priority: 3 },
            { name: 'app', test: /\/src\/App\.tsx$/, priority: 2 },
            { name: 'list', test: /\/src\/crud\/list\/ListScreen\.tsx$/, priority: 1 },
            // What screens without fields need of it.
            { name: 'reading', test: /\/useGetOne\.js$|\/ui\/screen\/LoadError\.tsx$/, priority: 1 },
            // What forms and other screens share, so that those do not wait for forms.
            {
              name: 'controls',
              test: /\/@mui\/material\/esm\/(?:TextField|FormControlLabel|Dialog\w*|MenuItem)\/\w+\.js$|\/use(?:Update|Mutation)\.js$|\/(?:ui\/screen\/(?:takeFocus|ConfirmDialog)|crud\/screen\/BackLink|crud\/kinds\/RecordBadges|crud\/form\/(?:RecordPage|formErrors)|crud\/history\/HistorySection)\.tsx?$/,
              priority: 1,
            },
            { name: 'search', test: /\/@mui\/material\/esm\/Autocomplete\/Autocomplete\.js$/, priority: 1 },
            // What forms within other screens need.
            {
              name: 'fields',
              test: /\/src\/crud\/form\/(?:RecordForm|FormField|ErrorSummary|SaveButton)\.tsx$/,
              priority: 1,
            },
            // What dialogs and pages with forms share.
            {
              name: 'sections',
              test: /\/src\/crud\/form\/(?:FormSections|FormEffect|DraftOffer|FormToolbar|FocusFirstField|DeleteButton)\.tsx$/,
              priority: 1,
            },
            { name: 'form', test: /\/src\/crud\/form\/FormDialog\.tsx$/, priority: 1 },
            { name: 'formPage', test: /\/src\/crud\/form\/FormPage\.tsx$/, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
})
