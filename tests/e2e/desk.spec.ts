import type { Locator } from '@playwright/test'
import { parseLocalDate, zoneOf } from '../../src/scheduling'
import { spaApi } from './support/api'
import { accounts, chooseItem, expect, expectAccessible, openAs, test, visit as visitPage } from './support/test'
import { bookFor, cellAt, dragOver, middleOf, quietDay } from './support/timeline'

const date = quietDay(4)
const address = `/availability?date=${date}`
const spa = 'Harbor Spa'

test('dragging over free cells books, and closes a time, which can be taken back', async ({ page }) => {
  await openAs(page, accounts.admin, spa, address)
  await dragOver(page, 'Jonas Weber', '10:00', '10:30')
  const menu = page.getByRole('menu', { name: 'Jonas Weber, 10:00–11:00' })
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Book…' }).click()
  await bookFor(page, 'Dana Drag', 'Massage')
  await expect(page.getByRole('button', { name: /^Dana Drag, 10:00–11:00/ }).first()).toBeVisible()

  await dragOver(page, 'Aylin Kaya', '13:00', '14:30')
  await page.getByRole('menuitem', { name: 'Close this time…' }).click()
  const close = page.getByRole('dialog', { name: 'New Block' })
  await close.getByRole('textbox', { name: 'Reason' }).fill('First aid course')
  await expectAccessible(page)
  await close.getByRole('button', { name: 'Save' }).click()
  const closed = page.getByRole('gridcell', { name: '13:30: closed by a rule, First aid course' })
  await expect(closed).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(closed).toHaveCount(0)
})

test('cells are marked and booked by keyboard alone', async ({ page }) => {
  await openAs(page, accounts.admin, spa, address)
  const first = await cellAt(page, 'Jonas Weber', '15:00')
  await first.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('Marked: 15:00–16:00')).toBeAttached()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Book…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByRole('radio', { name: 'Massage', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('timer')).toContainText('Kept for you')
  const customer = dialog.getByRole('combobox', { name: 'Customer' })
  await customer.focus()
  await page.keyboard.type('Kay Keys')
  await page.getByRole('option', { name: 'New customer: Kay Keys' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'E-mail' }).focus()
  await page.keyboard.type(`kay-${Date.now()}@example.test`)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Kay Keys, 15:00–16:00/ }).first()).toBeVisible()
})

test('a refused time says why, and is booked all the same by those who may, or at the nearest free time', async ({
  page,
}) => {
  await openAs(page, accounts.staff, spa, address)
  await chooseItem(page, 'Facial')
  const refused = page.getByRole('gridcell', { name: /^(?!.*free)\d/ }).last()
  await refused.click()
  const why = page.getByRole('dialog', { name: /^Thursday/ })
  await expect(why.getByRole('heading', { name: 'The nearest free times' })).toBeVisible()
  await expectAccessible(page)
  await why.getByRole('button', { name: 'Book all the same…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await expect(dialog.getByRole('alert')).toContainText('This cannot be booked')
  await dialog.getByRole('textbox', { name: 'Reason for booking all the same' }).fill('Asked for by the owner')
  await dialog.getByRole('button', { name: 'Book all the same' }).click()
  await expect(dialog.getByRole('timer')).toContainText('Kept for you')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  await refused.click()
  await why.getByRole('region', { name: 'The nearest free times' }).getByRole('button').first().click()
  await expect(dialog.getByRole('timer')).toContainText('Kept for you')
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a long press and a drag mark, and a tap books', async ({ page }) => {
    await openAs(page, accounts.admin, spa, address)
    await (await cellAt(page, 'Jonas Weber', '14:00')).scrollIntoViewIfNeeded()
    const fingers = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const from = await middleOf(await cellAt(page, 'Jonas Weber', '14:00'))
    const to = await middleOf(await cellAt(page, 'Jonas Weber', '15:00'))
    await touch('touchStart', [from])
    await expect(page.getByText('Marked: 14:00–14:30')).toBeAttached()
    await touch('touchMove', [{ x: to.x, y: (from.y + to.y) / 2 }])
    await touch('touchMove', [to])
    await expect(page.getByText('Marked: 14:00–15:30')).toBeAttached()
    await touch('touchEnd', [])
    await expect(page.getByRole('menu', { name: 'Jonas Weber, 14:00–15:30' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    const start = await cellAt(page, 'Jonas Weber', '12:00')
    await start.scrollIntoViewIfNeeded()
    await start.tap()
    await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible()
    await bookFor(page, 'Tara Tap', 'Massage')
    await expect(page.getByRole('button', { name: /^Tara Tap, 12:00–12:30/ })).toBeVisible()
  })
})

test('a day is printed light and without what can be pressed', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, accounts.admin, spa, address)
  const grid = page.getByRole('grid')
  await expect(grid).toBeVisible()
  const paperOf = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--page').trim())
  const onScreen = await paperOf()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(grid).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.getByRole('complementary')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden()
  expect(await paperOf()).not.toBe(onScreen)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  // A4 landscape, in points, once.
  const sizes = Array.from(paper.matchAll(/\/MediaBox \[0 0 (\d+)[.\d]* (\d+)/g), ([, ...size]) => size.join(' × '))
  expect(sizes).toEqual(['841 × 594'])
})

const instantAt = (date: string, time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(zoneOf('Europe/Berlin').at(parseLocalDate(date), 60 * hours + minutes)).toISOString()
}

type Named = { id: string; name: string }

/** Colour and cut, by two of the demo's people. */
const salonOf = async (url: string) => {
  const api = await spaApi(url)
  const known: Named[] = await api.get('/resources?perPage=100')
  const idOf = (name: string) => known.find(one => one.name === name)?.id ?? ''
  const people = { jonas: idOf('Jonas Weber'), aylin: idOf('Aylin Kaya') }
  const resources = Object.values(people).map((resourceId, priority) => ({ resourceId, priority }))
  const offered = async (name: string, durationMinutes: number, amount: number): Promise<string> => {
    const [there]: Named[] = await api.get(`/catalog-items?q=${name}`)
    // Behind the demo's own, which other tests look for first.
    const item = there ?? (await api.post('/catalog-items', { name, sortOrder: 500 }))
    const variants = `/catalog-items/${item.id}/variants`
    if (there) return (await api.get(variants))[0].id
    const price = { amount, currency: 'EUR' }
    const variant = await api.post(variants, { durationMinutes, slotIntervalMinutes: 30, price })
    await api.put(`${variants}/${variant.id}/resources`, { resources })
    await api.post(`/catalog-items/${item.id}/activate`, {})
    return variant.id
  }
  return { api, people, colour: await offered('Colour', 60, 6000), cut: await offered('Cut', 30, 3000) }
}

test('colour and cut are booked for a caller in eight clicks, and by keyboard alone', async ({ page, server }) => {
  await salonOf(server.url)
  await openAs(page, accounts.admin, spa, `/availability?date=${quietDay(1, 1)}`)
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks++
  }
  const cell = await cellAt(page, 'Aylin Kaya', '10:00')
  const since = performance.now()
  await click(cell)
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await click(dialog.getByRole('radio', { name: 'Colour', exact: true }))
  await expect(dialog.getByRole('timer')).toContainText('Kept for you')
  await click(dialog.getByRole('button', { name: 'Add service' }))
  const second = dialog.getByRole('group', { name: 'Service 2' })
  await expect(dialog.getByRole('group', { name: 'Service 1' }).getByRole('combobox', { name: 'With' })).toHaveValue(
    /./,
  )
  await click(second.getByRole('option', { name: 'Cut', exact: true }))
  const plan = dialog.getByRole('region', { name: 'Plan' })
  await expect(plan.getByRole('listitem')).toHaveText(['10:00–11:00Colour · Aylin Kaya', '11:00–11:30Cut · Aylin Kaya'])
  await expect(dialog.getByText('€90.00')).toBeVisible()
  await expectAccessible(page)
  await click(dialog.getByRole('combobox', { name: 'Customer' }))
  await page.keyboard.type('Lena')
  await click(dialog.getByRole('option', { name: /^Lena Fischer/ }))
  await click(dialog.getByRole('button', { name: 'Book', exact: true }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Visit \w{8} booked for/)).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(8)
  // Without the time that a person needs to read and to aim.
  const seconds = ((performance.now() - since) / 1000).toFixed(1)
  test.info().annotations.push({ type: 'stopwatch', description: `${clicks} clicks, ${seconds} s` })
  const part = (name: RegExp) => page.getByRole('button', { name }).first()
  await expect(part(/^Lena Fischer, 10:00–11:00/)).toBeVisible()
  await expect(part(/^Lena Fischer, 11:00–11:30/)).toBeVisible()

  await (await cellAt(page, 'Jonas Weber', '14:00')).focus()
  await page.keyboard.press('Enter')
  const customer = dialog.getByRole('combobox', { name: 'Customer' })
  await expect(customer).toBeFocused()
  await page.keyboard.type('Lena')
  await dialog.getByRole('option', { name: /^Lena Fischer/ }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Colour', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('+')
  await expect(second.getByRole('combobox', { name: 'Service' })).toBeFocused()
  await page.keyboard.type('Cut')
  await second.getByRole('option', { name: 'Cut', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect(plan.getByRole('listitem')).toHaveText([
    '14:00–15:00Colour · Jonas Weber',
    '15:00–15:30Cut · Jonas Weber',
  ])
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(part(/^Lena Fischer, 15:00–15:30/)).toBeVisible()
})

test('a visit that is not free says which service and why, and is taken at the nearest time', async ({
  page,
  server,
}) => {
  const { api, cut, people } = await salonOf(server.url)
  const date = quietDay(1, 2)
  const customer = { name: 'Bea Busy', phone: '+4930222333' }
  for (const id of Object.values(people))
    await api.post('/bookings', { variantId: cut, startsAt: instantAt(date, '11:00'), resourceIds: [id], customer })
  await openAs(page, accounts.admin, spa, `/availability?date=${date}`)
  await (await cellAt(page, 'Aylin Kaya', '10:00')).click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByRole('radio', { name: 'Colour', exact: true }).check()
  await dialog.getByRole('button', { name: 'Add service' }).click()
  await dialog.getByRole('group', { name: 'Service 2' }).getByRole('option', { name: 'Cut', exact: true }).click()
  const refused = dialog.getByRole('alert')
  await expect(refused).toContainText('Cut cannot be booked')
  await expect(refused).toContainText(/Kaya|Weber/)
  await expectAccessible(page)
  const nearest = dialog
    .getByRole('region', { name: 'Cut cannot be booked' })
    .getByRole('button', { name: /\d\d:\d\d–/ })
  await expect(nearest).toHaveCount(3)
  await nearest.first().click()
  await expect(dialog.getByRole('region', { name: 'Plan' }).getByRole('listitem')).toHaveCount(2)
  await expect(refused).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add service' }).click()
  const third = dialog.getByRole('group', { name: 'Service 3' })
  await third.getByRole('option', { name: 'Cut', exact: true }).click()
  await third.getByRole('combobox', { name: 'For' }).selectOption({ label: 'Guest 2' })
  await expect(dialog.getByRole('region', { name: 'Plan' }).getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('region', { name: 'Plan' })).toContainText('Guest 2')
  await third.getByRole('button', { name: 'Quantity, wait and time' }).click()
  await third.getByRole('spinbutton', { name: 'Wait at least (min)' }).fill('90')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await third.getByRole('spinbutton', { name: 'Wait at least (min)' }).fill('')
  await expect(dialog.getByRole('region', { name: 'Plan' }).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove service 3' }).click()
  await expect(dialog.getByRole('region', { name: 'Plan' }).getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Remove service 2' }).click()
  await expect(dialog.getByRole('timer')).toContainText('Kept for you')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('a visit is seen as one, moved by a drag as a whole or in part, added to, and cancelled in part', async ({
  page,
  server,
}) => {
  const { api, colour, cut, people } = await salonOf(server.url)
  const date = quietDay(5, 1)
  const resourceIds = [people.aylin]
  const visit = await api.post('/bookings/visits', {
    startsAt: instantAt(date, '10:00'),
    customer: { name: 'Vera Visit', phone: '+4930444555' },
    parts: [
      { variantId: colour, resourceIds },
      { variantId: cut, resourceIds },
    ],
  })
  await openAs(page, accounts.admin, spa, `/availability?date=${date}`)
  const part = (times: string) => page.getByRole('button', { name: new RegExp(`^Vera Visit, ${times}`) }).first()
  await expect(part('10:00–11:00')).toHaveAccessibleName(/1 of 2$/)
  await expect(part('11:00–11:30')).toHaveAccessibleName(/2 of 2$/)
  await part('11:00–11:30').hover()
  await expect(part('10:00–11:00')).toHaveAttribute('data-lit', 'true')
  await page.keyboard.press('Escape')

  const dragTo = async (times: string, time: string) => {
    const { x, y } = await middleOf(await cellAt(page, 'Aylin Kaya', time))
    const box = await part(times).boundingBox()
    if (!box) throw new Error('The part is not in sight.')
    await page.mouse.move(box.x + box.width / 2, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(x, y, { steps: 6 })
    await page.mouse.up()
  }
  const move = page.getByRole('dialog', { name: /^Move visit/ })
  await dragTo('11:00–11:30', '15:00')
  await move.getByRole('radio', { name: 'This part' }).check()
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move.getByRole('alert')).toContainText('It would leave its place among the parts of its visit.')
  await move.getByRole('radio', { name: 'Whole visit' }).check()
  await expect(move.getByRole('region', { name: 'Plan' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move).toBeHidden()
  await expect(part('14:00–15:00')).toBeVisible()
  await expect(part('15:00–15:30')).toBeVisible()

  await visitPage(page, `/visits/${visit.id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Vera Visit/ })).toBeVisible()
  const services = page.getByRole('region', { name: 'Services' }).getByRole('listitem')
  await expect(services).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Actions for ${visit.reference}` }).click()
  await page.getByRole('menuitem', { name: 'Cancel visit…' }).click()
  const cancel = page.getByRole('dialog', { name: /^Cancel visit/ })
  await cancel.getByRole('checkbox', { name: /Colour/ }).uncheck()
  await expectAccessible(page)
  await cancel.getByRole('button', { name: 'Cancel services' }).click()
  await expect(cancel).toBeHidden()
  await expect(services.filter({ hasText: 'Cut' })).toContainText('Cancelled')
  await expect(services.filter({ hasText: 'Colour' })).toContainText('Confirmed')
  await services.filter({ hasText: 'Colour' }).getByRole('link').click()
  await page.getByRole('link', { name: '1 of 2' }).click()
  await expect(services).toHaveCount(2)
  await visitPage(page, '/visits/')
  await expect(page.getByRole('heading', { level: 1, name: 'Visits' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Vera Visit/ }).first()).toBeVisible()
  await expectAccessible(page)

  await visitPage(page, `/visits/${visit.id}`)
  await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible()
  await page.getByRole('button', { name: 'Add service…' }).click()
  const added = page.getByRole('dialog', { name: /^Add a service/ })
  await added.getByRole('option', { name: 'Cut', exact: true }).click()
  await added.getByRole('combobox', { name: 'For' }).selectOption({ label: 'Guest 2' })
  await expect(added.getByRole('region', { name: 'Plan' })).toContainText('Guest 2')
  await added.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(services).toHaveCount(3)

  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, `/visits/${visit.id}`)
  await expect(services).toHaveCount(3)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
