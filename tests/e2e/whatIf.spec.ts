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
  await expect(effect.getByText(/times go/)).toBeVisible()
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
