import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { colorStyles } from '../../src/theme/colors'
import { themeStyles } from '../../src/theme/theme'
import type { SlotwiseConfig } from '../config'

const defaultLogo = path.resolve(import.meta.dirname, '../../src/theme/logo.svg')

/**
 * Paints name, logo and colors before any script loads. Compiling MUI's custom properties in the browser takes half a
 * second on a slow phone.
 */
export const pageParts = ({ root, name, description, logo, colors = {} }: SlotwiseConfig): Plugin => {
  const file = logo ? path.resolve(root, logo) : defaultLogo
  return {
    name: 'page-parts',
    configureServer: server => {
      server.middlewares.use('/favicon.svg', (_, response, next) => {
        readFile(file).then(svg => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg), next)
      })
    },
    async generateBundle() {
      if (this.environment.config.consumer === 'client')
        this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: await readFile(file) })
    },
    transformIndexHtml: async html => {
      const svg = (await readFile(file, 'utf8')).trim().replace(/<title>.*?<\/title>/, '')
      const symbol = svg.replace('<svg', '<symbol id="logo"').replace('</svg>', '</symbol>')
      const splash = '.splash{position:fixed;inset:0;margin:auto;width:40px;height:40px}'
      return {
        html: html.replace('<!--logo-->', symbol).replaceAll('%name%', name).replace('%description%', description),
        tags: [{ tag: 'style', children: colorStyles(colors) + themeStyles(colors) + splash, injectTo: 'head' }],
      }
    },
  }
}

/** Inlines the entry's few styles, so nothing waits for them. */
export const stylesInPage = (): Plugin => {
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
