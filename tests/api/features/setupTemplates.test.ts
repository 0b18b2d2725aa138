import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectEntries, watchVersions } from '../../../testing/versions'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'

const counts: Readonly<Record<string, Record<string, number>>> = {
  salon: { resourceTypes: 1, schedules: 2, resources: 2, catalogItems: 1, variants: 2, channels: 1, resourceRules: 1 },
  clinic: { resourceTypes: 2, schedules: 1, resources: 4, catalogItems: 1, variants: 2, channels: 1, resourceRules: 2 },
  rental: { resourceTypes: 1, schedules: 1, resources: 1, catalogItems: 1, variants: 2, channels: 1, resourceRules: 1 },
  tours: { resourceTypes: 2, schedules: 1, resources: 2, catalogItems: 1, variants: 1, channels: 3, resourceRules: 2 },
  coworking: {
    resourceTypes: 2,
    schedules: 1,
    resources: 2,
    catalogItems: 2,
    variants: 2,
    channels: 1,
    resourceRules: 2,
  },
  sports: { resourceTypes: 1, schedules: 1, resources: 3, catalogItems: 1, variants: 2, channels: 1, resourceRules: 4 },
}
const DAY = 86_400_000

const price = (amount: number) => ({ amount, currency: 'EUR' })
const rule = (ruleType: string, parameters: object) => ({ ruleType, parameters })

/** What each is about, as its document says it. */
const documents: Readonly<Record<string, Record<string, object[]>>> = {
  salon: {
    catalogItems: [
      {
        variants: [
          { durationMinutes: 30, price: price(3500), bufferAfterMinutes: 10 },
          { durationMinutes: 60, price: price(6000), bufferAfterMinutes: 10 },
        ],
      },
    ],
    resourceRules: [rule('min_notice', { minutes: 120 })],
  },
  clinic: {
    catalogItems: [
      {
        variants: [
          { durationMinutes: 60, resourceSelection: 'one_per_type' },
          { durationMinutes: 30, resourceSelection: 'one_per_type' },
        ],
      },
    ],
    resourceRules: [
      rule('approval_required', { newCustomersOnly: true }),
      rule('cancellation_notice', { minutes: 1440 }),
    ],
  },
  rental: {
    resources: [{ capacity: 10 }],
    catalogItems: [
      {
        variants: [
          { durationMinutes: 120, capacityMode: 'pooled', maxQuantity: 6 },
          { durationType: 'daily', dayStartTime: '10:00', dayEndTime: '10:00' },
        ],
      },
    ],
    resourceRules: [rule('max_advance', { days: 90 })],
  },
  tours: {
    schedules: [
      {
        mode: 'timeslots',
        slotCapacity: 12,
        weeklyHours: [6, 6, 7, 7].map((dayOfWeek, index) => ({ dayOfWeek, startTime: ['10:00', '14:00'][index % 2] })),
      },
    ],
    resources: [{ capacity: 12 }, { capacity: 20 }],
    channels: [{ code: 'website' }, { code: 'partner' }, { code: 'walk-in' }],
    catalogItems: [{ variants: [{ capacityMode: 'session', resourceSelection: 'one_per_type', maxQuantity: 8 }] }],
    resourceRules: [
      { ...rule('min_notice', { minutes: 60 }), channelIds: ['website'] },
      { ...rule('min_notice', { minutes: 720 }), channelIds: ['partner'] },
    ],
  },
  coworking: {
    resources: [{ capacity: 20 }, { capacity: 1 }],
    catalogItems: [
      { variants: [{ capacityMode: 'pooled' }] },
      {
        variants: [
          { durationType: 'flexible', minDurationMinutes: 30, maxDurationMinutes: 480, durationStepMinutes: 30 },
        ],
      },
    ],
    resourceRules: [
      rule('booking_limit', { max: 600, measure: 'minutes', period: 'month', subject: 'customer' }),
      { ruleType: 'opening_hours' },
    ],
  },
  sports: {
    resources: [{ code: 'court' }, { parentResourceId: 'court' }, { parentResourceId: 'court' }],
    catalogItems: [{ variants: [{ resources: ['court'] }, { resources: ['half-a', 'half-b'] }] }],
    resourceRules: [
      rule('start_interval', { intervalMinutes: 60 }),
      rule('min_gap', { minutes: 30 }),
      { ...rule('max_advance', { days: 14 }), resourceIds: ['half-a', 'half-b'] },
      { ...rule('max_advance', { days: 28 }), resourceIds: ['court'] },
    ],
  },
}

describeOnDatabase('set-up templates', use => {
  let api: TestApi
  let superuser: Person
  let owner: Person
  let tenantId: string
  let slug: string
  let count = 0
  let now = 0

  beforeAll(async () => {
    const own = { holdsPerNetwork: 500, confirmsPerNetwork: 500, powBits: 0 }
    api = await openApi({ on: use(), users: null, now: () => now, own })
    await watchVersions(api.owner)
    superuser = await api.addPerson({ userType: 'superuser' })
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })

  const addTenant = async (query = '', values: object = {}): Promise<string> => {
    slug = `templated-${++count}`
    const body = { name: `Business ${count}`, slug, timeZone: 'Europe/Berlin', ...values }
    const made = await api.request(`/tenants${query}`, { method: 'POST', as: superuser, body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    tenantId = made.body.id
    owner = await api.addPersonIn(tenantId, 'owner')
    return made.body.id
  }
  beforeEach(() => {
    // Every hour of the week, in turn.
    now = Date.parse('2026-03-02T08:30:00Z') + count * 17 * 3_600_000
  })

  const send = (method: string, url: string, body?: unknown, as = owner) =>
    api.request(url, { method, as, tenantId, ...(body !== undefined && { body }) })
  const get = async (url: string) => {
    const { status, body } = await send('GET', url)
    expect(status, `${url} ${JSON.stringify(body)}`).toBe(200)
    return body
  }
  const applyTemplate = async (key: string, body: object = {}) => {
    const answer = await send('POST', `/setup/templates/${key}/apply`, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  const variantsNow = async (): Promise<{ id: string; name: string }[]> => {
    const items = await get('/catalog-items')
    const lists = await Promise.all(items.map(({ id }: { id: string }) => get(`/catalog-items/${id}/variants`)))
    return lists.flat()
  }
  const nextOf = async (variantId: string, more = '') => {
    const { slots } = await get(`/availability/next?variantId=${variantId}&count=1${more}`)
    return slots[0]
  }

  describe.each(Object.keys(counts))('%s', key => {
    test('is bookable at once, by the desk and by its page', async () => {
      await addTenant('', { locale: 'de' })
      await applyTemplate(key)
      const status = await get(`/tenants/${tenantId}/setup-status`)
      expect(status).toMatchObject({ isComplete: true })
      const customer = (await send('POST', '/customers', { name: 'Ann' })).body
      for (const variant of await variantsNow()) {
        const slot = await nextOf(variant.id)
        expect(Date.parse(slot?.startsAt) - now, variant.name).toBeLessThan(14 * DAY)
        const desk = { variantId: variant.id, startsAt: slot.startsAt, endsAt: slot.endsAt, customerId: customer.id }
        const booked = await send('POST', '/bookings', desk)
        expect(booked.status, JSON.stringify(booked.body)).toBe(201)
      }
      const [channel] = (await get('/channels')).filter(({ hasPage }: { hasPage: boolean }) => hasPage)
      const [variant] = await variantsNow()
      const online = await nextOf(variant?.id ?? '', `&channelId=${channel.id}`)
      const post = (url: string, body: object) => api.request(`/public/${slug}${url}`, { method: 'POST', body })
      const { challenge } = (await post('/challenges', {})).body
      const hold = await post(`/holds?channel=${channel.code}`, {
        ...{ variantId: variant?.id, startsAt: online.startsAt, endsAt: online.endsAt, challenge, nonce: '0' },
      })
      expect(hold.status, JSON.stringify(hold.body)).toBe(201)
      now += 5000
      const confirmed = await post(`/holds/${hold.body.holdToken}/confirm`, {
        customer: { name: 'Ada', email: 'ada@example.com' },
      })
      expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(201)
    })

    test('brings twelve sample bookings, and all of it goes again', async () => {
      await addTenant()
      const before = await get('/setup/export')
      const plan = await send('POST', `/setup/templates/${key}/apply`, { sampleBookings: true, dryRun: true })
      expect(plan.status, JSON.stringify(plan.body)).toBe(200)
      expect(await get('/setup/export')).toEqual(before)
      const done = await applyTemplate(key, { sampleBookings: true })
      expect(done.summary).toEqual(plan.body.summary)

      const bookings = await get('/bookings?perPage=100')
      for (const { name } of await get('/customers')) expect(name).toMatch(/sample/i)
      expect(bookings).toHaveLength(12)
      for (const { startsAt, overrides } of bookings) {
        expect(Date.parse(startsAt) - now).toBeLessThan(14 * DAY)
        expect(overrides).toEqual([])
      }
      const { document, ...rest } = await get(`/setup/templates/${key}`)
      expect(rest).toEqual({ sampleBookings: 12, counts: counts[key] })
      expect(document).toMatchObject(documents[key] ?? {})
      const again = (await send('POST', '/setup/apply', document)).body.changes
      expect(again).toMatchObject([{ action: 'unmanaged', resource: 'channels', key: 'back-office' }])

      // Samples are no first booking.
      expect(await get(`/tenants/${tenantId}/setup-status`)).toMatchObject({ hasTeam: false, hasBooking: false })
      const made = await get('/setup/template')
      expect(made).toMatchObject({ template: key, changed: [], used: [] })
      const removed = await send('DELETE', '/setup/template')
      expect(removed.status, JSON.stringify(removed.body)).toBe(204)
      expect(await get('/setup/export')).toEqual(before)
      expect(await get('/customers')).toEqual([])
      expect((await send('GET', '/setup/template')).status).toBe(404)
      await applyTemplate(key)
    })
  })

  test('lists six, in English and German', async () => {
    const list = async (locale: string) =>
      (await api.request(`/setup/templates?locale=${locale}`, { as: superuser })).body
    const english = await list('en')
    expect(Object.fromEntries(english.map((one: { key: string; counts: object }) => [one.key, one.counts]))).toEqual(
      counts,
    )
    const german = await list('de-AT')
    for (const [index, { name, description }] of german.entries()) {
      expect(description).not.toBe(english[index].description)
      expect(name).not.toBe('')
    }
  })

  test('prices are in the currency of the tenant, names in its language', async () => {
    for (const [currency, amount] of [
      ['JPY', 3500],
      ['EUR', 3500],
      ['KWD', 35_000],
    ] as const) {
      await addTenant('?template=salon', { currency, locale: 'de' })
      const [short] = await variantsNow()
      expect(short).toMatchObject({ name: 'Kurze Haare', price: { amount, currency } })
    }
  })

  test('a new tenant begins with a template or with the set-up of another', async () => {
    const first = await addTenant('?template=sports&sampleBookings=true')
    expect(await get('/bookings?perPage=100')).toHaveLength(12)
    const document = await get('/setup/export')
    await addTenant(`?copyFrom=${first}`)
    expect(await get('/setup/export')).toEqual(document)
    const wrong = await api.request('/tenants?template=circus', {
      ...{ method: 'POST', as: superuser, body: { name: 'No', slug: 'no-circus', timeZone: 'Europe/Berlin' } },
    })
    expect(wrong.body.errors).toHaveProperty('template')
  })

  test('refuses a currency that there is not', async () => {
    await addTenant()
    for (const currency of ['ZZZ', 'eur', 'E'])
      expect((await send('GET', `/setup/templates/salon?currency=${currency}`)).body.errors).toHaveProperty('currency')
    expect((await send('GET', '/setup/templates/circus')).status).toBe(404)
  })

  test('what was edited goes only where that is said', async () => {
    await addTenant()
    const before = await get('/setup/export')
    await applyTemplate('salon')
    const [resource] = await get('/resources')
    await send('PATCH', `/resources/${resource.id}`, { name: 'Ann' })
    expect((await send('DELETE', '/setup/template')).status).toBe(409)
    expect((await send('DELETE', '/setup/template?includeChanged=true')).status).toBe(204)
    expect(await get('/setup/export')).toEqual(before)
  })

  test('who may, and what stands against it', async () => {
    await addTenant()
    const admin = await api.addPersonIn(tenantId, 'admin')
    expect((await send('POST', '/setup/templates/salon/apply', {}, admin)).status).toBe(403)
    expect((await send('POST', '/setup/templates/circus/apply', {})).status).toBe(404)
    await applyTemplate('salon')
    const again = await send('POST', '/setup/templates/clinic/apply', {})
    expect([again.status, again.body.code]).toEqual([409, 'not_empty'])

    const [resource] = await get('/resources')
    await send('PATCH', `/resources/${resource.id}`, { name: 'Ann' })
    const edited = await send('DELETE', '/setup/template')
    expect([edited.status, edited.body.code]).toEqual([409, 'conflict'])
    expect(edited.body.changed).toMatchObject([{ resource: 'resources', id: resource.id }])

    const [variant] = await variantsNow()
    const slot = await nextOf(variant?.id ?? '')
    const customer = (await send('POST', '/customers', { name: 'Ann' })).body
    await send('POST', '/bookings', { variantId: variant?.id, startsAt: slot.startsAt, customerId: customer.id })
    expect(await get(`/tenants/${tenantId}/setup-status`)).toMatchObject({ hasTeam: true, hasBooking: true })
    const before = await get('/setup/export')
    expect((await get('/setup/template')).used).toEqual(
      expect.arrayContaining([expect.objectContaining({ resource: 'variants', id: variant?.id })]),
    )
    const used = await send('DELETE', '/setup/template?includeChanged=true')
    expect([used.status, used.body.code]).toEqual([409, 'in_use'])
    expect(used.body.blocking.length).toBeGreaterThan(0)
    expect(await get('/setup/export')).toEqual(before)
  })
})
