import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type RunningServer, removeData, startServer } from './support/server'
import { expect, expectAccessible, openAs, signInByForm, test } from './support/test'

// examples/lending: a product that imports the package by its name, built and started by its command.

const root = path.resolve(import.meta.dirname, '../..')
const project = path.join(root, 'examples/lending')
let server: RunningServer

// One build for all.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(240_000)
  await promisify(execFile)(process.execPath, [path.join(root, 'bin/slotwise.mjs'), 'build'], { cwd: project })
  server = await startServer({ project, dataDir: await mkdtemp(path.join(os.tmpdir(), 'slotwise-lending-')) })
})

test.afterAll(async () => {
  await server?.stop()
  if (server) await removeData(server.dataDir)
})

test('an item is asked for, kept from others, approved, handed out, and goes to repair when it comes back damaged', async ({
  page,
}) => {
  await signInByForm(page, 'admin@demo.test', server.url)
  await expect(page).toHaveTitle(/Toolshed/)

  const ask = async (from: string, until: string) => {
    const form = page.getByRole('dialog', { name: 'New Loan' })
    if (!(await form.isVisible())) await page.getByRole('link', { name: 'New Loan' }).first().click()
    if ((await form.getByRole('combobox', { name: 'Borrower' }).inputValue()) === '') {
      await form.getByRole('combobox', { name: 'Equipment' }).fill('Chain')
      await page.getByRole('option', { name: /Chainsaw/ }).click()
      await form.getByRole('combobox', { name: 'Borrower' }).fill('Grace')
      await page.getByRole('option', { name: /Grace Hopper/ }).click()
    }
    await form.getByLabel(/^From/).fill(from)
    await form.getByLabel(/^Until/).fill(until)
    await form.getByRole('button', { name: 'Save' }).click()
    return form
  }
  const form = await ask('2027-03-01', '2027-04-01')
  await expect(form.getByText(/^Not after /)).toBeVisible()
  await ask('2027-03-01', '2027-03-05')
  await expect(page.getByText('Loan created successfully')).toBeVisible()

  for (const [action, done] of [
    ['Approve', 'Approved'],
    ['Hand out', 'Handed out'],
  ] as const) {
    await page.getByRole('button', { name: action }).click()
    await expect(page.getByText(new RegExp(`^${done}`)).first()).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Take back' })
  await dialog.getByRole('combobox', { name: 'Condition' }).click()
  await page.getByRole('option', { name: 'Damaged' }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText(/^Taken back/).first()).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Equipment' }).click()
  await expect(page.getByRole('row', { name: /Chainsaw/ }).getByText('In repair')).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Repairs' }).click()
  await page.getByRole('link', { name: 'New Repair' }).click()
  await page.getByRole('combobox', { name: 'Equipment' }).fill('Chain')
  await page.getByRole('option', { name: /Chainsaw/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New Repair' }).click()
  const repair = page.getByRole('dialog', { name: 'New Repair' })
  await repair.getByRole('textbox', { name: 'What' }).fill('New chain')
  await repair.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Repair created successfully')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Repairs' }).click()
  const row = page.getByRole('row', { name: /New chain/ })
  await expect(row.getByRole('link', { name: 'Chainsaw' })).toBeVisible()
  await row.getByRole('link', { name: 'New chain' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Repair' })).toBeVisible()
})

test('a deleted item is restored from the trash, with its repairs, or deleted permanently', async ({ page }) => {
  await signInByForm(page, 'admin@demo.test', server.url)
  await page.getByRole('navigation').getByRole('link', { name: 'Equipment' }).click()
  const item = page.getByRole('link', { name: 'Hedge trimmer' })
  const remove = async () => {
    await item.click()
    await page.getByRole('button', { name: 'Actions for Hedge trimmer' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Item deleted successfully').last()).toBeVisible()
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(page.getByText(/Ada Admin/)).toBeVisible()
  }
  await remove()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Restore Hedge trimmer' }).click()
  await expect(page.getByText('Hedge trimmer restored')).toBeVisible()
  await expect(page.getByText('Nothing is in the trash.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Equipment' }).click()
  await remove()
  await page.getByRole('button', { name: 'Delete Hedge trimmer permanently' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Hedge trimmer deleted permanently')).toBeVisible()
  await expect(page.getByText('Nothing is in the trash.')).toBeVisible()
})

test('loans are asked for and moved in a calendar, and decided on a board', async ({ page }) => {
  await openAs(page, 'admin@demo.test', 'Northside Toolshed', '/loans/', server.url)
  await page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: 'Calendar' }).click()
  await page.goto(`${server.url}/loans/?view=calendar&date=2027-05-12`)
  const day = (number: number) => page.getByRole('button', { name: new RegExp(`May ${number}, 2027`) })
  await expect(page.getByRole('heading', { name: 'May 2027' })).toBeVisible()
  await day(12).focus()
  await page.keyboard.press('ArrowRight')
  await expect(day(13)).toBeFocused()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New Loan' })
  await expect(form.getByLabel(/^From/)).toHaveValue(/13/)
  await expect(form.getByLabel(/^Until/)).toHaveValue(/14/)
  await form.getByRole('combobox', { name: 'Equipment' }).fill('Leaf')
  await page.getByRole('option', { name: /Leaf blower/ }).click()
  await form.getByRole('combobox', { name: 'Borrower' }).fill('Grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Loan created successfully')).toBeVisible()

  await page.goto(`${server.url}/loans/?view=calendar&date=2027-05-12`)
  const entry = page.getByRole('link', { name: /Leaf blower/ })
  await expect(day(13)).toHaveAccessibleName(/1 entry/)
  await entry.dragTo(day(19))
  await expect(page.getByText('Loan updated successfully')).toBeVisible()
  await expect(day(19)).toHaveAccessibleName(/1 entry/)
  await page.locator('[data-tip="Drag to the last day"]').dragTo(day(21))
  await expect(day(21)).toHaveAccessibleName(/1 entry/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('heading', { name: /May 20\b/ })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('group', { name: 'Show as' }).getByRole('button', { name: 'Board' }).click()
  await expect(page).toHaveURL(/view=board/)
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'Leaf blower' })
  await expect(page.getByText('To decide')).toHaveCount(0)
  await card('Requested').dragTo(column('Approved'))
  await expect(card('Approved')).toBeVisible()
  await card('Approved')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Hand out' }).click()
  await expect(card('Lent')).toBeVisible()
  await expectAccessible(page)
})

test('is German for who asks for it, in its own color', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('staff@demo.test')
  await page.getByLabel('Passwort', { exact: true }).fill('demo-password-1')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Geräte' })).toBeVisible()
  const color = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
  expect(color).toBe('#8a3b12')
  await context.close()
})
