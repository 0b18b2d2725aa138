import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const fills = (page: Page, header: string) => page.getByRole('combobox', { name: `What “${header}” fills` })
const shownDownload = async (page: Page, button: string): Promise<string> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile(await (await download).path(), 'utf8')
}

test('refused rows are corrected in a file of their own, and the history knows what became of both', async ({
  page,
}) => {
  const mark = `r${Date.now()}`
  await openAs(page, accounts.admin, 'Harbor Spa', '/customers/import')
  const rows = [`${mark}-1;Ann ${mark};ann-${mark}@moved.example;red`, `${mark}-2;Bob ${mark};nobody;blue`]
  await choose(page, `${mark}.csv`, ['Kundennummer;Name;E-Mail;Farbe', ...rows].join('\n'))
  await expect(page.getByText(/^A row changes the record with the same External id, E-mail, Name/)).toBeVisible()
  await fills(page, 'Farbe').selectOption('notes')
  await expect(fills(page, 'Farbe')).toHaveValue('notes')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 new · 1 refused')).toBeVisible()
  await expectAccessible(page)

  const refused = await shownDownload(page, 'Download the refused rows')
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, `${mark}-errors.csv`, refused.replace('nobody', `bob-${mark}@moved.example`))
  // As in the file that they are from.
  await expect(fills(page, 'Farbe')).toHaveValue('notes')
  await expect(fills(page, '_errors')).toHaveValue('')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 new', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Import another file' }).click()
  const history = page.getByRole('listitem')
  await expect(history.filter({ hasText: `${mark}.csv` })).toContainText('1 new · 1 refused')
  await expect(history.filter({ hasText: `${mark}-errors.csv` })).toContainText('1 new')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await history
    .filter({ hasText: `${mark}.csv` })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Take back the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back the import' }).click()
  await expect(page.getByRole('heading', { name: /: Taken back$/ })).toBeVisible()
  await expect(page.getByText('1 new record deleted')).toBeVisible()
})

test('bookings have columns of their own, and the screen asks what a file leaves open', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/import')
  const row = 'Facial;Ann;ann@moved.example;03/04/2026 10:00;1,234;window seat'
  await choose(page, 'bookings.csv', `Service;Customer name;Customer email;Start;Price;Wish\n${row}\n`)
  const asked = page.getByRole('alert').filter({ hasText: 'The file leaves this open' })
  await expect(asked).toBeVisible()
  for (const [header, field] of Object.entries({
    ...{ Service: 'variantId', 'Customer name': 'customerName', 'Customer email': 'customerEmail' },
    ...{ Start: 'startsAt', Price: 'total', Wish: '' },
  }))
    await expect(fills(page, header)).toHaveValue(field)
  await expect(page.getByText(/^No column says which records/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeDisabled()
  await fills(page, 'Wish').selectOption('externalId')
  await expectAccessible(page)
  for (const [name, answer] of Object.entries({ Dates: 'Day.month.year', Decimals: '1,234.50' })) {
    await asked.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: answer }).click()
  }
  await expect(asked).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('This is what the import would do.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Rules set aside/ })).toHaveText(
    /^Rules set aside in the past/,
  )
  await expectAccessible(page)
})
