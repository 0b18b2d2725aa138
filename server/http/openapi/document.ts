import { answerHeaders, type CallAccess, isBytesBody, type JsonSchema, ref, uuidSchema } from '../../../src/contract'
import { type ApiScopes, pathParamNames } from '../../../src/schema'
import { type OwnCode, type ProblemCode, problemKinds } from '../problem'
import type { Route } from '../route'
import { sharedSchemas } from './sharedSchemas'
import { shareSchemas } from './shareSchemas'

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
  if (headers) codes.push('stale')
  return Array.from(new Set(codes.map(code => problemKinds[code].status))).sort((a, b) => a - b)
}

const problemMeanings: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'nobody is signed in',
  403: 'the caller may not do this',
  404: 'no such record, or not one that the caller can see',
  408: 'the body took too long to arrive',
  409: 'in the way of something else, such as records that refer to this one',
  412: 'changed since it was read',
  413: 'the body is too large',
  415: 'the body is not JSON',
  422: 'values were refused',
  429: 'too many calls; `Retry-After` says for how many seconds to wait',
  500: 'our mistake',
  503: 'something that this needs does not answer; try again',
}

const headerText = (description: string) => ({ description, schema: { type: 'string' as const } })

const limitHeaders = {
  'RateLimit-Policy': headerText('The limits of the network and of the account, in calls (`q`) for each `w` seconds'),
  RateLimit: headerText('What is left of them: `r` calls for the next `t` seconds'),
}

const retryAfter = {
  'Retry-After': { description: 'With 429 and 503, in seconds', schema: { type: 'integer' as const } },
}

const problemTexts = Object.entries(problemMeanings)
  .map(([status, meaning]) => `- ${status}: ${meaning}`)
  .join('\n')

const notModified = { description: 'What `If-None-Match` names is still the answer' }

const replayed = 'Replayed'

const headerRef = (name: string) => ({
  $ref: `#/components/headers/${name === 'Idempotent-Replayed' ? replayed : name}`,
})

const problemOf = (route: Route) => ({
  description: `A problem: ${problemsOf(route).join(', ')}`,
  headers: Object.fromEntries(Object.keys({ ...retryAfter, ...limitHeaders }).map(name => [name, headerRef(name)])),
  content: { 'application/problem+json': { schema: ref('Problem') } },
})

const accessExtension = (access: CallAccess) => ({
  'x-access':
    access.who === 'member'
      ? { role: access.role, ...('param' in access.tenant && { tenant: access.tenant }) }
      : { who: access.who },
})

interface Parameter {
  in: string
  name: string
  required?: true
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
  ...(required && { required }),
  schema,
})

const sharedHeaders = {
  Tenant: {
    ...parameter('header', 'X-Tenant-ID', uuidSchema, true),
    description: 'The tenant that the call is about; with an API key it may be left out',
  },
  RetryKey: {
    ...parameter('header', 'Idempotency-Key', { type: 'string', maxLength: 255 }, false),
    description: 'The same key within 24 hours is answered as the first time, and does nothing more',
  },
  IfMatch: {
    ...parameter('header', 'If-Match', { type: 'string', examples: ['"3"'] }, false),
    description: 'The `ETag` of the record as it was read, or its version in quotes; 412 when it was changed since',
  },
  SeenTag: {
    ...parameter('header', 'If-None-Match', { type: 'string' }, false),
    description: 'The `ETag` of an earlier answer: 304 without a body as long as that is still the answer',
  },
}

const componentName = (value: Parameter): string =>
  Object.entries(sharedHeaders).find(([, shared]) => shared === value)?.[0] ?? value.name

const sharedAnswerHeaders = {
  ...limitHeaders,
  ...retryAfter,
  ...answerHeaders,
  [replayed]: {
    description: '`true` when an earlier call with the same `Idempotency-Key` did it',
    schema: { type: 'string' as const, enum: ['true'] },
  },
}

/** Only JSON answers have entity tags. */
const isTagged = ({ method, answer: { status, contentType } }: Route): boolean =>
  method === 'GET' && status === 200 && !contentType

const parametersOf = (route: Route): Parameter[] => {
  const { method, path, params, query = {}, headers, access } = route
  return [
    ...pathParamNames(path).map(name =>
      parameter('path', name, params?.[name] ? { type: 'string' } : uuidSchema, true),
    ),
    ...(access.who === 'member' && 'header' in access.tenant ? [sharedHeaders.Tenant] : []),
    ...Object.entries(query).map(([name, { schema, description, isRequired = false }]) => ({
      ...parameter('query', name, schema, isRequired),
      ...(description && { description }),
    })),
    ...(headers ? [sharedHeaders.IfMatch] : []),
    ...(method === 'POST' ? [sharedHeaders.RetryKey] : []),
    ...(isTagged(route) ? [sharedHeaders.SeenTag] : []),
  ]
}

const often = 2

const sharing = <T extends object>(kind: string, all: readonly { name: string; value: T }[], least = often) => {
  const counts = new Map<string, { name: string; value: T; count: number }>()
  for (const each of all) {
    const key = JSON.stringify(each.value)
    counts.set(key, { ...each, ...counts.get(key), count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const names = new Map<string, string>()
  const components: Record<string, T> = {}
  for (const [key, { name: base, value, count }] of [...counts].toSorted(([, a], [, b]) => b.count - a.count)) {
    if (count < least) continue
    let name = base
    for (let number = 2; Object.hasOwn(components, name); number++) name = `${base}${number}`
    components[name] = value
    names.set(key, name)
  }
  const share = (value: T): T | { $ref: string } => {
    const name = names.get(JSON.stringify(value))
    return name ? { $ref: `#/components/${kind}/${name}` } : value
  }
  return { share, components }
}

const headersOf = (route: Route): Record<string, object> => {
  const names = [
    ...(route.answer.headers ? [route.answer.headers] : []),
    ...(isTagged(route) ? ['ETag'] : []),
    ...(route.method === 'POST' ? ['Idempotent-Replayed'] : []),
  ]
  return Object.fromEntries(names.map(name => [name, headerRef(name)]))
}

const sufficient = ({ scopes = [] }: Route, apiScopes: ApiScopes): string[] =>
  Object.entries(apiScopes).flatMap(([name, { includes = [] }]) =>
    scopes.some(scope => scope === name || includes.includes(scope)) ? [name] : [],
  )

const isOptional = ({ $ref, allOf, required = [] }: JsonSchema): boolean =>
  $ref === undefined && allOf === undefined && required.length === 0

const successOf = (route: Route): object => {
  const { answer } = route
  const headers = headersOf(route)
  return {
    description: answer.description,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(answer.status !== 204 && {
      content: { [answer.contentType ?? 'application/json']: { schema: answer.schema ?? {} } },
    }),
  }
}

const successName = ({ operationId, answer: { status, schema } }: Route): string => {
  if (status === 204) return 'Done'
  const named = [schema, schema?.items].map(one => (one as JsonSchema | undefined)?.$ref).find(Boolean)
  return named?.split('/').at(-1) ?? operationId
}

interface Share {
  answer: (answer: object) => object
  problem: (problem: ReturnType<typeof problemOf>) => object
  parameter: (parameter: Parameter) => object
}

const operation = (route: Route, apiScopes: ApiScopes, share: Share): object => {
  const { operationId, summary, description, tag, access, body, answer, otherwise } = route
  const scopes = sufficient(route, apiScopes)
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags: [tag],
    ...accessExtension(access),
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    ...(access.who === 'anyone' && { security: [] }),
    ...(access.who !== 'anyone' && scopes.length === 0 && { security: [{ bearer: [] }] }),
    ...(body && {
      requestBody: {
        ...((isBytesBody(body) || !isOptional(body.schema)) && { required: true }),
        content: { [isBytesBody(body) ? 'application/octet-stream' : 'application/json']: { schema: body.schema } },
      },
    }),
    responses: {
      [answer.status]: share.answer(successOf(route)),
      ...(otherwise && {
        [otherwise.status]: {
          description: otherwise.description,
          content: { 'application/json': { schema: otherwise.schema ?? {} } },
        },
      }),
      ...(isTagged(route) && { 304: { $ref: '#/components/responses/NotModified' } }),
      default: share.problem(problemOf(route)),
    },
  }
}

const pathItem = (routes: readonly Route[], apiScopes: ApiScopes, share: Share): object => {
  const lists = routes.map(route => parametersOf(route).map(share.parameter))
  const texts = lists.map(list => list.map(one => JSON.stringify(one)))
  const isCommon = (one: object) => texts.every(list => list.includes(JSON.stringify(one)))
  const common = routes.length > 1 ? (lists[0] ?? []).filter(isCommon) : []
  const operations = routes.map((route, index) => {
    const parameters = (lists[index] ?? []).filter(one => routes.length === 1 || !isCommon(one))
    const told = { ...operation(route, apiScopes, share), ...(parameters.length > 0 && { parameters }) }
    return [route.method.toLowerCase(), told]
  })
  return { ...(common.length > 0 && { parameters: common }), ...Object.fromEntries(operations) }
}

const scopeTexts = (apiScopes: ApiScopes): string =>
  Object.entries(apiScopes)
    .map(([name, { label }]) => `- \`${name}\`: ${label}`)
    .join('\n')

interface DocumentOptions {
  title: string
  schemas: Readonly<Record<string, JsonSchema>>
  apiScopes: ApiScopes
  problemCodes: readonly OwnCode[]
  webhooks: Readonly<Record<string, object>>
  webhookParameters: Readonly<Record<string, object>>
}

export const openApiDocument = (
  routes: readonly Route[],
  { title, schemas, apiScopes, problemCodes, webhooks, webhookParameters }: DocumentOptions,
): object => {
  const parameters = sharing(
    'parameters',
    routes.flatMap(parametersOf).map(value => ({ name: componentName(value), value })),
  )
  const answers = sharing(
    'responses',
    routes.map(route => ({ name: successName(route), value: successOf(route) })),
  )
  const problems = sharing(
    'responses',
    routes.map(route => ({ name: 'Problem', value: problemOf(route) })),
    1,
  )
  const share = { answer: answers.share, problem: problems.share, parameter: parameters.share }
  const described = Object.fromEntries(
    [...new Set(routes.map(({ path }) => path))].map(path => {
      const here = routes.filter(route => route.path === path)
      return [path, pathItem(here, apiScopes, share)]
    }),
  )
  const told = new Set(routes.flatMap(route => Object.keys(headersOf(route))))
  const own = sharedSchemas([...Object.keys(problemKinds), ...problemCodes.map(({ code }) => code)])
  const { calls, schemas: shared } = shareSchemas(
    {
      paths: described,
      webhooks,
      responses: { ...answers.components, ...problems.components, NotModified: notModified },
      parameters: parameters.components,
    },
    { ...own, ...schemas },
  )
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1',
      description: `Problems are explained where the \`type\` of each leads; the answer \`default\` of an operation names their statuses.\n\n${problemTexts}\n\n\`x-access\` of an operation says who may call it: members need its role or a higher one in the tenant. Every answer tells in \`RateLimit\` what is left of the limits on calls.`,
    },
    // Relative to the document, wherever the API is mounted.
    servers: [{ url: '.' }],
    security: [{ bearer: [] }, ...(Object.keys(apiScopes).length > 0 ? [{ apiKey: [] }] : [])],
    paths: calls.paths,
    ...(Object.keys(webhooks).length > 0 && { webhooks: calls.webhooks }),
    components: {
      schemas: shared,
      responses: calls.responses,
      parameters: { ...calls.parameters, ...webhookParameters },
      headers: Object.fromEntries(
        Object.entries(sharedAnswerHeaders).filter(([name]) => told.has(name) || !Object.hasOwn(answerHeaders, name)),
      ),
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
