import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import { defineRoute } from '../route'

const title = 'API reference'

/** No inline script: the page holds under a policy that allows scripts of this origin only. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<script src="docs/swagger-ui-bundle.js" defer></script>
<script src="docs/start.js" defer></script>
</head>
<body><div id="reference"></div></body>
</html>
`

const script = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
})
`

const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const findAsset = (name: string): string =>
  path.join(path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), name)

const text = (body: string, contentType: string): Response =>
  new Response(body, { headers: { 'Content-Type': contentType } })

/** The reference page; it loads everything from this origin, so that it works offline. */
export const docsRoutes = [
  defineRoute({
    method: 'GET',
    path: '/docs',
    access: { who: 'anyone' },
    tag: 'Reference',
    operationId: 'getReference',
    summary: 'This page',
    answer: { status: 200, description: 'The page', contentType: 'text/html' },
    handler: async () => text(page, 'text/html; charset=utf-8'),
  }),
  defineRoute({
    method: 'GET',
    path: '/docs/{file}',
    params: { file: value => value === 'start.js' || Object.hasOwn(assets, value) },
    access: { who: 'anyone' },
    tag: 'Reference',
    operationId: 'getReferenceFile',
    summary: 'A script or style of this page',
    answer: { status: 200, description: 'The file', contentType: 'text/javascript' },
    handler: async ({ params }) => {
      const contentType = assets[params.file]
      if (!contentType) return text(script, 'text/javascript; charset=utf-8')
      const stream = Readable.toWeb(createReadStream(findAsset(params.file))) as ReadableStream
      return new Response(stream, {
        headers: { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=86400' },
      })
    },
  }),
]
