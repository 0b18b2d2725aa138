import type { Locator, Page, Request } from '@playwright/test'
import { type Client, signInOverHttp } from './support/api'
import { accounts, chooseItem, expect, expectAccessible, openAs, test } from './support/test'

const DAY = 86_400_000
const spa = 'Harbor Spa'
const dateIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const weekdayOf = (date: string): number => new Date(date).getUTCDay()

/** A Wednesday on which everybody works, later than the demo's bookings and sooner than one may book ahead. */
const quietWednesday = (): string => {
  const found = Array.from({ length: 21 }, (_, index) => dateIn(57 + index)).find(
    date => weekdayOf(date) === 3 && !['12-25', '12-26', '01-01'].includes(date.slice(5)),
  )
  if (!found) throw new Error('Three weeks without a Wednesday that is open.')
  return found
}
const date = quietWednesday()

interface Named {
  id: string
  name: string
}

/** Calls the API as an owner of Harbor Spa. */
const clientOf = async (url: string) => {
  const client: Client = await signInOverHttp(url)
  const tenants = (await (await fetch(`${url}/api/tenants`, { headers: client.headers })).json()) as Named[]
  const tenantId = tenants.find(({ name }) => name === spa)?.id ?? ''
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      headers: { ...client.headers, 'x-tenant-id': tenantId },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const named = async (path: string, name: string): Promise<string> => {
    const found = (await call<Named[]>(`${path}?perPage=100&q=${encodeURIComponent(name)}`)).find(
      one => one.name === name,
    )
    if (!found) throw new Error(`${path} has no ${name}.`)
    return found.id
  }
  return {
    call,
    named,
    /** Books a Facial at a local time of the quiet day for somebody new. */
    book: async (time: string, customer: string, values: object = {}) => {
      const item = await named('/catalog-items', 'Facial')
      const [variant] = await call<Named[]>(`/catalog-items/${item}/variants`)
      const offset = new Date(`${date}T12:00Z`).toLocaleString('en', {
        timeZone: 'Europe/Berlin',
        hour: 'numeric',
        hour12: false,
      })
      const startsAt = new Date(Date.parse(`${date}T${time}:00Z`) - (Number(offset) - 12) * 3_600_000).toISOString()
      return call<{ id: string; reference: string; startsAt: string; resourceIds: string[]; customerId: string }>(
        '/bookings',
        {
          variantId: variant?.id,
          startsAt,
          customer: { name: customer, phone: `+49151${Math.floor(1e7 + Math.random() * 9e7)}` },
          ...values,
        },
      )
    },
  }
}

const openDay = async (page: Page, account: string = accounts.admin) => {
  await openAs(page, account, spa, `/availability?date=${date}`)
  await expect(page.getByRole('grid')).toBeVisible()
}

/** With the mouse, as a hand does: press, move, let go. */
const drag = async (page: Page, from: Locator, to: Locator) => {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('Nothing to drag, or nowhere to drag it.')
  await page.mouse.move(start.x + start.width / 2, start.y + 6)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('a booking is dragged to another time and taken back; where it may not go the reason is said; a colleague sees it at once', async ({
  page,
  browser,
  server,
}) => {
  const api = await clientOf(server.url)
  await api.book('10:00', 'Dora Drag')
  const elsewhere = await browser.newContext({ baseURL: server.url })
  const colleague = await elsewhere.newPage()
  await openDay(colleague, accounts.staff)
  await openDay(page)
  const block = (where: Page, time: string) =>
    where.getByRole('button', { name: new RegExp(`^Dora Drag, ${time}`) }).first()
  await expect(block(page, '10:00')).toBeVisible()
  await expect(block(colleague, '10:00')).toBeVisible()

  const cell = (time: string, column: number) =>
    page.getByRole('gridcell', { name: new RegExp(`^${time}`) }).and(page.locator(`[data-column="${column}"]`))
  const columnOf = async () => {
    const { x = 0, y = 0 } = (await block(page, '10:00').boundingBox()) ?? {}
    return page.evaluate(
      ([left, top]) =>
        document
          .elementsFromPoint(left, top)
          .map(one => one.getAttribute('data-column'))
          .find(Boolean),
      [x + 8, y + 4] as const,
    )
  }
  const column = Number(await columnOf())
  await drag(page, block(page, '10:00'), cell('12:00', column))
  await expect(block(page, '12:00')).toBeVisible()
  await expect(block(colleague, '12:00')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(block(page, '10:00')).toBeVisible()
  await expect(block(colleague, '10:00')).toBeVisible()
  await elsewhere.close()

  await api.book('14:00', 'Otto Other')
  await expect(page.getByRole('button', { name: /^Otto Other, 14:00/ }).first()).toBeVisible()
  await drag(page, block(page, '10:00'), cell('14:00', column))
  const refused = page.getByRole('dialog', { name: /^Move booking/ })
  await expect(refused.getByRole('alert')).toContainText('This cannot be booked')
  await expect(refused.getByText('The nearest free times:')).toBeVisible()
  await expectAccessible(page)
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await expect(block(page, '10:00')).toBeVisible()
})

test('a booking that is pointed at lights up on all its resources, and its card answers a call', async ({
  page,
  server,
}) => {
  const api = await clientOf(server.url)
  const { id, reference } = await api.book('18:00', 'Carla Card', { notes: 'Likes silence' })
  await openDay(page)
  const parts = page.getByRole('button', { name: /^Carla Card, 18:00/ })
  await expect(parts).toHaveCount(2)
  await parts.first().scrollIntoViewIfNeeded()
  await parts.first().hover()
  for (const index of [0, 1]) await expect(parts.nth(index)).toHaveAttribute('data-lit', 'true')
  const card = page.getByRole('group', { name: `Booking ${reference}` })
  for (const told of [reference, 'Likes silence', /^0151/, /€69.00 · Unpaid · €69.00 due/])
    await expect(card.getByText(told).first()).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colors')
  await page.emulateMedia({ colorScheme: 'light' })
  await card.getByRole('button', { name: `Actions for ${reference}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel booking…' }).click()
  await expect(page.getByRole('dialog', { name: /^Cancel booking/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Move…' }).click()
  await expect(page.getByRole('dialog', { name: /^Move booking/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.move(0, 0)
  await expect(card).toBeHidden()

  await page.keyboard.press('Escape')
  await parts.first().focus()
  await page.keyboard.press('Shift')
  await expect(card).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('link', { name: 'Carla Card' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(parts.first()).toBeFocused()
  await api.call(`/bookings/${id}/cancel`, {})
})

test('a booking goes to another therapist, and beyond the opening hours for a reason that is kept', async ({
  page,
  server,
}) => {
  const api = await clientOf(server.url)
  const { id } = await api.book('11:00', 'Rita Reassign')
  await openAs(page, accounts.staff, spa, `/bookings/${id}`)
  const move = page.getByRole('dialog', { name: /^Move booking/ })
  await page.getByRole('button', { name: 'Move…' }).click()
  const therapist = move.getByRole('combobox', { name: 'Therapist' })
  const before = await therapist.locator('option:checked').textContent()
  const other = before === 'Aylin Kaya' ? 'Mia Brandt' : 'Aylin Kaya'
  await therapist.selectOption(other)
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move).toBeHidden()
  await expect(page.getByRole('main')).toContainText(other)

  await page.getByRole('button', { name: 'Move…' }).click()
  await move.getByRole('textbox', { name: 'Date' }).press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByRole('button', { pressed: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await move.getByRole('button', { name: 'Choose from a list' }).click()
  const times = page.getByRole('dialog', { name: 'Times' })
  await expect(times.getByRole('option', { selected: true })).toBeFocused()
  await expectAccessible(page)
  await times.getByRole('option', { name: '20:45' }).click()
  await expect(move.getByRole('textbox', { name: 'Time' })).toHaveValue('20:45')
  await move.getByRole('textbox', { name: 'Time' }).fill('21:00')
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move.getByRole('alert')).toContainText('is closed at')
  await move.getByRole('button', { name: 'Move all the same' }).click()
  await expect(move.getByText('Say why')).toBeVisible()
  await move.getByRole('textbox', { name: 'Reason for booking all the same' }).fill('A guest of honour')
  await move.getByRole('button', { name: 'Move all the same' }).click()
  await expect(move).toBeHidden()
  await expect(page.getByText('A guest of honour').first()).toBeVisible()
})

test('bookings are found by several statuses, resource, type, item, channel, customer and dates, and exported', async ({
  page,
  server,
}) => {
  const api = await clientOf(server.url)
  const customer = await api.named('/customers', 'Lena Fischer')
  const [one, other] = [
    await api.book('15:00', '', { customer: undefined, customerId: customer }),
    await api.book('16:00', '', { customer: undefined, customerId: customer }),
  ]
  await api.call(`/bookings/${other?.id}/cancel`, {})
  await openAs(page, accounts.admin, spa, '/bookings/')
  const filters = page.getByRole('group', { name: 'Filters' })
  await page.getByRole('tab', { name: /^All/ }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Reference' }).check()
  await page.keyboard.press('Escape')
  const openFilter = async (filter: string, isInSight: boolean) => {
    if (isInSight) return filters.getByRole('button', { name: filter, exact: true }).click()
    await filters.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: filter }).click()
  }
  const pick = async (filter: string, text: string, isInSight = true) => {
    await openFilter(filter, isInSight)
    const form = page.getByRole('dialog', { name: filter })
    const found = page.waitForResponse(response => new URL(response.url()).searchParams.get('q') === text)
    await form.getByRole('combobox').fill(text)
    await found
    await page.getByRole('option', { name: text }).first().click()
    await expect(page.locator('strong', { hasText: text })).toBeVisible()
    await expect(page.getByRole('listbox')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
  await openFilter('Status', false)
  const statuses = page.getByRole('dialog', { name: 'Status' })
  await statuses.getByRole('checkbox', { name: 'Confirmed' }).check()
  await statuses.getByRole('checkbox', { name: 'Cancelled' }).check()
  await page.keyboard.press('Escape')
  await expect(filters.getByRole('button', { name: 'Status: Confirmed, Cancelled' })).toBeVisible()
  await filters.getByRole('button', { name: 'Starts' }).click()
  await page.getByRole('dialog', { name: 'Starts' }).getByLabel('From').fill(date)
  await page.getByRole('dialog', { name: 'Starts' }).getByLabel('To').fill(date)
  await page.keyboard.press('Escape')
  // What it says now pushes the next filter aside.
  await expect(filters.getByRole('button', { name: /^Starts: .*2027 – / })).toBeVisible()
  await pick('Resource', 'Anchor room')
  await pick('Resource type', 'Treatment room', false)
  await pick('Item', 'Facial')
  await pick('Customer', 'Lena Fischer', false)
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('tab', { name: /^Cancelled\s*1$/ })).toBeVisible()
  for (const booking of [one, other])
    await expect(page.getByRole('cell', { name: booking?.reference ?? '', exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Columns shown' }).click(),
  ])
  const lines = (await (await file.createReadStream()).toArray()).join('').trim().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines.join()).toContain(one?.reference)

  await filters.getByRole('button', { name: 'Status: Confirmed, Cancelled' }).click()
  await statuses.getByRole('checkbox', { name: 'Cancelled' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(2)
})

/** Whether no call that `path` names has been on its way for a second. */
const watchCalls = (page: Page, path: RegExp): (() => boolean) => {
  const open = new Set<Request>()
  let last = Date.now()
  const end = (request: Request) => {
    if (open.delete(request)) last = Date.now()
  }
  page.on('request', request => path.test(request.url()) && open.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => open.size === 0 && Date.now() - last > 1000
}

test('a hold counts down to its end, and says so', async ({ page }) => {
  const isQuiet = watchCalls(page, /\/api\/(?:availability|bookings(?!\/live))/)
  await openDay(page)
  await chooseItem(page, 'Facial')
  await page.clock.install()
  await page
    .getByRole('gridcell', { name: /^18:00.*free/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  const timer = dialog.getByRole('timer')
  await expect(timer).toContainText('Kept for you')
  // A call that is on its way would be as late as the clock says.
  await expect(dialog.getByRole('button', { name: /^\d\d:\d\d$/ }).first()).toBeVisible()
  const left = await timer.textContent()
  await expect.poll(isQuiet).toBe(true)
  await page.clock.fastForward(60_000)
  await expect(timer).not.toHaveText(left ?? '')
  await expect.poll(isQuiet).toBe(true)
  await page.clock.fastForward(15 * 60_000)
  await expect(dialog.getByText(/no longer kept/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep it longer' })).toBeHidden()
})

test('the history of a booking is not printed, that of a customer is', async ({ page, server }) => {
  const { id, customerId } = await (await clientOf(server.url)).book('13:00', 'Petra Paper')
  const history = page.getByRole('button', { name: 'History', exact: true })
  await openAs(page, accounts.admin, spa, `/bookings/${id}`)
  await expect(history).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(history).toBeHidden()
  await page.goto(`/customers/${customerId}`)
  await expect(history).toBeVisible()
})

test('two customers become one, who is then forgotten', async ({ page, server }) => {
  const api = await clientOf(server.url)
  const first = await api.book('17:00', 'Nora Twice')
  const second = await api.book('09:00', 'Nora Twice Again')
  for (const { id } of [first, second]) await api.call(`/bookings/${id}/cancel`, {})
  await openAs(page, accounts.admin, spa, `/customers/${second.customerId}`)
  const openActions = () => page.getByRole('button', { name: /^Actions for Nora Twice/ }).click()
  await openActions()
  await page.getByRole('menuitem', { name: 'Merge…' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge: Nora Twice Again' })
  await merge.getByRole('combobox', { name: 'Who stays' }).fill('Nora Twice')
  await page
    .getByRole('option', { name: /^Nora Twice/ })
    .first()
    .click()
  await expectAccessible(page)
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Twice', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('Facial', { exact: false })).toHaveCount(2)

  await openActions()
  await page.getByRole('menuitem', { name: 'Anonymize…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anonymize' }).click()
  await expect(page.getByText('Anonymized: only the bookings are left.')).toBeVisible()
  await expect(page.getByText('Nora Twice')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New Booking' })).toBeHidden()
})
