import { signInOverHttp } from './support/api'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

test('a change is told on the record and in the audit log, and what is used says so before it is deleted', async ({
  page,
}) => {
  const edited = `Open in summer, from ${test.info().workerIndex + 9} o’clock`
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  const dialog = page.getByRole('dialog', { name: 'Edit Channel' })
  await page.getByRole('link', { name: 'Hotel Fjord' }).click()
  await dialog.getByRole('textbox', { name: 'Description' }).fill(edited)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Channel updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Hotel Fjord' }).click()
  await dialog.getByRole('button', { name: 'History' }).click()
  const newest = dialog.getByRole('article').first()
  await expect(newest).toContainText('Ada Admin')
  await expect(newest.getByRole('definition').first()).toContainText(edited)
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Actions for Hotel Fjord' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const kept = page.getByRole('alertdialog', { name: 'Hotel Fjord cannot be deleted' })
  await expect(kept.getByText(/\d+ Bookings: /)).toBeVisible()
  await expectAccessible(page)
  await kept.getByRole('button', { name: 'Close' }).click()

  await page.goto('/settings/')
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Channels' }).click()
  await expect(page).toHaveURL(/entityType=channels/)
  const entry = page.getByRole('article').filter({ hasText: edited })
  await expect(entry).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(entry).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  await entry.getByRole('link', { name: 'Hotel Fjord' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(edited)
})

test('what was changed at once is taken back as a whole, after a look at it', async ({ page, baseURL }) => {
  const url = String(baseURL)
  const here = (await signInOverHttp(url, accounts.staff)).headers
  const headers = { ...(await signInOverHttp(url)).headers, 'x-tenant-id': here['x-tenant-id'] ?? '' }
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return answer.json()
  }
  const names = ['Ida Aagaard', 'Per Aagaard']
  const ids: string[] = []
  for (const name of names) ids.push((await send('POST', '/customers', { name, tags: ['old'] })).id)
  await send('PATCH', `/customers?ids=${ids.join('&ids=')}`, { tags: ['new'] })

  await openAs(page, accounts.admin, 'Harbor Spa', '/settings/audit-log/?entityType=customers')
  const entry = page.getByRole('article').filter({ hasText: 'Per Aagaard' }).first()
  await entry.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'See all that changed at once' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take back 2 changes?' })
  for (const name of names)
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText(/new.*old/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take All Back' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  for (const id of ids) {
    const answer = await fetch(`${url}/api/customers/${id}`, { headers })
    expect((await answer.json()).tags).toEqual(['old'])
  }
})
