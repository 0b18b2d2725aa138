import { accounts, chooseItem, expect, expectAccessible, openAs, test } from './support/test'
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
