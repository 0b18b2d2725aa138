import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { honoPath } from '../server/http/mount'
import { openApi, type TestApi } from './api'
import { expandShared } from './expandShared'

export interface Operation {
  operationId: string
  summary: string
  security: unknown[]
  parameters: { in: string; name: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post: Operation }>
  components: { schemas: Record<string, { properties: Record<string, { title?: string }>; required: string[] }> }
}

export const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

export const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsIn(inner)))
}

export const testOpenApi = (product: Product): void => {
  let api: TestApi
  let answered: Record<string, unknown>
  let document: OpenApiDocument
  const operations = () => operationsOf(document)

  beforeAll(async () => {
    api = await openApi({ product })
    answered = (await api.request('/openapi.json')).body
    document = expandShared(answered as never)
  })
  afterAll(() => api.close())

  describe('the OpenAPI document', () => {
    test('lists every route of the table, and no other', () => {
      expect(document.openapi).toBe('3.1.0')
      const listed = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
      expect(listed.sort()).toEqual(api.routes.map(({ method, path }) => `${method} ${path}`).sort())
    })

    test('has every route that the application answers', () => {
      const mounted = api.app.routes.filter(({ method }) => method !== 'ALL')
      const listed = operations().map(({ path, method }) => `${method.toUpperCase()} ${honoPath(path)}`)
      expect(new Set(mounted.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(listed))
    })

    test('is valid by the schema of OpenAPI 3.1', async () => {
      expect(await new Validator().validate(answered)).toEqual({ valid: true })
    })

    test('refers only to what it defines, and uses all that it shares', () => {
      const components = answered.components as Record<string, object>
      const places = ['responses', 'parameters', 'headers'].flatMap(kind =>
        Object.keys(components[kind] ?? {}).map(name => `#/components/${kind}/${name}`),
      )
      const refs = new Set(refsIn(answered))
      for (const ref of refs) {
        const [kind = '', name = ''] = ref.replace('#/components/', '').split('/')
        expect(Object.keys(components[kind] ?? {}), ref).toContain(name)
      }
      expect(places.filter(place => !refs.has(place))).toEqual([])
    })

    test('says every problem once', () => {
      const paths = JSON.stringify(answered.paths)
      expect(paths).not.toContain('application/problem+json')
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
  })
}
