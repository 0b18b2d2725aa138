import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose } from '../../composition/compose'
import { type Feature, featuresNamed } from '../../composition/features'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const pairsOf = (features: readonly Feature[]): [string, Feature[]][] =>
  features.flatMap((one, index) =>
    features.slice(index + 1).map((other): [string, Feature[]] => [`${one.name} + ${other.name}`, [one, other]]),
  )

describeOnDatabase('what has been booked', use => {
  let api: TestApi
  let business: Business
  let superuser: Person
  const clock = { now: NOW }

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => clock.now })
    business = await openBusiness(api)
    superuser = await api.addPerson({ userType: 'superuser' })
  })
  afterAll(() => api.close())

  test('keeps what bookings rest on: the code of a channel, the kind of a variant, the currency', async () => {
    const channel = await business.add('channels', { name: 'Website', code: 'website' })
    const variantId = await business.addVariant([await business.addResource()])
    const ofVariant = (values: object) =>
      business.send('PATCH', `/catalog-items/${business.itemId}/variants/${variantId}`, values)
    const rename = (values: object) => business.send('PATCH', `/channels/${channel}`, values)
    const payInDollars = (as?: Person) =>
      business.send('PATCH', `/tenants/${business.tenantId}`, { currency: 'USD' }, ...(as ? [as] : []))
    expect(await rename({ code: 'web' })).toMatchObject({ status: 200, body: { bookingCount: 0 } })

    const booking = { variantId, channelId: channel, startsAt: '2026-03-02T09:00:00.000Z' }
    const customer = { name: 'Lena', email: 'lena@mail.example' }
    expect(await business.send('POST', '/bookings', { ...booking, customer })).toMatchObject({ status: 201 })

    expect((await business.get(`/channels/${channel}`)).body).toMatchObject({ code: 'web', bookingCount: 1 })
    expect(await rename({ code: 'site' })).toMatchObject({
      status: 422,
      body: { errors: { code: expect.any(String) } },
    })
    expect(await rename({ name: 'Site' })).toMatchObject({ status: 200 })
    expect(await business.send('DELETE', `/channels/${channel}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', usedBy: [{ resource: 'bookings', count: 1 }] },
    })
    expect(await ofVariant({ durationType: 'flexible', capacityMode: 'pooled', name: 'Cut' })).toMatchObject({
      status: 422,
      body: { errors: { durationType: expect.any(String), capacityMode: expect.any(String) } },
    })
    expect(await ofVariant({ name: 'Cut', maxQuantity: 3 })).toMatchObject({ status: 200 })
    for (const as of [undefined, superuser])
      expect(await payInDollars(as)).toMatchObject({ status: 422, body: { errors: { currency: expect.any(String) } } })
  })

  test('a customer whom nobody can reach may be kept and changed', async () => {
    const { status, body } = await business.send('POST', '/customers', { name: 'Walk-in' })
    expect(status).toBe(201)
    expect(await business.send('PATCH', `/customers/${body.id}`, { notes: 'Tall' })).toMatchObject({ status: 200 })
  })

  // All features: npm run composition.
  test.each(pairsOf(featuresNamed('person and room', 'phases', 'pool', 'timeslots', 'series', 'visit')))(
    'holds its laws with %s',
    async (_, features) => {
      clock.now = NOW
      const { broken, steps } = await compose(api, clock, features, 1)
      expect(broken).toEqual([])
      expect(steps).toBeGreaterThan(3)
    },
  )
})
