import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApi, type TestApi } from './support/fixture'

interface Operation {
  operationId: string
  summary: string
  security: unknown[]
  parameters: { in: string; name: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, { title?: string }>; required: string[] }> }
}

let api: TestApi
let document: OpenApiDocument

beforeAll(async () => {
  api = await openApi()
  document = (await api.request('/openapi.json')).body
})
afterAll(() => api.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** Every `$ref` anywhere in a value. */
const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))
}

describe('the OpenAPI document', () => {
  test('lists every route of the table, and no other', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.title).toBe('Slotwise API')
    const listed = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    expect(listed.sort()).toEqual(api.routes.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('has every route that the application answers', () => {
    const mounted = api.app.routes.filter(({ method }) => method !== 'ALL')
    const listed = operations().map(
      ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    )
    expect(new Set(mounted.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(listed))
  })

  test('refers only to what it defines', () => {
    for (const ref of refsIn(document)) {
      expect(Object.keys(document.components.schemas)).toContain(ref.replace('#/components/schemas/', ''))
    }
  })

  test('names each operation once', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('declares the parameters of each path, and an answer and a problem for each operation', () => {
    for (const { path, operation } of operations()) {
      const declared = operation.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
      expect(declared).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name))
      const statuses = Object.keys(operation.responses)
      expect(statuses.some(status => status.startsWith('2'))).toBe(true)
      expect(statuses).toContain('500')
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('')
    }
  })

  test('tells what a call needs: a token, a tenant, a version', () => {
    const find = (id: string) => operations().find(({ operation }) => operation.operationId === id)?.operation
    expect(find('getOpenApi')?.security).toEqual([])
    expect(find('updateChannel')?.security).toEqual([{ bearer: [] }])
    const names = find('updateChannel')?.parameters.map(parameter => parameter.name)
    expect(names).toEqual(['id', 'X-Tenant-ID', 'If-Match'])
    expect(Object.keys(find('updateChannel')?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '401', '403', '404', '412', '422']),
    )
    const listed = find('listChannels')?.parameters.map(parameter => parameter.name)
    expect(listed).toEqual(['X-Tenant-ID', 'page', 'perPage', 'order', 'q', 'ids', 'sort', 'kind', 'isActive'])
  })

  test('describes records from their declarations', () => {
    const { Channel, ChannelDraft, ChannelChanges } = document.components.schemas
    expect(Channel?.properties.kind).toEqual({
      type: 'string',
      enum: ['back_office', 'online', 'phone', 'walk_in', 'partner', 'api'],
      title: 'Kind',
      default: 'online',
    })
    expect(Channel?.required).toEqual(expect.arrayContaining(['id', 'tenantId', 'name', 'description', 'version']))
    expect(ChannelDraft?.required).toEqual(['name'])
    expect(Object.keys(ChannelChanges?.properties ?? {})).toEqual([
      'name',
      'code',
      'kind',
      'description',
      'sellsAllItems',
      'catalogItemIds',
      'autoConfirm',
      'isActive',
    ])
    expect(refsIn(document)).toContain('#/components/schemas/Problem')
  })

  test('describes what is really answered', async () => {
    const tenant = await api.addTenant()
    const owner = await api.addPersonIn(tenant.id, 'owner')
    await api.addChannel(tenant.id)
    const answers = {
      Channel: (await api.request('/channels', { as: owner, tenantId: tenant.id })).body[0],
      Tenant: (await api.request(`/tenants/${tenant.id}`, { as: owner })).body,
      Member: (await api.request(`/tenants/${tenant.id}/members`, { as: owner })).body[0],
      Problem: (await api.request('/channels')).body,
    }
    for (const [name, answer] of Object.entries(answers)) {
      const schema = document.components.schemas[name]
      expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(answer)))
      expect(Object.keys(answer)).toEqual(expect.arrayContaining(schema?.required ?? ['?']))
    }
  })
})

describe('the reference page', () => {
  test('loads nothing from elsewhere and runs nothing inline', async () => {
    const { status, headers, body } = await api.request('/docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/html')
    expect(body).not.toMatch(/https?:\/\//)
    expect(body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
    const files = Array.from(String(body).matchAll(/(?:src|href)="([^"]+)"/g), ([, file]) => file)
    expect(files).toHaveLength(3)
    for (const file of files) {
      const answer = await api.request(`/${file}`)
      expect(answer.status).toBe(200)
      expect(answer.body.length).toBeGreaterThan(100)
    }
  })

  test('serves no other file', async () => {
    for (const file of ['package.json', 'swagger-ui.js.map', '..%2fpackage.json']) {
      expect((await api.request(`/docs/${file}`)).status).toBe(404)
    }
  })
})
