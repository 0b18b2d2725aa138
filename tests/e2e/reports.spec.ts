import { readFile } from 'node:fs/promises'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

test('a week is answered in a sentence, and its figures lead to the bookings behind them', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa')
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report: Bookings')
  await expect(page.getByRole('status').filter({ hasText: /^Last week: \d+ bookings/ })).toBeVisible()
  const table = page.getByRole('table', { name: /^Bookings by Day/ })
  await expect(table.getByRole('row')).toHaveCount(9)
  await expectAccessible(page)

  const days = await table.locator('tbody tr td:nth-child(2)').allInnerTexts()
  const sum = days.reduce((total, text) => total + Number.parseInt(text, 10), 0)
  const figure = table.locator('tbody td:nth-child(2) a').first()
  const count = Number(await figure.innerText())
  await expect(table.locator('tfoot td').first()).toHaveText(new RegExp(`^${sum}`))
  await figure.click()
  await expect(page).toHaveURL(/\/bookings\/\?filter=/)
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(count)
})

test('a report keeps its period in the address, is a file, and is paper without the shell', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/reports/revenue?period=thisWeek')
  await page.getByLabel('By', { exact: true }).selectOption('Item')
  await expect(page).toHaveURL(/by=item/)
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Busiest hours' }).click()
  await expect(page).toHaveURL(/busiest-hours\?period=thisWeek$/)
  await expect(page.getByRole('table', { name: /^Bookings by weekday and hour/ })).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV file' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^\uFEFFweekday,hour,bookings,/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('complementary', { name: 'Slotwise' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'CSV file' })).toBeHidden()
})

test('a viewer reads reports, but not what was refused', async ({ page }) => {
  await openAs(page, accounts.viewer, 'City Courts', '/reports/utilisation?by=resource')
  await expect(page.getByRole('table', { name: /^Utilization by Resource/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Unmet requests' })).toHaveCount(0)
  await page.goto('/reports/refused-demand')
  await expect(page.getByText('Unmet requests are for staff.')).toBeVisible()
})
