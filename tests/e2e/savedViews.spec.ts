import { signInOverHttp } from './support/api'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

const spa = 'Harbor Spa'

test('a view of the bookings from today on is shared, used by another who may not change it, and deleted', async ({
  page,
}) => {
  // The zone of Harbor Spa.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format()
  const filter = JSON.stringify({ startsAtFrom: today, status: ['confirmed'] })
  await openAs(page, accounts.admin, spa, `/bookings/?filter=${encodeURIComponent(filter)}`)
  await page.getByRole('button', { name: 'Save view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Still to come')
  await dialog.getByRole('radio', { name: 'For everybody who sees this list' }).check()
  await dialog.getByRole('combobox', { name: 'Starts as' }).click()
  await page.getByRole('option', { name: 'from today' }).click()
  await expectAccessible(page)
  const answer = page.waitForResponse(response => response.request().method() === 'POST')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const view = await (await answer).json()
  expect(view).toMatchObject({
    visibility: 'shared',
    filters: { startsAtFrom: 'today', status: ['confirmed'] },
    resolved: { startsAtFrom: today },
  })
  const own = page.getByRole('tab', { name: 'Still to come' })
  await expect(own).toBeFocused()
  await expect(page).toHaveURL(`/bookings/?view=${view.id}`)
  await expectAccessible(page)

  // By keyboard to another tab and back.
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /^Upcoming/, selected: true })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/bookings/?view=${view.id}`)

  await openAs(page, accounts.staff, spa, `/bookings/?view=${view.id}`)
  await expect(page.getByRole('tab', { name: 'Still to come', selected: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Starts: from / })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Status' }).click()
  await expect(page.getByText('Modified')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save as…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save view' })).toBeHidden()
  await page.getByRole('button', { name: 'View Still to come' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'The list opens with it for me' })).toBeFocused()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.goto('/bookings/')
  await expect(page.getByRole('tab', { name: 'Still to come', selected: true })).toBeVisible()

  await openAs(page, accounts.admin, spa, `/bookings/?view=${view.id}`)
  await page.getByRole('button', { name: 'View Still to come' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(own).toBeHidden()
  await page.goto(`/bookings/?view=${view.id}`)
  await expect(page.getByText('This view does not exist')).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Upcoming/, selected: true })).toBeVisible()
})

test('a view is one of a calendar and of a board as well, and stays open when its list becomes a table', async ({
  page,
}) => {
  for (const [list, face, status, chip] of [
    ['bookings', 'Calendar', 'confirmed', 'Confirmed'],
    ['waitlist', 'Board', 'waiting', 'Waiting'],
  ] as const) {
    const filter = encodeURIComponent(JSON.stringify({ status: [status] }))
    const name = `Mine ${Date.now()}`
    await openAs(page, accounts.staff, spa, `/${list}/?view=${face.toLowerCase()}&filter=${filter}`)
    await page.getByRole('button', { name: 'Save view…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByRole('textbox', { name: /^Name/ }).fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const own = page.getByRole('tab', { name, selected: true })
    await expect(own).toBeFocused()
    await page.reload()
    await expect(own).toBeVisible()
    const faces = page.getByRole('group', { name: 'Show as' })
    await expect(faces.getByRole('button', { name: face })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: `Status: ${chip}` })).toBeVisible()
    await expectAccessible(page)
    await faces.getByRole('button', { name: 'Table' }).click()
    await expect(page.getByRole('table')).toBeVisible()
    await expect(own).toBeVisible()
    await page.getByRole('button', { name: `View ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(own).toBeHidden()
  }
})

test('a view of the tenant’s opens for all but those who have one of their own, and names what is gone', async ({
  page,
  baseURL,
}) => {
  const { headers } = await signInOverHttp(String(baseURL), accounts.admin)
  const tenants: { id: string; name: string }[] = await (await page.request.get('/api/tenants', { headers })).json()
  headers['x-tenant-id'] = tenants.find(({ name }) => name === spa)?.id ?? ''
  const call = async (method: string, path: string, body?: object) => {
    const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(body && { data: body }) })
    expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true)
    return answer.status() === 204 ? null : answer.json()
  }
  const mark = Date.now()
  const type = await call('POST', '/resources/types', { name: `Gone ${mark}` })
  const shared = { resource: 'resources', visibility: 'shared' }
  const all = await call('POST', '/saved-views', {
    ...{ ...shared, name: `All ${mark}`, isDefault: true },
    filters: { resourceTypeId: type.id },
  })
  const mine = await call('POST', '/saved-views', { ...shared, name: `Mine ${mark}`, sort: 'name' })
  try {
    await call('DELETE', `/resources/types/${type.id}`)
    await openAs(page, accounts.staff, spa, '/setup/resources/')
    await expect(page.getByRole('tab', { name: all.name, selected: true })).toBeVisible()
    await expect(page.getByText('The filter Type names a record that was deleted')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: mine.name }).click()
    await page.getByRole('button', { name: `View ${mine.name}` }).click()
    const kept = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.getByRole('menuitemcheckbox', { name: 'The list opens with it for me' }).click()
    expect((await kept).ok()).toBe(true)
    await page.goto('/setup/resources/')
    await expect(page.getByRole('tab', { name: mine.name, selected: true })).toBeVisible()

    // Everybody else has the tenant's.
    await openAs(page, accounts.admin, spa, '/setup/resources/')
    await expect(page.getByRole('tab', { name: all.name, selected: true })).toBeVisible()
  } finally {
    for (const { id } of [all, mine]) await call('DELETE', `/saved-views/${id}`)
  }
})
