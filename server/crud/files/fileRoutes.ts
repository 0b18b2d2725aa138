import { isImageType } from '../../files/fileType'
import { openFile } from '../../files/storedFiles'
import { isKnown } from '../../http/answer'
import { notFound } from '../../http/problem'
import { defineRoute } from '../../http/route'
import type { Services } from '../../http/services'
import { orUnavailable } from './orUnavailable'

/** RFC 6266: ASCII for old clients, then UTF-8. */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\w. ()-]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Never served as a page. A shared cache would serve deleted files to anyone. */
const served = async (
  { database, files, servesOtherSites }: Services,
  tenantId: string | null,
  id: string,
  headers: Headers,
): Promise<Response> => {
  const file = await orUnavailable(openFile(database, files.bucket, tenantId, id))
  if (!file) throw notFound('file')
  const tag = `"${file.hash.toString('base64url')}"`
  const common = {
    ETag: tag,
    'Cache-Control': 'private, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': servesOtherSites ? 'cross-origin' : 'same-site',
    'Referrer-Policy': 'no-referrer',
  }
  if (isKnown(tag, headers.get('if-none-match') ?? undefined))
    return new Response(null, { status: 304, headers: common })
  const isShown = isImageType(file.type) && file.name === null
  return new Response(Buffer.from(file.bytes), {
    headers: {
      ...common,
      'Content-Type': file.type,
      'Content-Length': String(file.bytes.byteLength),
      'Content-Disposition': isShown ? 'inline' : disposition(file.name ?? 'file'),
    },
  })
}

const shared = {
  method: 'GET',
  access: { who: 'anyone' },
  tag: 'Files',
  description:
    'Whoever has the address may read it: an element of a page sends no token. Addresses cannot be guessed, and are told only with ' +
    'the records that they belong to.',
  answer: {
    status: 200,
    description: 'The bytes',
    contentType: 'application/octet-stream',
    schema: { type: 'string' },
  },
} as const

export const fileRoutes = [
  defineRoute({
    ...shared,
    path: '/files/platform/{id}',
    operationId: 'getPlatformFile',
    summary: 'A picture above tenants, such as a person’s',
    handler: ({ services, params, headers }) => served(services, null, params.id, headers),
  }),
  defineRoute({
    ...shared,
    path: '/files/{tenantId}/{id}',
    operationId: 'getFile',
    summary: 'A picture or file of a tenant',
    handler: ({ services, params, headers }) => served(services, params.tenantId, params.id, headers),
  }),
]
