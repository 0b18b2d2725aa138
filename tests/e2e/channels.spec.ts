import { removeData, startServer } from './support/server'
import { accounts, expect, holdBack, openAs, pieceOf, test } from './support/test'

test('a channel is created, edited, still there after a restart, and deleted', async ({ page }) => {
  const first = await startServer()
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/', first.url)

  await page.getByRole('link', { name: 'New Channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Channel' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Beach kiosk')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Channel created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Beach kiosk' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Channel' })
  await edit.getByRole('textbox', { name: 'Description' }).fill('Open in summer')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Channel updated successfully')).toBeVisible()

  const port = new URL(first.url).port
  expect(await first.stop()).toBe(0)
  const second = await startServer({ dataDir: first.dataDir, env: { PORT: port } })
  await page.reload()
  await page.getByRole('link', { name: 'Beach kiosk' }).click()
  await expect(edit.getByRole('textbox', { name: 'Description' })).toHaveValue('Open in summer')
  await edit.getByRole('button', { name: 'Actions for Beach kiosk' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog', { name: 'Delete Beach kiosk?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Channel deleted successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Beach kiosk' })).toBeHidden()
  await second.stop()
  await removeData(first.dataDir)
})

test('an input that arrives late moves nothing', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  const letGo = await holdBack(page, await pieceOf('src/crud/inputs/textInputs.tsx'))
  await page.getByRole('link', { name: 'Phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Channel' })
  const remove = dialog.getByRole('button', { name: 'Save' })
  await expect(remove).toBeVisible()
  const before = await remove.boundingBox()
  const code = dialog.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeHidden()
  letGo()
  await expect(code).toBeVisible()
  expect(await remove.boundingBox()).toEqual(before)
})

test('an empty name says so at the field and keeps what was typed', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  await page.getByRole('link', { name: 'New Channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Channel' })
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Kept')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveAccessibleDescription(/Required/)
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Kept')

  await name.fill('Front desk')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(name).toHaveAccessibleDescription(/already/i)
  await expect(page.getByText('Failed to create channel')).toBeVisible()
})

test('with the API down the list says so and recovers when it is back', async ({ page }) => {
  const server = await startServer()
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/', server.url)
  await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()
  await page.getByRole('link', { name: 'New Channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Channel' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pier')
  await expect(page.getByLabel(/^Notifications/)).toBeAttached()
  const port = new URL(server.url).port
  await server.stop()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to create channel')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Pier')

  const again = await startServer({ dataDir: server.dataDir, env: { PORT: port } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Channel created successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pier' })).toBeVisible()
  await again.stop()
  await removeData(server.dataDir)
})

test('a viewer sees channels but cannot change them', async ({ page }) => {
  await openAs(page, accounts.viewer, 'City Courts', '/setup/channels/')
  await expect(page.getByRole('heading', { name: 'Channels', level: 1 })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Website' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'New Channel' })).toBeHidden()
})
