import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { signInOverHttp } from './support/api'
import { accounts, demoPassword, expect, expectAccessible, openAs, signIn, test, visit } from './support/test'
import { bookFor, dragOver, quietDay } from './support/timeline'

const owner = { name: 'Pia Pier', email: 'pia@pier-bikes.test', password: 'correct-horse-battery' }

const choose = async (within: Locator, field: string | RegExp, option: string | RegExp) => {
  await within.getByRole('combobox', { name: field }).click()
  await within.page().getByRole('option', { name: option }).first().click()
}

const save = async (within: Locator, said: string) => {
  await within.getByRole('button', { name: 'Save' }).click()
  // The toast of the one before may still stand.
  await expect(within.page().getByText(said).first()).toBeVisible()
}

/** Opens the form of a new record over its list, fills it, and waits until it is said to be saved. */
const create = async (page: Page, one: string, fill: (dialog: Locator) => Promise<void>) => {
  await page
    .getByRole('link', { name: `New ${one}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: `New ${one}` })
  await fill(dialog)
  await save(dialog, `${one} created successfully`)
  await expect(dialog).toBeHidden()
}

test('a business is set up from an empty tenant to a variant that can be booked, with screens alone', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  await page.goto('/signup')
  await page.getByRole('textbox', { name: 'Name' }).fill(owner.name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()

  const above = await browser.newContext({ ...(baseURL && { baseURL }) })
  const superuser = await above.newPage()
  await signIn(superuser, accounts.superuser)
  await superuser.goto('/superadmin/tenants/new')
  await superuser.getByRole('textbox', { name: 'Name', exact: true }).fill('Pier Bikes')
  await save(superuser.getByRole('main'), 'Tenant created successfully')
  await create(superuser, 'Member', async dialog => {
    await choose(dialog, 'User', owner.email)
    await choose(dialog, 'Role', 'Owner')
  })
  await expect(superuser.getByRole('region', { name: 'Members' })).toContainText(owner.email)
  await above.close()

  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Pia Pier/ })).toBeVisible()
  const checklist = page.getByRole('region', { name: 'Before the first booking' })
  await expect(checklist).toContainText('0 of 8 done')
  await checklist.getByRole('link', { name: 'Add a schedule with your opening hours' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop hours')
  await page.getByRole('button', { name: /^Remove Wednesday/ }).click()
  await page.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await page.getByRole('textbox', { name: 'Saturday, from' }).fill('10:00')
  await page.getByRole('textbox', { name: 'Saturday, to' }).fill('14:00')
  await expectAccessible(page)
  await save(page.getByRole('main'), 'Schedule created successfully')

  await visit(page, '/setup/')
  await expect(checklist).toContainText('1 of 6 done')
  await visit(page, '/setup/resource-types/')
  await create(page, 'Resource Type', async dialog => {
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bike')
    await dialog.getByRole('spinbutton', { name: 'Default capacity' }).fill('6')
  })
  for (const name of ['City bikes', 'Cargo bikes']) {
    await visit(page, '/setup/resources/')
    await create(page, 'Resource', async dialog => {
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
      await choose(dialog, 'Type', 'Bike')
      await expect(dialog.getByRole('spinbutton', { name: 'Capacity' })).toHaveValue('6')
      await choose(dialog, 'Schedule', 'Shop hours')
    })
  }

  await visit(page, '/setup/resource-rules/')
  await create(page, 'Resource Rule', async dialog => {
    await dialog.getByRole('textbox', { name: 'Name' }).fill('An hour before')
    await choose(dialog, /^Type/, 'Minimum notice')
    await dialog.getByRole('spinbutton', { name: 'Notice' }).fill('60')
    await dialog.getByRole('switch', { name: 'All resources' }).click()
  })
  await expect(page.getByRole('row', { name: /An hour before/ })).toContainText('2')

  await visit(page, '/setup/catalog/')
  await create(page, 'Catalog Item', dialog => dialog.getByRole('textbox', { name: 'Name' }).fill('Bike rental'))
  const readiness = page.getByRole('region', { name: 'Ready to be booked?' })
  await expect(readiness).toContainText('This cannot be booked yet')
  await create(page, 'Variant', async dialog => {
    await choose(dialog, 'Duration', 'Flexible')
    await dialog.getByRole('textbox', { name: 'Price' }).fill('12.50')
    await choose(dialog, 'Add Resource', 'City bikes')
    await choose(dialog, 'Add Resource', 'Cargo bikes')
    await dialog.getByRole('button', { name: /^Move Cargo bikes, with/ }).press('ArrowUp')
    await expect(dialog.getByRole('list', { name: 'Resources' }).getByRole('listitem')).toHaveText([
      /1Cargo bikes/,
      /2City bikes/,
    ])
    await expectAccessible(page)
  })
  await expect(page.getByRole('region', { name: 'Variants' })).toContainText('1Cargo bikes2City bikes')
  await choose(page.getByRole('main'), 'Status', 'Active')
  await save(page.getByRole('main'), 'Catalog Item updated successfully')
  await expect(readiness).toContainText('This can be booked')

  await visit(page, '/setup/')
  await expect(checklist).toContainText('Everything is in place')
  await visit(page, '/availability?view=list')
  await page.getByRole('button', { name: 'Filters' }).click()
  await choose(page.getByRole('dialog', { name: 'Filters' }), 'Item', 'Bike rental')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next available' }).click()
  await expect(page.getByRole('status').getByRole('link')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Book 09:00' }).first()).toBeVisible()
})

test('a template sets an empty tenant up: it is looked at, applied, removed and applied again, and booked at the desk and online', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const name = 'Salon Nord'
  const { headers } = await signInOverHttp(String(baseURL), accounts.superuser)
  const call = async (method: string, path: string, body?: object) => {
    const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(body && { data: body }) })
    expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const tenant = await call('POST', '/tenants', { name, slug: 'salon-nord', timeZone: 'Europe/Berlin' })
  const [{ id: userId }] = await call('GET', `/users?q=${accounts.admin}`)
  await call('POST', `/tenants/${tenant.id}/members`, { userId, role: 'owner' })

  await openAs(page, accounts.admin, name)
  const checklist = page.getByRole('region', { name: 'Before the first booking' })
  await expect(checklist).toContainText('0 of 8 done')
  const apply = async () => {
    await page.getByRole('button', { name: 'Hair salon: Preview…' }).click()
    const plan = page.getByRole('dialog', { name: 'What will happen: Hair salon' })
    await expect(plan.getByRole('listitem').filter({ hasText: 'Resource: Stylist 1' })).toBeVisible()
    await expect(plan.getByRole('definition')).toHaveText('None→ became Early hours')
    await expectAccessible(page)
    await plan.getByRole('button', { name: 'Apply' }).click()
    await expect(plan).toBeHidden()
  }
  await apply()
  await expect(checklist).toContainText('6 of 8 done')

  await visit(page, '/setup/')
  const remove = page.getByRole('button', { name: 'Remove the template…' })
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await apply()
  await expect(remove).toBeVisible()

  await visit(page, `/availability?date=${quietDay(3)}`)
  await dragOver(page, 'Stylist 1', '10:00', '10:30')
  await page.getByRole('menuitem', { name: 'Book…' }).click()
  await bookFor(page, 'Dana Desk', 'Haircut')
  await expect(page.getByRole('button', { name: /^Dana Desk, 10:00/ })).toBeVisible()

  const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await visitor.goto('/book/salon-nord')
  await visitor.getByRole('link', { name: /Haircut/ }).click()
  await visitor.locator('a.time').last().click()
  await visitor.getByRole('textbox', { name: 'Name' }).fill('Olga Online')
  await visitor.getByRole('textbox', { name: 'E-mail' }).fill('olga@example.com')
  await visitor.getByRole('button', { name: 'Book now' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Booked' })).toBeVisible()

  await visit(page, '/setup/')
  await remove.click()
  await expect(page.getByRole('alertdialog')).toContainText(/It cannot be removed: .*Haircut/)
  await visit(page, '/')
  await expect(checklist).toContainText('7 of 8 done')
  const isKept = page.waitForResponse(response => response.request().method() === 'PUT')
  await checklist.getByRole('button', { name: 'Hide' }).click()
  await expect(checklist).toBeHidden()
  expect((await isKept).ok()).toBe(true)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('putAway')) localStorage.removeItem(key)
  })
  await page.reload()
  await expect(page.getByRole('region', { name: 'This week', exact: true })).toBeVisible()
  await expect(checklist).toBeHidden()
})

test('a new tenant begins with a template, is changed by a file, and copied into another', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await signIn(page, accounts.superuser)
  await page.goto('/superadmin/tenants/new')
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Praxis Süd')
  await choose(form, 'Begin with', 'Medical practice')
  await form.getByRole('checkbox', { name: 'With samples' }).check()
  await expectAccessible(page)
  await save(form, 'Tenant created successfully')
  const { headers } = await signInOverHttp(String(baseURL), accounts.superuser)
  await expect(page).toHaveURL(/tenants\/[\da-f-]{36}/)
  const [, tenantId = ''] = /tenants\/([\da-f-]{36})/.exec(page.url()) ?? []
  const bookings = await page.request.get('/api/bookings?perPage=50', {
    headers: { ...headers, 'x-tenant-id': tenantId },
  })
  expect(await bookings.json()).toHaveLength(12)

  const call = async (method: string, path: string, body: object) => {
    const answer = await page.request.fetch(`/api${path}`, { method, headers, data: body })
    expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const [{ id: userId }] = await (await page.request.get(`/api/users?q=${accounts.admin}`, { headers })).json()
  const other = await call('POST', '/tenants', { name: 'Praxis Nord', slug: 'praxis-nord', timeZone: 'Europe/Berlin' })
  for (const id of [tenantId, other.id]) await call('POST', `/tenants/${id}/members`, { userId, role: 'owner' })
  await openAs(page, accounts.admin, 'Praxis Süd', '/setup/')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  const document = JSON.parse(await readFile(await download.path(), 'utf8'))
  const [first, second] = document.resources.filter(({ code }: { code: string }) => code.startsWith('room'))
  Object.assign(first, { name: second.name })
  Object.assign(second, { name: 'Room 1' })
  document.resourceRules = document.resourceRules.slice(1)
  const apply = async (title: string) => {
    const buffer = Buffer.from(JSON.stringify(document))
    await page.locator('input[type=file]').setInputFiles({ name: title, mimeType: 'application/json', buffer })
    return page.getByRole('dialog', { name: `What will happen: ${title}` })
  }
  const plan = await apply('moved.json')
  await expect(plan.getByRole('heading', { name: 'Changed (2)' })).toBeVisible()
  await expect(plan.getByRole('heading', { name: 'Stays, not in the file (1)' })).toBeVisible()
  await expectAccessible(page)
  await plan.getByRole('checkbox', { name: 'Also delete what the file leaves out' }).check()
  await expect(plan.getByRole('heading', { name: 'Deleted (1)' })).toBeVisible()
  await plan.getByRole('button', { name: 'Apply' }).click()
  await expect(plan).toBeHidden()
  const again = await apply('again.json')
  await expect(again).toContainText('Nothing changes: everything is up to date.')
  await again.getByRole('button', { name: 'Cancel' }).click()
  await visit(page, '/setup/resources/')
  // The codes stay in their order, the names changed places.
  await expect(page.getByRole('row').filter({ hasText: /Room/ }).first()).toContainText('Room 2')

  await openAs(page, accounts.admin, 'Praxis Nord', '/setup/')
  await page.getByRole('combobox', { name: 'Or copy from' }).click()
  await page.getByRole('option', { name: 'Praxis Süd' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Before the first booking' })).toContainText('Everything is in place')
  await openAs(page, accounts.admin, 'Praxis Süd', '/settings/audit-log')
  await expect(page.getByRole('main')).toContainText(/exported/i)
})

test('a person is added in one dialog with hours and services, and works on them on their page', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/resources/')
  await page.getByRole('button', { name: 'Add a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a person' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sofia Braun')
  await expect(dialog.getByRole('combobox', { name: 'Resource Type' })).toHaveText('Therapist')
  await dialog.getByRole('switch', { name: 'Own hours instead of the default schedule' }).click()
  await dialog.getByRole('button', { name: /^Remove Friday/ }).click()
  const massage = dialog.getByRole('checkbox', { name: 'Massage', exact: true })
  await massage.check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add a person' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Sofia Braun' })).toBeVisible()
  const work = page.getByRole('region', { name: 'Work' })
  await expect(work.getByRole('checkbox', { name: 'Massage', exact: true })).toBeChecked()
  const facial = work.getByRole('checkbox', { name: 'Facial', exact: true })
  await facial.check()
  await page.reload()
  await expect(facial).toBeChecked()
  await work.getByRole('tab', { name: 'Hours' }).click()
  await expect(work).toContainText('Mon–Thu')
  await work.getByRole('link', { name: 'Open Sofia Braun' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sofia Braun' })).toBeVisible()
  await expect(page).toHaveURL(/\/setup\/schedules\//)
})

test('an owner takes everything home in one file', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/settings/archive')
  const button = page.getByRole('button', { name: 'Download the archive' })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  // As after ten minutes.
  await page.route(
    '**/api/archive',
    route => route.fulfill({ status: 403, json: { code: 'reauthentication_needed', detail: '' } }),
    { times: 1 },
  )
  await button.click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Current password').fill(demoPassword)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    proof.getByRole('button', { name: 'Continue' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('harbor-spa.zip')
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
})
