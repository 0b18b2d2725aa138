import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import type { Route } from '../server/http/route'
import {
  type AnyNoOverlap,
  type AnyResource,
  actionSegment,
  actionsOf,
  type DeclaredAction,
  type Fields,
  isSaid,
} from '../src/schema'
import { openApi, type Person, routesOf, type TestApi } from './api'
import { paramsOf as paramsOfCall, resourceNamed } from './callParts'
import { expandShared } from './expandShared'
import { type Call, callsOf, idPlaces, readDocument, type Schema, sampleOf } from './openApiCalls'
import { draftOf, ownerOf, paramsOf, recordIn, resourceOf, spanSample } from './samples'
import { expectSameTag } from './tags'

export interface RetryOptions {
  bodies?: Readonly<Record<string, (api: TestApi, tenantId: string) => Promise<object> | object>>
  answering?: readonly string[]
  /** Operations that refuse a new record, besides actions that it does not offer. */
  refused?: readonly string[]
  shownOnce?: readonly string[]
  watch?: { open: (api: TestApi) => Promise<unknown>; close: (api: TestApi) => Promise<unknown> }
}

/** Nobody was invited, and there is no change to take back. */
const alwaysRefused = [
  ...['acceptInvitation', 'declineInvitation', 'takeBackAuditEntry', 'takeBackRequests'],
  // These need a file, and wait for each other.
  ...['createImport', 'checkImport', 'startImport', 'cancelImport', 'resumeImport', 'undoImport'],
  // Needs another tenant of the same owner.
  'copySetup',
  // Needs an empty tenant.
  'applySetupTemplate',
]

const onlyRequired = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name)),
  ),
})

const actionOf = (
  route: Route,
  { resources }: Product,
): { resource: AnyResource; action: DeclaredAction } | undefined =>
  resources
    .flatMap(resource =>
      actionsOf(resource).map(([name, action]) => ({
        ...{ resource, action },
        path: `${resource.api}/{id}/${actionSegment(name)}`,
      })),
    )
    .find(({ path }) => path === route.path)

const saysInput = (value: unknown, name: string): boolean =>
  isSaid(value) && value.says === 'input' && value.name === name

const spanOf = (resource: AnyResource, { sets, creates }: DeclaredAction, inputs: Fields): Record<string, unknown> => {
  const written: [AnyResource, Readonly<Record<string, unknown>>][] = [
    [resource, sets],
    ...(creates ? [[creates.of() as AnyResource, creates.with] as [AnyResource, typeof creates.with]] : []),
  ]
  return Object.fromEntries(
    written.flatMap(([{ fields, noOverlap = [] }, values]) =>
      (noOverlap as readonly AnyNoOverlap[]).flatMap(ends =>
        Object.entries(spanSample(fields, ends)).flatMap(([end, day]) =>
          Object.keys(inputs).flatMap(name => (saysInput(values[end], name) ? [[name, day]] : [])),
        ),
      ),
    ),
  )
}

/** Sends every POST twice with one key. The second changes nothing and gets the same answer. */
export const testRetries = async (product: Product, options: RetryOptions = {}): Promise<void> => {
  const { bodies = {}, answering = [], refused = [], shownOnce = [], watch } = options
  const calls = new Map<string, Call>(callsOf(await readDocument(product)).map(call => [call.name, call]))
  let api: TestApi
  let tenantId: string
  let superuser: Person
  let tables: string[]

  beforeAll(async () => {
    api = await openApi({ product })
    await watch?.open(api)
    tenantId = (await api.addTenant()).id
    superuser = await api.addPerson({ userType: 'superuser' })
    await api.addMember(tenantId, superuser, 'owner')
    const { rows } = await api.owner.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace in ('public'::regnamespace, 'auth_service'::regnamespace) and relkind in ('r', 'p')
       and relname not in ('idempotency_keys', 'migrations', 'migration_lock')`,
    )
    tables = rows.map(({ name }) => name)
  })
  afterAll(async () => {
    await watch?.close(api)
    await api.close()
  })

  const state = async () => {
    await api.auth.settled()
    const parts = tables.map(
      name => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
    )
    const { rows } = await api.owner.query(parts.join(' union all '))
    return { rows, mails: (await readdir(api.outboxFolder)).length }
  }

  const bodyOf = async (call: Call, route: Route): Promise<unknown> => {
    const schema = onlyRequired(call.body ?? {})
    const ids: Record<string, string> = {}
    const acting = actionOf(route, product)
    const inputs: Fields = acting?.action.input ?? {}
    for (const [name, field] of Object.entries(inputs))
      if (field.kind === 'reference' && schema.required?.includes(name))
        ids[name] = await recordIn(api, field.options.to() as AnyResource, tenantId)
    for (const { name } of idPlaces(schema)) {
      const resource = resourceNamed(name, call, product.resources)
      if (resource?.scope === 'tenant') ids[name] ??= await recordIn(api, resource, tenantId)
    }
    const body = sampleOf({ ...schema, type: 'object' }, name => ids[name] ?? superuser.id) as object
    return acting ? { ...body, ...spanOf(acting.resource, acting.action, inputs) } : body
  }

  const prepare = async (route: Route) => {
    const resource = resourceOf(route, product.resources)
    const trashing = product.resources.find(({ api: own }) => route.path.startsWith(`${own}/trash/`))
    const owner = trashing ?? ownerOf(route, product.resources)
    const fresh = owner ? await recordIn(api, owner, tenantId) : tenantId
    const ofRecord = owner ? await paramsOf(api, owner, tenantId, fresh) : { id: fresh }
    const call = calls.get(`POST ${route.path}`) as Call
    const others = owner
      ? {}
      : await paramsOfCall(api, call, of => recordIn(api, of, tenantId), { id: tenantId, slug: 'none' })
    const params: Record<string, string> = { ...others, tenantId, ...ofRecord }
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? crypto.randomUUID())
    if (trashing)
      await api.request(path.replace(/\/trash\/(.*)\/.*/, '/$1'), { method: 'DELETE', as: superuser, tenantId })
    const isMade = resource?.api === route.path
    const given = bodies[route.operationId]?.(api, tenantId)
    const body = (await given) ?? (isMade ? await draftOf(api, resource, tenantId) : await bodyOf(call, route))
    const query = route.query?.ids?.isRequired ? `?ids=${fresh}` : ''
    return { path: path + query, hasBody: route.body !== undefined, body: body as object }
  }

  const send = ({ path, hasBody, body }: Awaited<ReturnType<typeof prepare>>, key: string) =>
    api.request(path, {
      method: 'POST',
      as: superuser,
      tenantId,
      headers: { 'Idempotency-Key': key },
      ...(hasBody && { body }),
    })

  test('are part of the document for every POST', async () => {
    const body = expandShared((await api.request('/openapi.json')).body)
    const posts = Object.values<{ post?: { parameters: { name: string }[] } }>(body.paths).flatMap(
      ({ post }) => post ?? [],
    )
    expect(posts.length).toBeGreaterThan(0)
    for (const { parameters } of posts) expect(parameters.map(({ name }) => name)).toContain('Idempotency-Key')
  })

  const posts = routesOf(product).filter(({ method, access }) => method === 'POST' && access.who !== 'anyone')

  describe('with one key', () => {
    test.each(posts.map(route => ({ name: `POST ${route.path}`, route })))('$name is done once', async ({ route }) => {
      const call = await prepare(route)
      const key = crypto.randomUUID()
      const first = await send(call, key)
      expect(first.status).toBeLessThan(500)
      await expectSameTag(api, { url: call.path, as: superuser, tenantId }, first)
      const done = await state()
      const again = await send(call, key)
      expect(await state()).toEqual(done)
      // A secret is shown once, and not stored for retries.
      const { instance: _, requestId: __, key: ___, secret: ____, ...ofFirst } = first.body ?? {}
      for (const name of shownOnce) delete ofFirst[name]
      expect({ status: again.status, body: again.body }).toMatchObject({
        status: first.status,
        body: first.body && ofFirst,
      })
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
      const isDone = first.status < 300 && !answering.includes(route.operationId)
      expect(again.headers.get('idempotent-replayed')).toBe(isDone ? 'true' : null)
      // A new record may not offer an action, and an upload's body is a file.
      const isNotOffered = first.body?.code === 'wrong_status' && actionOf(route, product) !== undefined
      const isListed =
        answering.includes(route.operationId) || [...alwaysRefused, ...refused].includes(route.operationId)
      expect(
        isDone || isNotOffered || isListed || route.path.startsWith('/uploads/'),
        `${route.operationId} was refused: say in \`bodies\` what it takes, or in \`refused\` that a new record is not enough. ${JSON.stringify(first.body)}`,
      ).toBe(true)
      if (!isDone || !call.hasBody) return
      const other = await send({ ...call, body: { ...call.body, reason: 'Another' } }, key)
      expect(other).toMatchObject({ status: 422 })
      expect(await state()).toEqual(done)
    })
  })
}
