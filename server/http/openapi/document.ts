import { type AnyResource, pathParamNames } from '../../../src/schema'
import type { Behaviour } from '../crud/behaviour'
import { type ProblemCode, problemStatuses } from '../problem'
import type { JsonSchema } from '../queryParams'
import type { Route, RouteAccess } from '../route'
import { uuidSchema } from './fieldSchema'
import { ref, resourceSchemas, sharedSchemas } from './schemas'

/** What a route may answer besides its own answer. */
const problemsOf = ({ access, method, path, query, body, headers }: Route): number[] => {
  const codes: ProblemCode[] = ['internal', 'unavailable', 'rate_limited']
  if (access.who !== 'anyone') codes.push('unauthorized', 'forbidden')
  if (access.who === 'member' && 'header' in access.tenant) codes.push('tenant_required')
  if (access.who === 'member' || path.includes('{')) codes.push('not_found')
  if (body) codes.push('malformed', 'too_large', 'unsupported_media_type')
  if (body || query) codes.push('validation')
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
  409: 'In the way of something else, such as records that refer to this one',
  412: 'Changed since it was read',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'Values were refused',
  429: 'Too many calls; the header Retry-After says for how many seconds to wait',
  500: 'Our mistake',
  503: 'Something that this needs does not answer; try again',
}

const accessText = (access: RouteAccess): string => {
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

/** Who may call, for programs that read the document. */
const accessExtension = (access: RouteAccess) => ({
  'x-access':
    access.who === 'member' ? { who: 'member', role: access.role, tenant: access.tenant } : { who: access.who },
})

const parameter = (place: 'path' | 'query' | 'header', name: string, schema: JsonSchema, required: boolean) => ({
  in: place,
  name,
  required,
  schema,
})

const parametersOf = ({ path, params, query = {}, headers = {}, access }: Route): object[] => [
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
  ...Object.entries(headers).map(([name, { schema, description }]) => ({
    ...parameter('header', name, schema, false),
    description,
  })),
]

const operation = (route: Route): object => {
  const { operationId, summary, description, tag, access, body, answer } = route
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
        ...(answer.headers && { headers: answer.headers }),
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
  resources: readonly AnyResource[]
  behaviours: Readonly<Record<string, Behaviour>>
}

/** The OpenAPI 3.1 document: operations from the route table, schemas from the declarations. */
export const openApiDocument = (
  routes: readonly Route[],
  { title, resources, behaviours }: DocumentOptions,
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
      schemas: Object.assign(
        {},
        sharedSchemas,
        ...resources.map(resource => resourceSchemas(resource, behaviours[resource.name] ?? {})),
      ) as Record<string, JsonSchema>,
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
