import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from '@playwright/test'
import { signInOverHttp } from './support/api'
import { copyProject, type ProjectCopy } from './support/projectCopy'
import { type RunningServer, removeData, startServer } from './support/server'
import { accounts, expect, expectAccessible, openAs } from './support/test'

const walkThrough = path.resolve(import.meta.dirname, '../../docs/adding-an-entity.md')

/** The code that the page tells one to write, by the file that it names in the first line. */
const readBlocks = async (): Promise<Map<string, string>> => {
  const text = await readFile(walkThrough, 'utf8')
  return new Map(
    Array.from(text.matchAll(/```ts\n\/\/ (src\/\S+)\n([\s\S]*?)```/g), ([, file = '', code = '']) => [file, code]),
  )
}

/** Adds entries to the end of the list that `list` names, and their imports above it. */
const addToList = (code: string, list: RegExp) => (text: string) => {
  const imports = code.match(/^import .*\n/gm) ?? []
  const entries = code.replace(/^import .*\n/gm, '').trimEnd()
  const found = list.exec(text)
  const end = found ? text.indexOf('\n]', found.index) : -1
  if (end < 0) throw new Error(`There is no list ${list}.`)
  const start = found?.index ?? 0
  return `${text.slice(0, start)}${imports.join('')}${text.slice(start, end)}\n${entries}${text.slice(end)}`
}

let project: ProjectCopy
let server: RunningServer

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  project = await copyProject()
  const blocks = await readBlocks()
  expect([...blocks.keys()]).toEqual([
    'src/resources/giftVouchers.ts',
    'src/resources/redemptions.ts',
    'src/resources/voucherRules.ts',
    'src/resources/index.ts',
    'src/i18n/de/resources/index.ts',
  ])
  for (const [file, code] of blocks) {
    if (file.startsWith('src/i18n')) await project.edit(file, addToList(code, /const german:/))
    else if (file.endsWith('/index.ts')) {
      await expect(project.run('npm', 'run', 'db:migration')).rejects.toThrow(
        'giftVouchers of giftVouchers.ts is not in src/resources/index.ts: add it there.',
      )
      await project.edit(file, addToList(code, /const declared =/))
    } else await project.edit(file, () => code)
  }
  await project.run('npm', 'run', 'db:migration')
  await project.run('npm', 'run', 'new:entity', '--', 'locations', '--de', 'Standort,Standorte')
  await project.run('npm', 'run', 'db:migration')
  await project.edit('tsconfig.resources.json', () =>
    JSON.stringify({
      extends: './tsconfig.json',
      include: [],
      files: [
        'src/features/icons.ts',
        'src/resources/index.ts',
        'src/resources/checks.ts',
        'src/i18n/de/resources/index.ts',
      ],
    }),
  )
  await Promise.all([
    project.run('npm', 'run', 'types', '--', '-p', 'tsconfig.resources.json'),
    project.run('npm', 'run', 'build'),
  ])
  server = await startServer({ project: project.folder })
})

test.afterAll(async () => {
  await server?.stop()
  if (server) await removeData(server.dataDir)
  await project?.remove()
})

const field = (name: string) => ({ name, exact: true })

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('an entity of the walk-through is listed, made, found, exported, changed, nested in and deleted', async ({
  page,
}) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/', server.url)
  await page.getByRole('navigation').getByRole('link', { name: 'Gift Vouchers' }).click()
  await expect(page.getByText('Gift vouchers are paid now and used later.')).toBeVisible()

  const add = async (code: string, value: string) => {
    await page.getByRole('link', { name: 'New Gift Voucher' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Gift Voucher' })
    await dialog.getByRole('textbox', field('Code')).fill(code)
    await dialog.getByRole('textbox', field('Value')).fill(value)
    await dialog.getByRole('combobox', { name: 'Bought by' }).fill('a')
    await page.getByRole('option').first().click()
    const buyer = await dialog.getByRole('combobox', { name: 'Bought by' }).inputValue()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    return buyer
  }
  const buyer = await add('SPRING-1', '80')
  await expect(page.getByText('Gift Voucher created successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Gift Vouchers' }).click()
  await add('SPRING-2', '120.50')

  await test.step('a voucher for somebody else has to say for whom, and has a picture', async () => {
    await page.getByRole('switch', { name: 'For somebody else' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    const recipient = page.getByRole('textbox', { name: 'Recipient' })
    await expect(recipient).toHaveAccessibleDescription(/Required/)
    await recipient.fill('Ada')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'rose.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
    await expect(page.getByText('rose.png has been uploaded')).toBeVisible()
    await page.getByRole('textbox', { name: 'What the picture shows' }).fill('A rose')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Gift Voucher updated successfully')).toBeVisible()
  })

  await test.step('it is made void on its page, for a reason', async () => {
    await page.getByRole('button', { name: 'Actions for SPRING-2' }).click()
    await page.getByRole('menuitem', { name: 'Make void…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make void: SPRING-2' })
    await expect(dialog.getByText('A void voucher cannot be redeemed any more.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost')
    await dialog.getByRole('button', { name: 'Make void' }).click()
    await expect(page.getByText('Made void: SPRING-2')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Gift Vouchers' }).click()
  })

  const rows = page.getByRole('table').getByRole('row')
  await test.step('the list can be filtered, searched and exported', async () => {
    await expect(page.getByRole('row', { name: /SPRING-2.*€120\.50.*Void/ })).toBeVisible()
    await expect(page.getByRole('img', { name: 'A rose' })).toBeVisible()
    await expect(rows).toHaveCount(3)
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Status' }).click()
    await page.getByRole('dialog', { name: 'Status' }).getByRole('checkbox', { name: 'Sold' }).check()
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(2)
    await expect(page.getByRole('row', { name: /SPRING-1/ })).toContainText(buyer)
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^gift-vouchers-\d{4}-\d\d-\d\d\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    const [labels, row, ...more] = csv.replace('\ufeff', '').trimEnd().split(/\r?\n/)
    expect(labels).toBe('Code,Picture,Value,Bought by,Status,Valid until')
    expect(row).toContain(`SPRING-1,,80.00 EUR,${buyer},Sold`)
    expect(more).toEqual([])
    await page.getByRole('searchbox').fill('spring-2')
    await expect(page.getByText('Nothing matches your search and filters')).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Remove filter Status' }).click()
  })

  await test.step('redemptions are on the page of their voucher', async () => {
    await page.getByRole('link', { name: 'SPRING-1' }).click()
    await page.getByRole('link', { name: 'New Redemption' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Redemption' })
    await dialog.getByLabel('Redeemed on').fill(new Date().toISOString().slice(0, 10))
    await dialog.getByRole('textbox', field('Amount')).fill('30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Redemption created successfully')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Redemptions' }).getByText('€30.00')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a voucher is deleted with its redemptions', async () => {
    await page.getByRole('button', { name: 'Actions for SPRING-1' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('alertdialog', { name: 'Delete SPRING-1?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Gift Voucher deleted successfully')).toBeVisible()
    await expect(page.getByRole('link', { name: 'SPRING-2' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'SPRING-1' })).toBeHidden()
  })
})

test('a singleton of the walk-through is among the settings, and German says all in German', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/settings/', server.url)
  await test.step('a business has rules for its vouchers, with a link among the settings', async () => {
    await page.getByRole('link', { name: 'Voucher Rules' }).click()
    const months = page.getByRole('spinbutton', { name: 'Months for which one is valid' })
    await expect(months).toHaveValue('36')
    await months.fill('24')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Voucher Rules updated successfully')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${server.url}/gift-vouchers/`)
  })

  await test.step('German says it in German', async () => {
    // What starts writes down its language, once it knows whose it is.
    await expect(async () => {
      await page.evaluate(() => localStorage.setItem('locale', 'de'))
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Gutscheine' })).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(page.getByRole('row', { name: /SPRING-2.*Ungültig/ })).toBeVisible()
  })
})

test('its API is in the reference, keeps tenants apart and asks for roles', async () => {
  const { url } = server
  const migrations = await readdir(path.join(project.folder, 'server/migrations'))
  expect(migrations.filter(file => file.endsWith('_create_gift_vouchers_redemptions_voucher_rules.sql'))).toHaveLength(
    1,
  )

  const document = await (await fetch(`${url}/api/openapi.json`)).json()
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/gift-vouchers', '/gift-vouchers/{giftVoucherId}/redemptions/{id}']),
  )
  expect(document.components.schemas.GiftVoucherDraft.required).toEqual(['code', 'value'])

  const { headers } = await signInOverHttp(url)
  const staff = (await signInOverHttp(url, accounts.staff)).headers
  const me = await (await fetch(`${url}/api/users/me`, { headers })).json()
  const tenantIds: string[] = me.memberships.map(({ tenantId }: { tenantId: string }) => tenantId)
  const ownId = staff['x-tenant-id'] ?? ''
  const here = { ...headers, 'x-tenant-id': ownId }
  const there = { ...headers, 'x-tenant-id': tenantIds.find(id => id !== ownId) ?? '' }
  const body = JSON.stringify({ code: 'OURS', value: { amount: 5000, currency: 'EUR' } })
  const made = await fetch(`${url}/api/gift-vouchers`, { method: 'POST', headers: here, body })
  expect(made.status).toBe(201)
  const { id } = await made.json()
  const status = async (path: string, as: Record<string, string>, init: RequestInit = {}) =>
    (await fetch(`${url}/api/gift-vouchers${path}`, { headers: as, ...init })).status
  expect(await status(`/${id}`, here)).toBe(200)
  expect(await status(`/${id}`, there)).toBe(404)
  expect(await status(`/${id}/redemptions`, there)).toBe(404)
  expect(await (await fetch(`${url}/api/gift-vouchers`, { headers: there })).json()).toEqual([])

  expect(await status(`/${id}`, staff, { method: 'PATCH', body: '{"notes":"Paid in cash"}' })).toBe(200)
  expect(await status(`/${id}`, staff, { method: 'DELETE' })).toBe(403)
  expect(await status(`/${id}/make-void`, staff, { method: 'POST', body: '{"reason":"Lost"}' })).toBe(403)
  expect(await status(`/${id}/use-up`, staff, { method: 'POST', body: '{}' })).toBe(200)
  expect(await status(`/${id}/make-void`, here, { method: 'POST', body: '{"reason":"Lost"}' })).toBe(409)
  const make = async (path: string, values: object): Promise<string> => {
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers: here, body: JSON.stringify(values) })
    expect(answer.status).toBe(201)
    return (await answer.json()).id
  }
  await make('/locations', { name: 'By one command' })
  const [twin, kept] = [
    await make('/customers', { name: 'Twin', phone: '+4915112345670' }),
    await make('/customers', { name: 'Kept', phone: '+4915112345671' }),
  ]
  const voucher = await make('/gift-vouchers', {
    code: 'TWIN',
    value: { amount: 1, currency: 'EUR' },
    customerId: twin,
  })
  const inUse = await fetch(`${url}/api/customers/${twin}`, { method: 'DELETE', headers: here })
  expect(await inUse.json()).toMatchObject({ detail: 'Still used by 1 gift voucher (TWIN).' })
  const merged = await fetch(`${url}/api/customers/${twin}/merge`, {
    method: 'POST',
    headers: here,
    body: JSON.stringify({ intoId: kept }),
  })
  expect(merged.status).toBe(200)
  const moved = await fetch(`${url}/api/gift-vouchers/${voucher}`, { headers: here })
  expect(await moved.json()).toMatchObject({ customerId: kept })
})

test('the generated tests of the copy are green for what the walk-through declares', async () => {
  test.setTimeout(300_000)
  const subjects = [
    ...['access', 'badInput', 'evenness', 'filters', 'hiddenWrites', 'isolation'],
    ...['openApi', 'reach', 'reading', 'retries', 'takeBack'],
  ]
  const files = subjects.map(subject => `tests/api/http/${subject}.test.ts`)
  const names = '[gG]ift-?[vV]ouchers|[rR]edemptions|[vV]oucher-?[rR]ules'
  await project.takeDatabases()
  const said = await project.run('npx', 'vitest', 'run', '--maxWorkers=1', ...files, '-t', names)
  expect(said).toMatch(/Tests[^\n]*?[1-9]\d+ passed/)
})
