import { type CallAccess, type JsonSchema, ref, uuidSchema } from '../../../src/contract'
import { pathParamNames } from '../../../src/schema'
import { type OwnCode, type ProblemCode, problemStatuses } from '../problem'
import type { Route } from '../route'
import { sharedSchemas } from './sharedSchemas'

/** The problems that a route may answer. */
const problemsOf = ({ access, method, path, query, body, headers }: Route): number[] => {
  const codes: ProblemCode[] = ['internal', 'unavailable', 'rate_limited']
  if (access.who !== 'anyone') codes.push('unauthorized', 'forbidden')
  if (access.who === 'member' && 'header' in access.tenant) codes.push('tenant_required')
  if (access.who === 'member' || path.includes('{')) codes.push('not_found')
  if (body) codes.push('malformed', 'too_slow', 'too_large', 'unsupported_media_type')
  if (body || query || method === 'POST') codes.push('validation')
  if (body) codes.push('not_found')
  if (method !== 'GET') codes.push('conflict')
  if (headers?.['If-Match']) codes.push('stale')
  return Array.from(new Set(codes.map(code => problemStatuses[code]))).sort((a, b) => a - b)
}

const problemDescriptions: Readonly<Record<number, string>> = {
  400: 'Malformed',
  401: 'Nobody is signed in',
  403: 'The caller may not do this',
  404: 'No such record, or not one that the caller can see',
  408: 'The body took too long to arrive',
  409: 'In the way of something else, such as records that refer to this one',
  412: 'Changed since it was read',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'Values were refused',
  429: 'Too many calls; the header Retry-After says for how many seconds to wait',
  500: 'Our mistake',
  503: 'Something that this needs does not answer; try again',
}

const accessText = (access: CallAccess): string => {
  switch (access.who) {
    case 'anyone':
      return 'Open to anyone.'
    case 'signedIn':
      return 'For everybody who is signed in.'
    case 'superuser':
      return 'For superusers.'
    case 'member':
      return `For members of the tenant with the role ${access.role} or more.`
  }
}

/** Who may call, in machine-readable form. */
const accessExtension = (access: CallAccess) => ({
  'x-access':
    access.who === 'member' ? { who: 'member', role: access.role, tenant: access.tenant } : { who: access.who },
})

const parameter = (place: 'path' | 'query' | 'header', name: string, schema: JsonSchema, required: boolean) => ({
  in: place,
  name,
  required,
  schema,
})

/** The header that makes retries of a POST safe. */
const retryHeader = {
  'Idempotency-Key': {
    description: 'The same key within 24 hours is answered as the first time, and does nothing more',
    schema: { type: 'string' as const, maxLength: 255 },
  },
}

const replayedHeader = {
  'Idempotent-Replayed': {
    description: '`true` when an earlier call with the same `Idempotency-Key` did it',
    schema: { type: 'string' as const, enum: ['true'] },
  },
}

const parametersOf = ({ method, path, params, query = {}, headers = {}, access }: Route): object[] => [
  ...pathParamNames(path).map(name => parameter('path', name, params?.[name] ? { type: 'string' } : uuidSchema, true)),
  ...(access.who === 'member' && 'header' in access.tenant
    ? [
        {
          ...parameter('header', access.tenant.header, uuidSchema, true),
          description: 'The tenant that the call is about',
        },
      ]
    : []),
  ...Object.entries(query).map(([name, { schema, description, isRequired = false }]) => ({
    ...parameter('query', name, schema, isRequired),
    ...(description && { description }),
  })),
  ...Object.entries({ ...headers, ...(method === 'POST' && retryHeader) }).map(([name, { schema, description }]) => ({
    ...parameter('header', name, schema, false),
    description,
  })),
]

const operation = (route: Route): object => {
  const { method, operationId, summary, description, tag, access, body, answer } = route
  const answered = { ...answer.headers, ...(method === 'POST' && replayedHeader) }
  const problem = { 'application/problem+json': { schema: ref('Problem') } }
  return {
    operationId,
    summary,
    description: [description, accessText(access)].filter(Boolean).join(' '),
    tags: [tag],
    ...accessExtension(access),
    security: access.who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: parametersOf(route),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body.schema } } } }),
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(Object.keys(answered).length > 0 && { headers: answered }),
        ...(answer.status !== 204 && {
          content: { [answer.contentType ?? 'application/json']: { schema: answer.schema ?? {} } },
        }),
      },
      ...Object.fromEntries(
        problemsOf(route).map(status => [status, { description: problemDescriptions[status] ?? '', content: problem }]),
      ),
    },
  }
}

interface DocumentOptions {
  title: string
  /** The components that routes refer to, by name. */
  schemas: Readonly<Record<string, JsonSchema>>
  /** The product's own, beside those of `problemStatuses`. */
  problemCodes: readonly OwnCode[]
}

/** The OpenAPI 3.1 document: operations from the route table, schemas from the declarations. */
export const openApiDocument = (
  routes: readonly Route[],
  { title, schemas, problemCodes }: DocumentOptions,
): object => {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    // The API's own base, wherever it is mounted: relative to this document.
    servers: [{ url: '.' }],
    paths,
    components: {
      schemas: {
        ...sharedSchemas([...Object.keys(problemStatuses), ...problemCodes.map(({ code }) => code)]),
        ...schemas,
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the auth service',
        },
      },
    },
  }
}
