import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { ServerConfig } from '../config'
import { readBuiltPage } from './page'
import { readPreloads } from './preloads'
import { readPrerenderedShell } from './prerenderedShell'

/** Answers every path except assets with the page. */
export const builtApplication = async (
  webRoot: string,
  config: ServerConfig,
  serveAssets: MiddlewareHandler,
): Promise<Hono> => {
  const page = await readBuiltPage(webRoot, config)
  const shellFor = await readPrerenderedShell(webRoot, config.PRODUCT_NAME)
  const preloads = await readPreloads(webRoot)
  const app = new Hono()
  app.use('/assets/*', serveAssets)
  app.get('/assets/*', c => c.text('Not Found', 404))
  for (const file of ['/favicon.svg', '/robots.txt']) app.use(file, serveStatic({ root: webRoot }))
  app.get('*', compress(), c => {
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Language, Cookie', { append: true })
    const withPreloads = page.replace('</head>', () => `${preloads(c.req.path)}</head>`)
    const shell = shellFor(c)
    if (!shell) return c.html(withPreloads)
    const { html, language } = shell
    return c.html(
      withPreloads
        .replace(/<html lang="[^"]*">/, `<html lang="${language}">`)
        .replace(/(<div id="root">)[\s\S]*?<\/svg>/, (_, root: string) => root + html),
    )
  })
  return app
}
