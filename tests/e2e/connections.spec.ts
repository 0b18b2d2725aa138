import { startReceiver } from '../api/support/receiver'
import { spaApi } from './support/api'
import { linkIn, mailTo } from './support/mails'
import { type RunningServer, removeData, startServer } from './support/server'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const spa = 'Harbor Spa'

type Api = Awaited<ReturnType<typeof spaApi>>

/** A room that is open day and night, after all others in the calendar, and one thing to book there for an hour. */
const openRoom = async (api: Api, name: string, values: object = {}) => {
  const [type] = await api.get('/resources/types')
  const weeklyHours = [1, 2, 3, 4, 5, 6, 7].map(dayOfWeek => ({ dayOfWeek, startTime: '00:00', endTime: '24:00' }))
  const schedule = await api.post('/schedules', { name, timeZone: 'Europe/Berlin', weeklyHours })
  const room = await api.post('/resources', {
    name,
    resourceTypeId: type.id,
    scheduleId: schedule.id,
    // Other tests on the same server look for the demo's own in the first columns of a phone.
    sortOrder: 100,
  })
  const item = await api.post('/catalog-items', { name })
  const variants = `/catalog-items/${item.id}/variants`
  const price = { amount: 1500, currency: 'EUR' }
  const variant = await api.post(variants, { name, durationMinutes: 60, slotIntervalMinutes: 60, price, ...values })
  await api.put(`${variants}/${variant.id}/resources`, { resources: [{ resourceId: room.id, priority: 0 }] })
  await api.post(`/catalog-items/${item.id}/activate`, {})
  return { roomId: room.id as string, variantId: variant.id as string }
}

/** The full hour so many days from now, in epoch ms. */
const inDays = (days: number): number => Math.ceil(Date.now() / HOUR) * HOUR + days * DAY
const iso = (at: number): string => new Date(at).toISOString()

/** Calendar programs read lines of any length as one. */
const unfolded = (calendar: string): string => calendar.replace(/\r\n[ \t]/g, '')

test('a calendar feed names bookings to whoever has its address, until it has a new one', async ({ page, server }) => {
  const api = await spaApi(server.url)
  const { variantId } = await openRoom(api, 'Feed room')
  const startsAt = iso(inDays(3))
  const booking = await api.post('/bookings', { variantId, startsAt, customer: { name: 'Fay', phone: '+4930111' } })

  await openAs(page, accounts.admin, spa, '/settings/calendar-feeds/')
  await page.getByRole('link', { name: 'New Calendar Feed' }).first().click()
  const form = page.getByRole('dialog', { name: 'New Calendar Feed' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Whole house')
  await form.getByRole('combobox', { name: 'Bookings of' }).click()
  await page.getByRole('option', { name: 'Everything' }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('dialog', { name: 'The address of your calendar' })
  const address = shown.getByRole('textbox', { name: 'Address' })
  const read = async (url: string, headers: Record<string, string> = {}) =>
    fetch(new URL(new URL(url).pathname, server.url), { headers })

  const first = await address.inputValue()
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  const answer = await read(first)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/calendar')
  expect(unfolded(await answer.text())).toContain(booking.reference)
  const etag = answer.headers.get('etag') ?? ''
  expect((await read(first, { 'if-none-match': etag })).status).toBe(304)

  await page.getByRole('button', { name: 'Actions for Whole house' }).click()
  await page.getByRole('menuitem', { name: 'New address…' }).click()
  const question = page.getByRole('alertdialog', { name: 'New address for “Whole house”?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'New address' }).click()
  await expect(address).toBeVisible()
  const second = await address.inputValue()
  expect(second).not.toBe(first)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'I have copied it' }).click()
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
})

const stamp = (at: number): string => iso(at).replace(/[-:]|\.000/g, '')

test('what another calendar says is drawn among the times of a resource, and cannot be booked', async ({ page }) => {
  // A server of its own, which may read from this machine.
  const server: RunningServer = await startServer({ env: { WEBHOOK_ALLOW_PRIVATE: 'on' } })
  const start = inDays(2)
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:theirs', 'BEGIN:VEVENT', 'UID:dentist', 'SUMMARY:Dentist']
  const calendar = [
    ...lines,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + 2 * HOUR)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
  const theirs = await startReceiver(
    (_, response) => void response.writeHead(200, { 'content-type': 'text/calendar' }).end(calendar.join('\r\n')),
  )
  try {
    const api = await spaApi(server.url)
    const { roomId, variantId } = await openRoom(api, 'Busy room')
    await openAs(page, accounts.admin, spa, `/setup/resources/${roomId}/edit`, server.url)
    await page.getByRole('link', { name: 'New Busy Calendar' }).first().click()
    const form = page.getByRole('dialog', { name: 'New Busy Calendar' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Private')
    await form.getByRole('textbox', { name: 'Address' }).fill(`${theirs.url}/private.ics`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect.poll(async () => (await api.get(`/resources/${roomId}/busy-calendars`))[0].eventCount).toBe(1)

    const customer = { name: 'Bea', phone: '+4930222' }
    const refused = await api.send('POST', '/bookings', { variantId, startsAt: iso(start), customer })
    expect(refused.status).toBe(409)
    expect(refused.body.reasons.map(({ code }: { code: string }) => code)).toContain('external_busy')
    await api.post('/bookings', { variantId, startsAt: iso(start + 2 * HOUR), customer })

    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(start)
    await page.goto(`${server.url}/availability?date=${date}&view=day`)
    await expect(page.getByText('Taken elsewhere').first()).toBeVisible()
    await expectAccessible(page)
  } finally {
    await theirs.close()
    await server.stop()
    await removeData(server.dataDir)
  }
})

test('the link of a hold is mailed from its page, and whoever opens it confirms the booking', async ({
  page,
  server,
}) => {
  const api = await spaApi(server.url)
  const { variantId } = await openRoom(api, 'Held room')
  const hold = await api.post('/bookings', {
    ...{ variantId, startsAt: iso(inDays(4)), hold: true },
    customer: { name: 'Hanna', email: 'hanna@mail.example', locale: 'en' },
  })
  await openAs(page, accounts.admin, spa, `/bookings/${hold.id}`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Send link to confirm…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send link to confirm/ })
  await expect(dialog.getByRole('textbox', { name: 'To' })).toHaveValue('hanna@mail.example')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send link to confirm' }).click()
  await expect(dialog).toBeHidden()

  const link = linkIn(await mailTo(server, 'hanna@mail.example', 'Held for you'))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByText('Held room').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Booked' })).toBeVisible()
  expect((await api.get(`/bookings/${hold.id}`)).status).toBe('confirmed')
})

test('a place that comes free is offered by mail to who waits for it, who accepts it there', async ({
  page,
  server,
}) => {
  const api = await spaApi(server.url)
  const { variantId } = await openRoom(api, 'Waited room', { waitlistEnabled: true, waitlistOffers: 'automatic' })
  const start = inDays(5)
  const startsAt = iso(start)
  const booking = await api.post('/bookings', { variantId, startsAt, customer: { name: 'Willa', phone: '+4930333' } })
  const customer = { name: 'Wim', email: 'wim@mail.example', locale: 'en' }
  const windows = [{ startsAt, endsAt: iso(start + HOUR) }]
  const entry = await api.post('/bookings/waitlist', { variantId, customer, windows })
  await api.post(`/bookings/${booking.id}/cancel`, { by: 'customer', reason: 'Ill' })

  const link = linkIn(await mailTo(server, 'wim@mail.example', 'A place is free'))
  await page.goto(`${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'A place for you' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Booked' })).toBeVisible()
  expect((await api.get(`/bookings/waitlist/${entry.id}`)).status).toBe('converted')
})
