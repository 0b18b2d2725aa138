import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { notFound, type OwnCode, problemKinds } from '../problem'
import { defineRoute, type Route } from '../route'

const title = 'API reference'

/** External, since the content security policy forbids inline scripts. */
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
  showExtensions: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
})
`

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

const problemsPage = (ownCodes: readonly OwnCode[]): string => {
  const kinds = [...Object.entries(problemKinds).map(([code, kind]) => ({ code, ...kind })), ...ownCodes]
  const entries = kinds
    .toSorted((a, b) => a.status - b.status)
    .map(
      ({ code, status, meaning }) =>
        `<dt id="${code}"><code>${code}</code> (${status} ${STATUS_CODES[status]})</dt>\n<dd>${escapeHtml(meaning)}</dd>`,
    )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Problems</title>
</head>
<body>
<main>
<h1>Problems</h1>
<p>What the API refuses, it answers as a problem document (RFC 9457). Its <code>code</code> says which kind of problem it is, and its
<code>type</code> leads here. Codes and types stay; the sentences may change.</p>
<dl>
${entries.join('\n')}
</dl>
<p><a href="../docs">API reference</a></p>
</main>
</body>
</html>
`
}

const assets: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const findAsset = (name: string): string => {
  const built = path.join(import.meta.dirname, 'swagger-ui', name)
  if (existsSync(built)) return built
  return path.join(path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), name)
}

const readAsset = async (name: string): Promise<string> => readFile(findAsset(name), 'utf8')

const text = (body: string, contentType: string): Response =>
  new Response(body, { headers: { 'Content-Type': contentType } })

export const docsRoutes = (ownCodes: readonly OwnCode[]): Route[] => [
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
    path: '/docs/problems',
    access: { who: 'anyone' },
    tag: 'Reference',
    operationId: 'getProblems',
    summary: 'What the codes of problems mean',
    answer: { status: 200, description: 'The page', contentType: 'text/html' },
    handler: async () => text(problemsPage(ownCodes), 'text/html; charset=utf-8'),
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
      const asset = await readAsset(params.file).catch(() => {
        // An upgrade replaces the files of a process that still runs.
        throw notFound('file')
      })
      return new Response(asset, {
        headers: { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=86400' },
      })
    },
  }),
]
