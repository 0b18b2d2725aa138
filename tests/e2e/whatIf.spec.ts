import { accounts, expect, expectAccessible, openAs, test } from './support/test'

test('before saving, a form says which times go and which bookings no longer fit', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/resources')
  await page.getByRole('link', { name: 'Mia Brandt' }).first().click()
  const effect = page.locator('details', { hasText: 'What this changes' })
  await expect(page.getByRole('heading', { name: 'Mia Brandt' })).toBeVisible()
  await expect(effect).toHaveCount(0)

  const notes = page.getByRole('textbox', { name: 'Description' })
  await notes.fill('Only on weekdays')
  const active = page.getByRole('switch', { name: 'Active' })
  await active.click()
  await expect(effect.getByText(/times are no longer offered/)).toBeVisible()
  await expect(effect.getByText(/bookings? could not take place/)).toBeVisible()
  await effect.getByText('What this changes').click()
  await expect(effect.getByRole('heading', { name: 'Bookings that no longer fit' })).toBeVisible()
  await expect(
    effect.getByRole('list', { name: 'Bookings that no longer fit' }).getByRole('link').first(),
  ).toBeVisible()
  await expectAccessible(page)

  await active.click()
  await expect(effect).toHaveCount(0)
})

test('a vacation is entered, and the bookings in it are decided about', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/resource-rules')
  await page.getByRole('link', { name: 'New Resource Rule' }).click()
  const form = page.getByRole('dialog', { name: 'New Resource Rule' })
  await form.getByRole('textbox', { name: /^Name/ }).fill('Vacation')
  await form.getByRole('combobox', { name: /^Type/ }).click()
  await page.getByRole('option', { name: 'Blackout' }).click()
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await form.getByRole('textbox', { name: /^Start date/ }).fill(dayFromNow(1))
  await form.getByRole('textbox', { name: /^End date/ }).fill(dayFromNow(7))
  await form.getByRole('combobox', { name: /^Resources/ }).fill('Jonas')
  await page.getByRole('option', { name: /Jonas/ }).click()

  const effect = form.locator('details', { hasText: 'What this changes' })
  await expect(effect.getByText(/bookings could not take place/)).toBeVisible()
  await effect.getByText('What this changes').click()
  const rows = effect.getByRole('list', { name: 'Bookings that no longer fit' }).getByRole('listitem')
  const first = rows.filter({ hasText: 'Can move to' }).first()
  const link = first.getByRole('link')
  const address = (await link.getAttribute('href')) ?? ''
  await first.getByRole('button', { name: 'Move' }).click()
  await expect(first.getByRole('button', { name: 'Move' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog', { name: /could not take place/ })
  await expect(question.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Save and move what can be moved' }).click()
  await expect(page.getByText(/bookings? moved/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vacation' })).toBeVisible()

  await page.goto(address)
  await expect(page.getByRole('region', { name: 'History' }).getByText(/^Moved\b/)).toBeVisible()
})
