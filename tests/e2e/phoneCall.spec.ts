import type { Page } from '@playwright/test'
import { accounts, chooseItem, expect, expectAccessible, holdBack, openAs, pieceOf, test, visit } from './support/test'

const holidays = ['12-25', '12-26', '01-01']
const dateIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A Tuesday with a working day after it, later than the demo's bookings and sooner than one may book ahead. */
const quietTuesday = (): string => {
  const candidates = Array.from({ length: 21 }, (_, index) => dateIn(57 + index))
  const isOpen = (date: string) => !holidays.includes(date.slice(5))
  const found = candidates.find(
    (date, index) => new Date(date).getUTCDay() === 2 && isOpen(date) && isOpen(candidates[index + 1] ?? date),
  )
  if (!found) throw new Error('Three weeks without a Tuesday that is open.')
  return found
}

const nextDay = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

const openFacials = async (page: Page, account: string, date: string) => {
  await openAs(page, account, 'Harbor Spa', `/availability?date=${date}`)
  await chooseItem(page, 'Facial')
  await expect(page.getByRole('grid')).toBeVisible()
}

test('a phone call: a place is held, booked for somebody new, moved by a day, refused with the reason, cancelled', async ({
  page,
  browser,
  baseURL,
}) => {
  const date = quietTuesday()
  // A colleague looks at the same day.
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  const colleague = await elsewhere.newPage()
  await openFacials(colleague, accounts.staff, date)

  await openFacials(page, accounts.admin, date)
  await page.getByRole('button', { name: 'Next available' }).click()
  await page.getByRole('status').getByRole('link').first().click()
  await page
    .getByRole('gridcell', { name: /^09:00.*free/ })
    .first()
    .click()

  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await expect(dialog.getByRole('timer')).toContainText('Kept for you')
  await expect(dialog.getByText('€69.00').last()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Wanda Phone')
  await dialog.getByRole('option', { name: 'New customer: Wanda Phone' }).click()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('0151 12345678')
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(colleague.getByRole('button', { name: /^Wanda Phone, 09:00/ }).first()).toBeVisible()
  await elsewhere.close()

  await page
    .getByRole('button', { name: /^Wanda Phone, 09:00/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Wanda Phone' }).getByRole('link', { name: 'Open the booking' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Wanda Phone · Facial/ })).toBeVisible()
  await expectAccessible(page)

  const move = page.getByRole('dialog', { name: /^Move booking/ })
  const moveTo = async (day: string, time: string, says: RegExp) => {
    await page.getByRole('button', { name: 'Move…' }).click()
    await move.getByRole('textbox', { name: 'Date' }).fill(day)
    await move.getByRole('textbox', { name: 'Time' }).fill(time)
    await expect(move.getByRole('status')).toContainText(says)
    await expectAccessible(page)
    await move.getByRole('button', { name: 'Move', exact: true }).click()
  }
  await moveTo(nextDay(date), '09:00', /09:00–.*€69\.00 ?Free/)
  await expect(page.getByText(/^Moved to Wed/)).toBeVisible()
  await expect(move).toBeHidden()

  await moveTo(nextDay(date), '03:00', /is closed at/)
  await expect(move.getByRole('alert')).toContainText('is closed at')
  await expect(move.getByText('The nearest free times:')).toBeVisible()
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel booking…' }).click()
  const cancel = page.getByRole('dialog', { name: /^Cancel booking/ })
  await cancel.getByRole('combobox', { name: /^Who cancels/ }).click()
  await page.getByRole('option', { name: 'The customer' }).click()
  await cancel.getByRole('textbox', { name: 'Reason' }).fill('Called off')
  await cancel.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('Called off', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
})

for (const width of [1280, 390])
  test(`home, bookings and customers are accessible at ${width} px, and nothing scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAs(page, accounts.admin, 'Harbor Spa')
    const look = async (heading: string) => {
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await look('Ada Admin')
    if (width === 1280) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, 'colors')
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await page.getByRole('button', { name: 'New booking' }).click()
    const dialog = page.getByRole('dialog', { name: 'New booking' })
    await expect(dialog.getByRole('button', { name: /^\d\d:\d\d$/ }).first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    const showCards = await holdBack(page, await pieceOf('src/crud/list/RecordCards.tsx'))
    await page.goto('/bookings/')
    const panelId = await page.getByRole('tab', { selected: true }).getAttribute('aria-controls')
    await expect(page.locator(`[id="${panelId}"]`)).toBeAttached()
    showCards()
    await look('Bookings')
    await visit(page, '/customers/')
    await look('Customers')
    await expect(page.getByText('0170 1234501')).toBeVisible()
    await page.getByRole('link', { name: 'Lena Fischer' }).click()
    await look('Lena Fischer')
  })
