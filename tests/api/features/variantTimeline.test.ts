import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'
import { countStatements } from './support/countStatements'

const ten = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'] as const
const monday = 'from=2026-03-02&to=2026-03-03'

describeOnDatabase('a timeline of a variant', use => {
  let api: TestApi
  let business: Business
  let statements: () => number
  beforeAll(async () => {
    const { database, count } = countStatements(use().database)
    statements = count
    api = await openApi({ on: use(), users: null, now: () => NOW, database })
    business = await openBusiness(api)
  })
  afterAll(() => api.close())

  test('has the variant’s resources, each with what /availability says of it alone', async () => {
    const [a, b] = [await business.addResource(), await business.addResource()]
    await business.addResource()
    const variantId = await business.addVariant([a, b])
    await business.addBooking([a], variantId, ten)
    const { body } = await business.get(`/availability/timeline?variantId=${variantId}&${monday}`)
    expect(body.map((line: { resourceId: string }) => line.resourceId)).toEqual([a, b])
    for (const { resourceId, slots } of body) {
      const alone = `variantId=${variantId}&resourceId=${resourceId}&${monday}&includeUnavailable=true`
      expect(slots).toEqual((await business.get(`/availability?${alone}`)).body)
    }
    expect(body[0].slots[1].status).toBe('full')
    expect(body[1].slots[1].status).toBe('available')

    const one = await business.get(`/availability/timeline?variantId=${variantId}&resourceIds=${b}&${monday}`)
    expect(one.body).toEqual([body[1]])
    const plain = await business.get(`/availability/timeline?resourceIds=${b}&${monday}`)
    expect(plain.body[0].slots).toEqual([])
    const nowhere = await business.get(`/availability/timeline?variantId=${a}&${monday}`)
    expect(nowhere.status).toBe(404)
  })

  test('costs the same however many resources there are', async () => {
    const chairs = await Promise.all(Array.from({ length: 12 }, () => business.addResource()))
    const cost = async (resourceIds: readonly string[]) => {
      const variantId = await business.addVariant(resourceIds)
      const before = statements()
      await business.get(`/availability/timeline?variantId=${variantId}&${monday}`)
      return statements() - before
    }
    expect(await cost(chairs)).toBe(await cost(chairs.slice(0, 1)))
  })
})
