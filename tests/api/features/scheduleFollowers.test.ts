import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, type TestApi } from '../http/support/fixture'
import { NOW, openBusiness } from './support/business'

let api: TestApi

beforeAll(async () => {
  api = await openApi({ users: null, now: () => NOW })
})
afterAll(() => api.close())

test('the default schedule counts the resources that name none, and others only those that name them', async () => {
  const business = await openBusiness(api)
  const other = await business.addSchedule({ name: 'Nights' })
  await business.addResource()
  await business.addResource()
  await business.addResource({ scheduleId: other })
  const { body } = await business.get('/schedules?sort=name')
  expect(body).toMatchObject([
    { id: business.scheduleId, followerCount: 2, resourceCount: 0 },
    { id: other, followerCount: 1, resourceCount: 1 },
  ])
})
