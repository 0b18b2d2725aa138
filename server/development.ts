import { readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import path from 'node:path'
import { createServer as createVite, type PluginOption } from 'vite'
import type { ServerConfig } from './config'
import { projectRoot } from './root'
import { renderPage } from './web/page'

export const developmentApplication = async (
  config: ServerConfig,
  { server, plugins }: { server: Server; plugins: PluginOption[] },
) => {
  const vite = await createVite({
    configFile: false,
    plugins,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server } as never },
  })
  return (request: IncomingMessage, response: ServerResponse) =>
    vite.middlewares(request, response, async () => {
      const template = await readFile(path.join(projectRoot, 'index.html'), 'utf8')
      const page = await vite.transformIndexHtml(request.url ?? '/', renderPage(template, config))
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
}
