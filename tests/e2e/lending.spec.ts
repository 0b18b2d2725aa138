import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type RunningServer, removeData, startServer } from './support/server'
import { expect, expectAccessible, signInByForm, test } from './support/test'

// examples/lending: a product that imports the package by its name, built and started by its command.

const root = path.resolve(import.meta.dirname, '../..')
const project = path.join(root, 'examples/lending')
let server: RunningServer

// One build for both.
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
  await expect(form.getByText(/^At most/)).toBeVisible()
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
})

test('is German for who asks for it, in its own color', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE', colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('staff@demo.test')
  await page.getByLabel('Passwort', { exact: true }).fill('demo-password-1')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByRole('dialog').getByText('Northside Toolshed').click()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Geräte' })).toBeVisible()
  const color = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
  expect(color).toBe('#8a3b12')
  await context.close()
})
