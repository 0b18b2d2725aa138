import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { ServerConfig } from '../config'
import { projectRoot } from '../root'
import { readBuiltPage } from './page'
import { readPreloads } from './preloads'

/** The built web application: hashed assets for a year, and the page for every other address. */
export const builtApplication = async (config: ServerConfig): Promise<Hono> => {
  const webRoot = path.join(projectRoot, 'dist/web')
  const page = await readBuiltPage(webRoot, config)
  const preloads = await readPreloads(webRoot)
  const app = new Hono()
  app.use(
    '/assets/*',
    serveStatic({
      root: webRoot,
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  app.get('/assets/*', c => c.text('Not Found', 404))
  app.use('/favicon.svg', serveStatic({ root: webRoot }))
  app.get('*', compress(), c => {
    c.header('Cache-Control', 'no-cache')
    return c.html(page.replace('</head>', `${preloads(c.req.path)}</head>`))
  })
  return app
}
