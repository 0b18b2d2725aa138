import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetExpiredCustomers } from '../../../server/features/customers/retention'
import { forgetRepeats } from '../../../server/http/forgetRepeats'
import { DAY } from '../../../src/time/instant'
import { type Business, openBusiness } from '../features/support/business'
import { describeOnBoth } from '../support/describeOnDatabase'
import { openApi, type TestApi } from './support/fixture'

describeOnBoth('results that are kept for retries', use => {
  let api: TestApi
  let business: Business
  beforeAll(async () => {
    api = await openApi({ on: use(), users: null })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    await use().owner.query('delete from idempotency_keys')
    business = await openBusiness(api)
  })

  const addOnce = async (name: string): Promise<string> => {
    const headers = { 'Idempotency-Key': `key of ${name}` }
    const answer = await api.request('/customers', {
      method: 'POST',
      as: business.owner,
      tenantId: business.tenantId,
      body: { name, email: `${name.toLowerCase()}@mail.example` },
      headers,
    })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  const kept = async () =>
    (await use().owner.query<{ key: string }>('select key from idempotency_keys order by key')).rows.map(
      ({ key }) => key,
    )

  test('are deleted once they cannot be asked for any more', async () => {
    await addOnce('Lena')
    await addOnce('Otto')
    await use().owner.query(
      "update idempotency_keys set created_at = now() - interval '25 hours' where key = 'key of Lena'",
    )
    expect(await forgetRepeats(use().database)).toBe(1)
    expect(await kept()).toEqual(['key of Otto'])
  })

  test('go with the customer whom they name, whoever has them forgotten', async () => {
    const lena = await addOnce('Lena')
    await addOnce('Otto')
    expect((await business.send('POST', `/customers/${lena}/anonymize`, {})).status).toBe(200)
    expect(await kept()).toEqual(['key of Otto'])
    await business.send('PATCH', `/tenants/${business.tenantId}`, { retentionMonths: 12 })
    await forgetExpiredCustomers({ database: use().database, now: () => Date.now() + 366 * DAY })
    expect(await kept()).toEqual([])
  })
})
