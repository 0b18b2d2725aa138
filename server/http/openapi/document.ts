import {
  type CallAccess,
  etagHeader,
  ifMatchHeader,
  isBytesBody,
  type JsonSchema,
  ref,
  totalHeader,
  uuidSchema,
} from '../../../src/contract'
import { type ApiScopes, pathParamNames } from '../../../src/schema'
import { type OwnCode, type ProblemCode, problemKinds } from '../problem'
import type { Route } from '../route'
import { sharedSchemas } from './sharedSchemas'
import { shareSchemas } from './shareSchemas'

/** The problems that a route may answer. */
const problemsOf = ({ access, method, path, query, body, headers }: Route): number[] => {
  const codes: ProblemCode[] = ['internal', 'unavailable', 'rate_limited']
  if (access.who !== 'anyone') codes.push('unauthorized', 'forbidden')
  if (access.who === 'member' && 'header' in access.tenant) codes.push('tenant_required')
  if (access.who === 'member' || path.includes('{')) codes.push('not_found')
  if (body) codes.push('malformed', 'too_slow', 'too_large')
  if (body && !isBytesBody(body)) codes.push('unsupported_media_type')
  if (body || query || method === 'POST') codes.push('validation')
  if (body) codes.push('not_found')
  if (method !== 'GET') codes.push('conflict')
  if (headers?.['If-Match']) codes.push('stale')
  return Array.from(new Set(codes.map(code => problemKinds[code].status))).sort((a, b) => a - b)
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

const headerText = (description: string) => ({ description, schema: { type: 'string' as const } })

/** Headers that every answer may have. */
const limitHeaders = {
  'RateLimit-Policy': headerText('The limits of the network and of the account, in calls (`q`) for each `w` seconds'),
  RateLimit: headerText('What is left of them: `r` calls for the next `t` seconds'),
}

const retryAfter = { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' as const } } }

/** The answers that operations share: problems by their status, and what has not changed. */
const sharedResponses = {
  NotModified: { description: 'What `If-None-Match` names is still the answer' },
  ...Object.fromEntries(
    Object.entries(problemDescriptions).map(([status, description]) => [
      `Problem${status}`,
      {
        description,
        ...(['429', '503'].includes(status) && {
          headers: { ...retryAfter, ...(status === '429' && limitHeaders) },
        }),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  ),
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

interface Parameter {
  in: string
  name: string
  required: boolean
  schema: JsonSchema
  description?: string
}

const parameter = (
  place: 'path' | 'query' | 'header',
  name: string,
  schema: JsonSchema,
  required: boolean,
): Parameter => ({
  in: place,
  name,
  required,
  schema,
})

/** Headers of requests that many operations take. */
const sharedHeaders = {
  Tenant: {
    ...parameter('header', 'X-Tenant-ID', uuidSchema, true),
    description: 'The tenant that the call is about; with an API key it may be left out',
  },
  IdempotencyKey: {
    ...parameter('header', 'Idempotency-Key', { type: 'string', maxLength: 255 }, false),
    description: 'The same key within 24 hours is answered as the first time, and does nothing more',
  },
  IfMatch: {
    ...parameter('header', 'If-Match', ifMatchHeader['If-Match'].schema, false),
    description: ifMatchHeader['If-Match'].description,
  },
  IfNoneMatch: {
    ...parameter('header', 'If-None-Match', { type: 'string' }, false),
    description: 'The `ETag` of an earlier answer: 304 without a body as long as that is still the answer',
  },
}

/** Headers of answers that operations share. */
const sharedAnswerHeaders = {
  ...etagHeader,
  ...totalHeader,
  'Idempotent-Replayed': {
    description: '`true` when an earlier call with the same `Idempotency-Key` did it',
    schema: { type: 'string' as const, enum: ['true'] },
  },
}

/** Only JSON has entity tags. */
const isTagged = ({ method, answer: { status, contentType } }: Route): boolean =>
  method === 'GET' && status === 200 && !contentType

const parametersOf = (route: Route): Parameter[] => {
  const { method, path, params, query = {}, headers = {}, access } = route
  return [
    ...pathParamNames(path).map(name =>
      parameter('path', name, params?.[name] ? { type: 'string' } : uuidSchema, true),
    ),
    ...(access.who === 'member' && 'header' in access.tenant ? [sharedHeaders.Tenant] : []),
    ...Object.entries(query).map(([name, { schema, description, isRequired = false }]) => ({
      ...parameter('query', name, schema, isRequired),
      ...(description && { description }),
    })),
    ...Object.entries(headers).map(([name, { schema, description }]) =>
      name === 'If-Match' ? sharedHeaders.IfMatch : { ...parameter('header', name, schema, false), description },
    ),
    ...(method === 'POST' && !headers['Idempotency-Key'] ? [sharedHeaders.IdempotencyKey] : []),
    ...(isTagged(route) ? [sharedHeaders.IfNoneMatch] : []),
  ]
}

/** Shared from this many on. */
const often = 2

/** The parameters that several operations have, as components. */
const sharedParameters = (routes: readonly Route[]) => {
  const counts = new Map<string, { parameter: Parameter; count: number }>()
  for (const each of routes.flatMap(parametersOf)) {
    const key = JSON.stringify(each)
    counts.set(key, { parameter: each, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const names = new Map<string, string>()
  const parameters: Record<string, Parameter> = {}
  for (const [key, { parameter: each, count }] of [...counts].toSorted(([, a], [, b]) => b.count - a.count)) {
    if (count < often) continue
    let name = each.name
    for (let number = 2; Object.hasOwn(parameters, name); number++) name = `${each.name}${number}`
    parameters[name] = each
    names.set(key, name)
  }
  const share = (each: Parameter): object => {
    const name = names.get(JSON.stringify(each))
    return name ? { $ref: `#/components/parameters/${name}` } : each
  }
  return { share, parameters }
}

/** The headers of an answer, by reference where they are shared. */
const answerHeaders = (route: Route): Record<string, object> => {
  const names = [
    ...Object.keys(route.answer.headers ?? {}),
    ...(isTagged(route) ? ['ETag'] : []),
    ...(route.method === 'POST' ? ['Idempotent-Replayed'] : []),
  ]
  return Object.fromEntries(
    names.map(name => [
      name,
      Object.hasOwn(sharedAnswerHeaders, name)
        ? { $ref: `#/components/headers/${name}` }
        : (route.answer.headers?.[name] ?? {}),
    ]),
  )
}

/** The scopes of which an API key needs one: those that the route names, and those that include one of them. */
const sufficient = ({ scopes = [] }: Route, apiScopes: ApiScopes): string[] =>
  Object.entries(apiScopes).flatMap(([name, { includes = [] }]) =>
    scopes.some(scope => scope === name || includes.includes(scope)) ? [name] : [],
  )

/** Whether nothing in a body is required, so that it may be left out. */
const isOptional = ({ $ref, allOf, required = [] }: JsonSchema): boolean =>
  $ref === undefined && allOf === undefined && required.length === 0

const operation = (route: Route, apiScopes: ApiScopes): object => {
  const { operationId, summary, description, tag, access, body, answer, otherwise } = route
  const scopes = sufficient(route, apiScopes)
  const headers = answerHeaders(route)
  return {
    operationId,
    summary,
    description: [description, accessText(access)].filter(Boolean).join(' '),
    tags: [tag],
    ...accessExtension(access),
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    security: access.who === 'anyone' ? [] : [{ bearer: [] }, ...(scopes.length > 0 ? [{ apiKey: [] }] : [])],
    ...(body && {
      requestBody: {
        required: isBytesBody(body) || !isOptional(body.schema),
        content: { [isBytesBody(body) ? 'application/octet-stream' : 'application/json']: { schema: body.schema } },
      },
    }),
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(answer.status !== 204 && {
          content: { [answer.contentType ?? 'application/json']: { schema: answer.schema ?? {} } },
        }),
      },
      ...(otherwise && {
        [otherwise.status]: {
          description: otherwise.description,
          content: { 'application/json': { schema: otherwise.schema ?? {} } },
        },
      }),
      ...(isTagged(route) && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...Object.fromEntries(
        problemsOf(route).map(status => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  }
}

/** The scopes in words, as a list. */
const scopeTexts = (apiScopes: ApiScopes): string =>
  Object.entries(apiScopes)
    .map(([name, { label }]) => `- \`${name}\`: ${label}`)
    .join('\n')

interface DocumentOptions {
  title: string
  /** The components that routes refer to, by name. */
  schemas: Readonly<Record<string, JsonSchema>>
  /** Those of API keys, by name. */
  apiScopes: ApiScopes
  /** The product's own, beside those of `problemKinds`. */
  problemCodes: readonly OwnCode[]
  /** The calls that the API makes, by what they tell of. */
  webhooks: Readonly<Record<string, object>>
  /** The parameters of those, beside the ones that routes share. */
  webhookParameters: Readonly<Record<string, object>>
}

/** The OpenAPI 3.1 document: operations from the route table, schemas from the declarations. */
export const openApiDocument = (
  routes: readonly Route[],
  { title, schemas, apiScopes, problemCodes, webhooks, webhookParameters }: DocumentOptions,
): object => {
  const { share, parameters } = sharedParameters(routes)
  const described: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const told = { ...operation(route, apiScopes), parameters: parametersOf(route).map(share) }
    described[route.path] = { ...described[route.path], [route.method.toLowerCase()]: told }
  }
  const own = sharedSchemas([...Object.keys(problemKinds), ...problemCodes.map(({ code }) => code)])
  const { calls, schemas: shared } = shareSchemas(
    { paths: described, webhooks, responses: sharedResponses },
    { ...own, ...schemas },
  )
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1',
      description:
        'Problems are explained where the `type` of each leads. Every answer tells in `RateLimit` what is left of the limits on calls.',
    },
    // The API's own base, wherever it is mounted: relative to this document.
    servers: [{ url: '.' }],
    paths: calls.paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks: calls.webhooks }),
    components: {
      schemas: shared,
      responses: calls.responses,
      parameters: { ...parameters, ...webhookParameters },
      headers: sharedAnswerHeaders,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the auth service',
        },
        ...(Object.keys(apiScopes).length > 0 && {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'sw_…',
            description: `An API key of a tenant, for programs. \`X-Tenant-ID\` may be left out. \`x-scopes\` of an operation names the scopes of which the key needs one; operations without it are closed to keys.\n\n${scopeTexts(apiScopes)}`,
          },
        }),
      },
    },
  }
}
