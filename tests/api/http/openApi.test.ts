import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { product } from '../../../server/product'
import { eventCatalogue } from '../../../src/resources/eventCatalogue'
import { eventTypes } from '../../../src/schema'
import { answerChecker } from '../../../testing/answerChecker'
import { expandShared } from '../../../testing/expandShared'
import { type OpenApiDocument, operationsOf, refsIn, testOpenApi } from '../../../testing/testOpenApi'
import { openApi, type TestApi } from './support/fixture'

testOpenApi(product)

let api: TestApi
let document: OpenApiDocument

beforeAll(async () => {
  api = await openApi()
  document = expandShared((await api.request('/openapi.json')).body)
})
afterAll(() => api.close())

const operations = () => operationsOf(document)

describe('the product’s document', () => {
  test('has the product’s name', () => {
    expect(document.info.title).toBe('Slotwise API')
  })

  test('stays short: it grows with the calls alone', async () => {
    const answered = JSON.stringify((await api.request('/openapi.json')).body)
    expect(Buffer.byteLength(answered) / operations().length).toBeLessThanOrEqual(1_360)
  })

  test('tells what a call needs: a token, a tenant, a version', () => {
    const find = (id: string) => operations().find(({ operation }) => operation.operationId === id)?.operation
    expect(find('getOpenApi')?.security).toEqual([])
    expect(find('updateChannel')?.security).toEqual([{ bearer: [] }, { apiKey: [] }])
    const names = find('updateChannel')?.parameters.map(parameter => parameter.name)
    expect(names).toEqual(['id', 'X-Tenant-ID', 'If-Match'])
    expect(Object.keys(find('updateChannel')?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '401', '403', '404', '412', '422']),
    )
    const listed = find('listChannels')?.parameters.map(parameter => parameter.name)
    expect(listed).toEqual([
      'X-Tenant-ID',
      'page',
      'perPage',
      'order',
      'q',
      'ids',
      'updatedSince',
      'sort',
      'kind',
      'isActive',
      'If-None-Match',
    ])
  })

  test('describes the call of a webhook for every type of event, with what it tells', () => {
    const { webhooks = {}, components } = document
    expect(Object.keys(webhooks).sort()).toEqual([...eventTypes(eventCatalogue), 'webhook.test'].sort())
    const told = components.schemas.BookingEvent?.properties as {
      [name: string]: { enum?: string[]; properties?: object }
    }
    const part = (schema: object | undefined) => {
      const [name = ''] = Object.values(schema ?? {}).slice(0, 1)
      const referred = components.schemas[String(name).replace('#/components/schemas/', '')]
      return (referred ?? schema) as (typeof told)[string]
    }
    const [data, type] = [part(told.data), part(told.type)]
    expect(type?.enum).toContain('booking.rescheduled')
    expect(Object.keys(data?.properties ?? {})).toEqual(expect.arrayContaining(['id', 'startsAt', 'resources']))
    expect(data?.properties).not.toHaveProperty('internalNotes')
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
      'hasPage',
      'pageTitle',
      'pageIntro',
      'pagePolicy',
      'requiredFields',
      'allowedOrigins',
      'redirectUrl',
      'pageTranslations',
      'isIndexable',
      'showsRemaining',
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

describe('answers in tests', () => {
  const days = { method: 'GET', url: '/availability/days?month=2026-03', status: 200 }
  const day = { date: '2026-03-02', status: 'full', slotCount: 0, firstStartsAt: null }
  const check = (body: unknown) => () => answerChecker(document as never)({ ...days, body })

  test('are what is declared, all of it and no more', () => {
    expect(check([day])).not.toThrow()
    expect(check([{ ...day, slotCount: undefined }])).toThrow('slotCount')
    expect(check([{ ...day, remaining: 1 }])).toThrow('remaining')
    expect(check([{ ...day, status: 'taken' }])).toThrow('status')
  })

  test('are checked for records as well', async () => {
    const tenant = await api.addTenant()
    const owner = await api.addPersonIn(tenant.id, 'owner')
    const { id } = await api.addChannel(tenant.id)
    const { body } = await api.request(`/channels/${id}`, { as: owner, tenantId: tenant.id })
    const checked = (channel: object) => () =>
      answerChecker(document as never)({ method: 'GET', url: `/channels/${id}`, status: 200, body: channel })
    expect(checked(body)).not.toThrow()
    expect(checked({ ...body, secret: 1 })).toThrow('secret')
    expect(checked({ ...body, name: undefined })).toThrow('name')
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
