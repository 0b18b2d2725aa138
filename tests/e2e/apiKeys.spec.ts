import { accounts, expect, expectAccessible, openAs, test } from './support/test'

test('a key is made in the settings, opens what it may, and is over when it is revoked', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, accounts.admin, 'Harbor Spa', '/settings/api-keys/')
  await page.getByRole('link', { name: 'New API Key' }).click()
  const form = page.getByRole('dialog', { name: 'New API Key' })
  await form.getByRole('textbox', { name: /^Name/ }).fill('Door lock')
  await form.getByRole('checkbox', { name: 'See bookings and their history' }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  // The message that follows stays for as long as a mouse is over it.
  await page.mouse.move(0, 0)

  const made = page.getByRole('dialog', { name: 'Your new key' })
  const key = await made.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(key).toMatch(/^sw_[0-9A-Za-z]{49}$/)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colors')
  await made.getByRole('button', { name: 'I have copied it' }).click()
  await expect(made).toBeHidden()

  await expectAccessible(page)

  const call = (method: 'get' | 'post', path: string) =>
    request[method](new URL(path, page.url()).href, { headers: { Authorization: `Bearer ${key}` } })
  const bookings = await call('get', '/api/bookings?perPage=1')
  expect(bookings.status()).toBe(200)
  expect((await bookings.json())[0]).not.toHaveProperty('customerName')
  expect((await call('get', '/api/customers')).status()).toBe(403)
  expect((await call('get', '/api/bookings/live')).status()).toBe(403)

  await page.getByText('Door lock').first().click()
  const edit = page.getByRole('dialog', { name: 'Edit API Key' })
  await edit.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const revoked = page.waitForResponse(
    answer => answer.url().endsWith('/revoke') && answer.request().method() === 'POST',
  )
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: /Revoke/ }))
    .getByRole('button', { name: 'Revoke' })
    .click()
  expect((await revoked).ok()).toBe(true)
  await expect(page.getByText('Revoked').first()).toBeVisible()
  expect((await call('get', '/api/bookings?perPage=1')).status()).toBe(401)
})
