import type { Page } from '@playwright/test'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

const DAY = 86_400_000
const spa = 'Harbor Spa'

/** A client of the API with the session of a page. */
const apiOf = async (page: Page) => {
  const { token, tenantId } = await page.evaluate(() => ({
    token: JSON.parse(localStorage.getItem('slotwise.auth') ?? '{}').access_token as string,
    tenantId: JSON.parse(localStorage.getItem('slotwise.currentTenant') ?? '{}').tenantId as string,
  }))
  const headers = { authorization: `Bearer ${token}`, 'X-Tenant-ID': tenantId }
  const send = async (method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
    expect(answer.status(), await answer.text()).toBeLessThan(300)
    return answer.json()
  }
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, data: object) => send('POST', path, data),
    put: (path: string, data: object) => send('PUT', path, data),
  }
}

/** A class of two that is full, with two people who wait for it. */
const fullClass = async (page: Page) => {
  const api = await apiOf(page)
  const [type] = await api.get('/resources/types')
  const hours = [1, 2, 3, 4, 5, 6, 7].map(dayOfWeek => ({ dayOfWeek, startTime: '00:00', endTime: '24:00' }))
  const schedule = await api.post('/schedules', { name: 'Day and night', timeZone: 'UTC', weeklyHours: hours })
  const hall = await api.post('/resources', {
    name: 'Waiting hall',
    resourceTypeId: type.id,
    capacity: 2,
    scheduleId: schedule.id,
    // Other tests on the same server look for the demo's own in the first columns of a phone.
    sortOrder: 100,
  })
  const item = await api.post('/catalog-items', { name: 'Evening yoga' })
  const variants = `/catalog-items/${item.id}/variants`
  const variant = await api.post(variants, {
    name: 'Class',
    durationMinutes: 60,
    slotIntervalMinutes: 60,
    capacityMode: 'session',
    price: { amount: 1500, currency: 'EUR' },
    waitlistEnabled: true,
    waitlistOffers: 'automatic',
  })
  await api.put(`${variants}/${variant.id}/resources`, { resources: [{ resourceId: hall.id, priority: 0 }] })
  await api.post(`/catalog-items/${item.id}/activate`, {})
  const start = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY + 18 * 3_600_000
  const [startsAt, endsAt] = [new Date(start).toISOString(), new Date(start + 3_600_000).toISOString()]
  const book = (name: string) =>
    api.post('/bookings', { variantId: variant.id, startsAt, customer: { name, email: `${name}@yoga.example` } })
  const wait = (name: string) =>
    api.post('/bookings/waitlist', { variantId: variant.id, customer: { name }, windows: [{ startsAt, endsAt }] })
  const bookings = [await book('Berta'), await book('Bruno')]
  return { bookings, waiting: [await wait('Wanda'), await wait('Willi')] }
}

const cancel = async (page: Page, id: string, says: string[]): Promise<void> => {
  await page.goto(`/bookings/${id}`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel booking…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Cancel booking/ })
  for (const text of says) await expect(dialog.getByText(text, { exact: false })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(dialog).toBeHidden()
}

test('a full class that empties is offered to those who wait, one after the other', async ({ page }) => {
  await openAs(page, accounts.admin, spa, '/waitlist')
  const { bookings, waiting } = await fullClass(page)
  await page.reload()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expect(row('Wanda').getByRole('cell', { name: '1', exact: true })).toBeVisible()
  await expect(row('Willi').getByRole('cell', { name: '2', exact: true })).toBeVisible()
  await expectAccessible(page)

  await cancel(page, bookings[0].id, ['2 people are waiting for this', 'Offered to Wanda as soon as it is free'])
  await page.goto('/')
  const offered = page.getByRole('region', { name: 'Offered places' })
  await expect(offered.getByText('Wanda')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0
  await expect.poll(async () => (await top('Offered places')) < (await top('Utilization this week'))).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`/waitlist/${waiting[0].id}/edit`)
  await expect(page.getByRole('heading', { name: 'Wanda' })).toBeVisible()
  await expect(page.getByText(/Waiting for an answer/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept…' }).click()
  const accept = page.getByRole('dialog', { name: /^Accept/ })
  await expect(accept.getByText('Wanda has no e-mail address')).toBeVisible()
  await expectAccessible(page)
  await accept.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Accepted').first()).toBeVisible()

  await cancel(page, bookings[1].id, ['1 person is waiting for this'])
  await page.goto('/waitlist')
  await expect(row('Willi').getByText('Offered', { exact: true })).toBeVisible()
  await expect(row('Wanda')).toHaveCount(0)
})
