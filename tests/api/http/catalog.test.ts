import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiBase } from '../../../server/http/apiBase'
import { catalogItems } from '../../../src/resources/catalogItems'
import { bookableResources } from '../../../src/resources/resources'
import { variants } from '../../../src/resources/variants'
import { recordIn } from '../../../testing/samples'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { png } from './support/fileSamples'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

describeOnDatabase('the catalog', use => {
  let api: TestApi
  let tenantId: string
  let elsewhere: string
  let admin: Person
  let typeId: string
  let count = 0

  beforeAll(async () => {
    api = await openApi({ on: use() })
    tenantId = (await api.addTenant()).id
    elsewhere = (await api.addTenant()).id
    admin = await api.addPersonIn(tenantId, 'admin')
    typeId = (await make('/resources/types', { name: 'Room' })).id
  })
  afterAll(() => api.close())

  const call = (method: string, url: string, body?: unknown): Promise<Answered> =>
    api.request(url, { method, as: admin, tenantId, body })
  const make = async (url: string, body: object): Promise<Answered['body']> => {
    const answer = await call('POST', url, body)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
    return answer.body
  }
  const addItem = () => make('/catalog-items', { name: `Item ${++count}` })
  const price = { amount: 4500, currency: 'EUR' }
  const addVariant = (itemId: string, values: object = {}) =>
    make(`/catalog-items/${itemId}/variants`, { price, ...values })
  const addResource = (values: object = {}) =>
    make('/resources', { name: `Room ${++count}`, resourceTypeId: typeId, ...values })
  const assignments = (itemId: string, variantId: string) => `/catalog-items/${itemId}/variants/${variantId}/resources`
  const assign = async (itemId: string, variantId: string, ids: string[]) => {
    const resources = ids.map((resourceId, priority) => ({ resourceId, priority }))
    expect((await call('PUT', assignments(itemId, variantId), { resources })).status).toBe(200)
  }
  const activate = (itemId: string) => call('PATCH', `/catalog-items/${itemId}`, { status: 'active' })

  describe('an item', () => {
    test('becomes active with an active variant that an active resource is assigned to, and says what is missing', async () => {
      const item = await addItem()
      expect(item).toMatchObject({ status: 'draft', variantCount: 0, fromPrice: null })
      const refused = { status: 422, body: { errors: { status: expect.any(String) } } }
      expect(await activate(item.id)).toMatchObject(refused)
      const asActive = await call('POST', '/catalog-items', { name: 'At once', status: 'active' })
      expect(asActive.body.errors.status).toBe('Add an active variant first')

      const variant = await addVariant(item.id)
      expect((await activate(item.id)).body.errors.status).toBe('Assign an active resource to a variant first')
      const closed = await addResource({ isActive: false })
      await assign(item.id, variant.id, [closed.id])
      expect(await activate(item.id)).toMatchObject(refused)
      const readiness = await call('GET', `/catalog-items/${item.id}/readiness`)
      expect(readiness.body).toMatchObject({
        isBookable: false,
        missing: [{ code: 'resource', variantId: variant.id, variantName: 'Standard' }, { code: 'status' }],
      })

      const open = await addResource()
      await assign(item.id, variant.id, [closed.id, open.id])
      expect(await activate(item.id)).toMatchObject({ status: 200, body: { status: 'active', variantCount: 1 } })
    })

    test('is activated by its action under the same conditions', async () => {
      const item = await addItem()
      const url = `/catalog-items/${item.id}/activate`
      expect((await call('POST', url, {})).body.errors.status).toBe('Add an active variant first')
      const variant = await addVariant(item.id)
      await assign(item.id, variant.id, [(await addResource()).id])
      expect(await call('POST', url, {})).toMatchObject({ status: 200, body: { status: 'active' } })
      await call('PATCH', `/catalog-items/${item.id}`, { status: 'archived' })
      expect(await call('POST', url, {})).toMatchObject({ status: 200, body: { status: 'active' } })
    })

    test('is bookable only with hours', async () => {
      const item = await addItem()
      const resource = await addResource()
      const variant = await addVariant(item.id)
      await assign(item.id, variant.id, [resource.id])
      await activate(item.id)
      const url = `/catalog-items/${item.id}/readiness`
      expect((await call('GET', url)).body).toMatchObject({ isBookable: false, missing: [{ code: 'hours' }] })
      const schedule = await make('/schedules', { name: `Hours ${++count}` })
      await call('PATCH', `/resources/${resource.id}`, { scheduleId: schedule.id })
      expect((await call('GET', url)).body).toEqual({ isBookable: true, missing: [] })
    })

    test('shows the lowest price of its active variants', async () => {
      const item = await addItem()
      for (const [name, amount, isActive] of [
        ['Long', 9000, true],
        ['Short', 3000, true],
        ['Old', 1000, false],
      ] as const) {
        await addVariant(item.id, { name, isActive, price: { amount, currency: 'EUR' } })
      }
      expect((await call('GET', `/catalog-items/${item.id}`)).body).toMatchObject({
        variantCount: 3,
        fromPrice: { amount: 3000, currency: 'EUR' },
      })
    })

    test('is copied with its variants and their resources, as a draft', async () => {
      const item = await make('/catalog-items', { name: 'Massage', category: 'Spa', slug: 'the-massage' })
      const [first, second] = [await addResource(), await addResource()]
      const short = await addVariant(item.id, { name: 'Short', sku: 'short-1', durationMinutes: 30 })
      await addVariant(item.id, { name: 'Long', durationMinutes: 90 })
      await assign(item.id, short.id, [second.id, first.id])
      await activate(item.id)

      const copy = await call('POST', `/catalog-items/${item.id}/duplicate`, {})
      expect(copy).toMatchObject({
        status: 201,
        body: { name: 'Massage (copy)', slug: 'massage-copy', category: 'Spa', status: 'draft', variantCount: 2 },
      })
      const copied = (await call('GET', `/catalog-items/${copy.body.id}/variants`)).body
      expect(copied).toMatchObject([
        { name: 'Short', sku: null, durationMinutes: 30, price, resourceCount: 2 },
        { name: 'Long', durationMinutes: 90, resourceCount: 0 },
      ])
      expect((await call('GET', assignments(copy.body.id, copied[0].id))).body).toMatchObject([
        { resourceId: second.id, priority: 0 },
        { resourceId: first.id, priority: 1 },
      ])
      expect((await call('POST', `/catalog-items/${item.id}/duplicate`, {})).body.name).toBe('Massage (copy 2)')
      expect((await call('POST', `/catalog-items/${copy.body.id}/duplicate`, {})).body.name).toBe('Massage (copy 3)')
      await api.owner.query('update tenants set locale = $2 where id = $1', [tenantId, 'de'])
      const german = (await call('POST', `/catalog-items/${copy.body.id}/duplicate`, {})).body
      expect(german.name).toBe('Massage (Kopie)')
      await api.owner.query('update tenants set locale = $2 where id = $1', [tenantId, 'en'])
      const taken = await call('POST', `/catalog-items/${item.id}/duplicate`, { name: 'Massage' })
      expect(taken).toMatchObject({ status: 422, body: { errors: { name: expect.any(String) } } })
      expect(await call('POST', `/catalog-items/${item.id}/duplicate`, { name: 'Sauna' })).toMatchObject({
        status: 201,
        body: { name: 'Sauna', slug: 'sauna' },
      })
    })
  })

  test('an item’s picture is its copy’s too, and stays for as long as one of them has it', async () => {
    const { body: picture } = await api.request('/uploads/catalog-items/image', {
      ...{ method: 'POST', as: admin, tenantId, bytes: png() },
    })
    const item = await make('/catalog-items', { name: 'Pictured', image: { ...picture, alt: 'A pool' } })
    const copy = await make(`/catalog-items/${item.id}/duplicate`, {})
    expect(copy.image).toEqual(item.image)
    const status = async () => (await api.app.request(picture.url.slice(apiBase.length))).status
    for (const [{ id }, left] of [
      [item, 200],
      [copy, 404],
    ] as const) {
      expect((await call('DELETE', `/catalog-items/${id}`)).status).toBe(204)
      expect(await status()).toBe(200)
      expect((await call('DELETE', `/catalog-items/trash/${id}`)).status).toBe(204)
      expect(await status()).toBe(left)
    }
  })

  describe('a variant', () => {
    test('comes after the others, is named once in its item, and has its SKU once in the tenant', async () => {
      const [item, other] = [await addItem(), await addItem()]
      const first = await addVariant(item.id, { name: 'One', sku: 'SKU-1' })
      expect((await addVariant(item.id, { name: 'Two' })).sortOrder).toBe(first.sortOrder + 1)
      const url = `/catalog-items/${item.id}/variants`
      expect((await call('POST', url, { price, name: 'one' })).body.errors).toHaveProperty('name')
      await addVariant(other.id, { name: 'One' })
      const taken = await call('POST', `/catalog-items/${other.id}/variants`, { price, name: 'Two', sku: 'sku-1' })
      expect(taken.body.errors).toHaveProperty('sku')
      expect((await call('PATCH', `/catalog-items/${other.id}/variants/${first.id}`, { name: 'X' })).status).toBe(404)
    })

    test('is answered by itself, under its own item alone', async () => {
      const [item, other] = [await addItem(), await addItem()]
      const { id } = await addVariant(item.id, { name: 'One' })
      const one = await call('GET', `/catalog-items/${item.id}/variants/${id}`)
      expect(one.body).toMatchObject({ id, name: 'One', price, resourceCount: 0 })
      expect(one.body).toEqual((await call('GET', `/catalog-items/${item.id}/variants`)).body[0])
      expect((await call('GET', `/catalog-items/${other.id}/variants/${id}`)).status).toBe(404)
    })

    test('needs a name alone, and costs nothing then', async () => {
      const item = await addItem()
      const { status, body } = await call('POST', `/catalog-items/${item.id}/variants`, { name: 'Free' })
      expect([status, body.price]).toEqual([201, { amount: 0, currency: 'EUR' }])
      const refused = await call('POST', `/catalog-items/${item.id}/variants`, { name: 'Nothing', price: null })
      expect(refused.body.errors).toHaveProperty('price')
      const { components } = (await call('GET', '/openapi.json')).body
      expect(components.schemas.VariantDraft.required).toEqual([])
    })

    test.each([
      ['another currency', { price: { amount: 1, currency: 'USD' } }, 'price'],
      ['fewer places than the least', { minQuantity: 3, maxQuantity: 2 }, 'maxQuantity'],
      ['a price per hour without a flexible length', { pricingUnit: 'per_hour' }, 'pricingUnit'],
      ['too short a length', { durationMinutes: 4 }, 'durationMinutes'],
      ['a longest length off the step', { durationType: 'flexible', maxDurationMinutes: 100 }, 'maxDurationMinutes'],
      ['days the wrong way round', { durationType: 'daily', minDays: 5, maxDays: 2 }, 'maxDays'],
    ])('is refused with %s', async (_, values, field) => {
      const item = await addItem()
      const answer = await call('POST', `/catalog-items/${item.id}/variants`, { price, ...values })
      expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(String) } } })
    })

    test('is one of at most a hundred', async () => {
      const item = await addItem()
      await api.owner.query(
        `insert into variants (tenant_id, catalog_item_id, name, price_amount, price_currency)
         select $1, $2, 'Variant ' || n, 0, 'EUR' from generate_series(1, 100) as n`,
        [tenantId, item.id],
      )
      const answer = await call('POST', `/catalog-items/${item.id}/variants`, { price, name: 'One more' })
      expect(answer).toMatchObject({ status: 422, body: { detail: 'There can be at most 100 variants here.' } })
    })
  })

  describe('the resources of a variant', () => {
    test('are ordered by their priority, then as they were given', async () => {
      const item = await addItem()
      const variant = await addVariant(item.id)
      const [a, b, c] = [await addResource(), await addResource(), await addResource({ isActive: false })]
      const body = {
        resources: [
          { resourceId: a.id, priority: 7 },
          { resourceId: b.id, priority: 7 },
          { resourceId: c.id, priority: 2 },
        ],
      }
      const url = assignments(item.id, variant.id)
      const answer = await call('PUT', url, body)
      expect(answer).toMatchObject({
        status: 200,
        body: [
          { resourceId: c.id, priority: 0, resourceName: c.name, resourceTypeId: typeId, isActive: false },
          { resourceId: a.id, priority: 1, isActive: true },
          { resourceId: b.id, priority: 2 },
        ],
      })
      expect((await call('GET', url)).body).toEqual(answer.body)
      // An answer can be sent back.
      expect((await call('PUT', url, { resources: answer.body })).body).toEqual(answer.body)
      expect((await call('PUT', url, { resources: [] })).body).toEqual([])
      expect((await call('GET', url)).body).toEqual([])
    })

    test('are refused whole when one of them is wrong', async () => {
      const item = await addItem()
      const variant = await addVariant(item.id)
      const [mine, foreign] = [await addResource(), await recordIn(api, bookableResources, elsewhere)]
      const url = assignments(item.id, variant.id)
      await assign(item.id, variant.id, [mine.id])
      const put = (...ids: unknown[]) => call('PUT', url, { resources: ids.map(resourceId => ({ resourceId })) })
      expect(await put(mine.id, foreign)).toMatchObject({
        status: 404,
        body: { code: 'not_found', errors: { 'resources.1.resourceId': 'There is no such record' } },
      })
      expect(await put(mine.id, mine.id)).toMatchObject({
        status: 422,
        body: { errors: { 'resources.1.resourceId': 'Each value may appear once' } },
      })
      expect((await put('nonsense')).body.errors).toHaveProperty(['resources.0.resourceId'])
      expect((await put(...Array.from({ length: 101 }, () => crypto.randomUUID()))).status).toBe(422)
      expect((await call('PUT', url, {})).body.errors).toHaveProperty('resources')
      expect((await call('GET', url)).body).toMatchObject([{ resourceId: mine.id }])
    })

    test('are found only under the item of the variant, in its tenant', async () => {
      const [item, other] = [await addItem(), await addItem()]
      const variant = await addVariant(item.id)
      const foreignItem = await recordIn(api, catalogItems, elsewhere)
      const foreign = await recordIn(api, variants, elsewhere)
      for (const [itemId, variantId] of [
        [other.id, variant.id],
        [foreignItem, variant.id],
        [item.id, foreign],
      ]) {
        expect((await call('GET', assignments(itemId, variantId))).status).toBe(404)
        expect((await call('PUT', assignments(itemId, variantId), { resources: [] })).status).toBe(404)
      }
    })

    test('keep a resource from being deleted', async () => {
      const item = await addItem()
      const variant = await addVariant(item.id, { name: 'Needs it' })
      const resource = await addResource()
      await assign(item.id, variant.id, [resource.id])
      expect(await call('DELETE', `/resources/${resource.id}`)).toMatchObject({
        status: 409,
        body: {
          code: 'in_use',
          usedBy: [{ resource: 'variants', count: 1, records: [{ id: variant.id, name: 'Needs it' }] }],
        },
      })
      await call('PUT', assignments(item.id, variant.id), { resources: [] })
      expect((await call('DELETE', `/resources/${resource.id}`)).status).toBe(204)
    })
  })
})
