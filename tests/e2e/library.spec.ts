import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Plugin } from 'vite'
import { buildWeb } from '../../scripts/build.mjs'
import library from '../fixtures/library/slotwise.config'
import { type RunningServer, startServer } from './support/server'
import { chooseTenant, expectAccessible, signInByForm } from './support/test'

// Another product on the machine, in a browser.

const root = path.resolve(import.meta.dirname, '../..')
const fixture = path.join(root, 'tests/fixtures/library')

/** Notes each module whose code is in the browser's scripts, by its path in the project. */
const noting = (modules: Set<string>): Plugin => ({
  name: 'noting',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk') for (const id of part.moduleIds) modules.add(path.relative(root, id))
  },
})

const modules = new Set<string>()
let folder: string
let server: RunningServer

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(180_000)
  // Within the project, so that its packages are found.
  const results = path.join(root, 'test-results')
  await mkdir(results, { recursive: true })
  folder = await mkdtemp(path.join(results, 'library-'))
  const webRoot = path.join(folder, 'web')
  await buildWeb(webRoot, library, [noting(modules)])
  const env = { PRODUCT_NAME: 'Bookshelf' }
  server = await startServer({
    env,
    dataDir: path.join(folder, 'data'),
    main: ['--import', 'tsx', path.join(fixture, 'serve.ts'), webRoot],
  })
})

test.afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What goes wrong without a word on the screen: errors of scripts, and requests that are refused. */
const troubleOf = (page: Page): string[] => {
  const trouble: string[] = []
  page.on('pageerror', error => trouble.push(error.message))
  page.on('console', message => message.type() === 'error' && trouble.push(message.text()))
  page.on('response', response => response.status() >= 400 && trouble.push(`${response.status()} ${response.url()}`))
  return trouble
}

const signIn = async (page: Page, role: 'owner' | 'admin' | 'staff' | 'viewer') => {
  await signInByForm(page, `${role}@library.test`, server.url)
  await chooseTenant(page, 'Harbour Library')
  await expect(page.getByRole('heading', { name: 'Books', level: 1 })).toBeVisible()
}

test('has the machine in its scripts, and nothing of the booking product', () => {
  const own = [...modules].filter(file => /^(src|tests)\//.test(file))
  expect(own).toEqual(expect.arrayContaining(['src/crud/list/ListScreen.tsx', 'tests/fixtures/library/web.tsx']))
  const product = /^src\/(product\.tsx|(resources|calls|scheduling|features)\/|i18n\/\w+\/(features|resources)\/)/
  expect(own.filter(file => product.test(file))).toEqual([])
})

test('has its own name, logo and colors before any script runs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(`${server.url}/signup`)
  await expect(page).toHaveTitle('Bookshelf')
  const [look, logo] = await Promise.all([
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary')),
    page.locator('#logo path').getAttribute('d'),
  ])
  expect({ look, logo }).toEqual({ look: '#7a2e0e', logo: 'M4 4h7v16H4zM13 4h7v16h-7z' })
  expect(await (await context.request.get(`${server.url}/favicon.svg`)).text()).toContain('M4 4h7v16H4z')
  await context.close()
})

test('staff make a book with its author, send it to the binder, edit it and lend it', async ({ page }) => {
  const trouble = troubleOf(page)
  await signIn(page, 'staff')
  await expect(page).toHaveTitle(/Books.*Bookshelf/)
  await expect(page.getByText('No book stands on the shelves yet.')).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Authors' }).click()
  await page.getByRole('link', { name: 'New Author' }).first().click()
  const author = page.getByRole('dialog', { name: 'New Author' })
  await author.getByRole('textbox', { name: 'Name' }).fill('Stanisław Lem')
  await author.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Stanisław Lem' })).toBeVisible()

  await page.getByRole('navigation').getByRole('link', { name: 'Books' }).click()
  await page.getByRole('link', { name: 'New Book' }).first().click()
  const book = page.getByRole('dialog', { name: 'New Book' })
  await book.getByRole('textbox', { name: 'Title' }).fill('Solaris')
  await book.getByRole('combobox', { name: 'Author' }).fill('Lem')
  await page.getByRole('option', { name: 'Stanisław Lem' }).click()
  await book.getByRole('textbox', { name: 'Price', exact: true }).fill('12.99')
  await book.getByRole('textbox', { name: 'Price per page' }).fill('0.0625')
  await book.getByRole('combobox', { name: 'Published in' }).fill('Pol')
  await page.getByRole('option', { name: 'Poland' }).click()
  await book.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The book stands on its shelf')).toBeVisible()

  await page.getByRole('link', { name: 'Back to Books' }).click()
  const row = page.getByRole('row', { name: /Solaris/ })
  for (const text of ['Stanisław Lem', '£12.99', 'On shelf']) await expect(row.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Solaris' }).click()
  await page.getByRole('menuitem', { name: 'Send to binder' }).click()
  await expect(page.getByText('Sent to binder: Solaris')).toBeVisible()
  await expect(row.getByText('At the binder')).toBeVisible()

  await row.getByRole('link', { name: 'Solaris' }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('Solaris')
  await expect(page.getByRole('textbox', { name: 'Price per page' })).toHaveValue('0.0625')
  await title.fill('Solaris (1961)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Book updated successfully')).toBeVisible()

  await expect(page.getByRole('heading', { level: 1, name: 'Solaris (1961)' })).toBeVisible()
  await page.getByRole('link', { name: 'New Loan' }).click()
  const loan = page.getByRole('dialog', { name: 'New Loan' })
  await loan.getByRole('textbox', { name: 'Borrower' }).fill('Ada')
  await loan.getByLabel(/^Lent on/).fill('2026-03-02')
  await loan.getByLabel(/^Due on/).fill('2026-03-01')
  await loan.getByRole('button', { name: 'Save' }).click()
  await expect(loan.getByText('The end must not be before the start', { exact: true })).toBeVisible()
  await loan.getByLabel(/^Due on/).fill('2026-03-23')
  await loan.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Ada/ })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Solaris (1961)')
  await expect(page.getByRole('row', { name: /Ada/ })).toBeVisible()
  await expectAccessible(page)
  expect(trouble).toEqual([])
})

test('an admin sets the rules of one library, and the other keeps its own', async ({ page }) => {
  const trouble = troubleOf(page)
  await signIn(page, 'admin')
  await page.getByRole('navigation').getByRole('link', { name: 'House rules' }).click()
  const fine = page.getByRole('textbox', { name: 'Fine per day' })
  await expect(fine).toHaveValue('0.50')
  await fine.fill('1.25')
  await page.getByLabel('Free for children').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Lending Rules updated successfully')).toBeVisible()
  await page.reload()
  await expect(fine).toHaveValue('1.25')

  await page.getByRole('link', { name: 'Return to App' }).click()
  await page.getByRole('navigation').getByRole('button', { name: 'Harbour Library' }).click()
  await chooseTenant(page, 'Hill Library')
  await expect(page.getByText('No book stands on the shelves yet.')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'House rules' }).click()
  await expect(fine).toHaveValue('0.50')
  expect(trouble).toEqual([])
})

test('a viewer reads books and changes none', async ({ page }) => {
  const trouble = troubleOf(page)
  await signIn(page, 'viewer')
  await expect(page.getByRole('row', { name: /Solaris \(1961\)/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New Book' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  expect(trouble).toEqual([])
})

test('an owner makes an API key, on a page that is every product’s', async ({ page }) => {
  const trouble = troubleOf(page)
  await signIn(page, 'owner')
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'API Keys' }).click()
  await page.getByRole('link', { name: 'New API Key' }).first().click()
  const form = page.getByRole('dialog', { name: 'New API Key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Catalogue terminal')
  await form.getByLabel('Read the audit log').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue(/^sw_/)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByRole('row', { name: /Catalogue terminal/ })).toBeVisible()
  await expectAccessible(page)
  expect(trouble).toEqual([])
})
