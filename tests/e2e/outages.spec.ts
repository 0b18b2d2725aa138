import { accounts, chooseTenant, demoPassword, expect, openAs, signInByForm, test } from './support/test'

const html = '<!doctype html><title>Bad gateway</title>'
const broken: [what: string, answer: { status: number; contentType: string; body: string }, said: string][] = [
  ['the page of a proxy', { status: 502, contentType: 'text/html', body: html }, 'API Error: 502 Bad Gateway'],
  ['no time', { status: 504, contentType: 'text/plain', body: '' }, 'API Error: 504 Gateway Timeout'],
  ['half an answer', { status: 200, contentType: 'application/json', body: '[{"id":"1","na' }, 'Unknown error'],
  ['a page in place of data', { status: 200, contentType: 'text/html', body: html }, 'Unknown error'],
]

test('broken answers are said, and the list is there once the API is well', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  const website = page.getByRole('link', { name: 'Website' })
  await expect(website).toBeVisible()
  for (const [what, answer, said] of broken) {
    await page.route('**/api/channels?*', route => route.fulfill(answer))
    await page.reload()
    await expect(page.getByText('Something went wrong!'), what).toBeVisible()
    await page.getByRole('button', { name: 'Show Error' }).click()
    await expect(page.getByText(said, { exact: true }), what).toBeVisible()
    await page.getByRole('button', { name: 'Hide Error' }).click()
    await expect(page.getByText(said, { exact: true }), what).toBeHidden()
    await page.unroute('**/api/channels?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(website, what).toBeVisible()
  }
})

test('an answer that takes its time is waited for, visibly, and not for ever', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/channels?*', () => {})
  const asked = page.waitForRequest('**/api/channels?*')
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  await asked
  await expect(page.getByText('Loading channels')).toBeVisible()
  // The page asks before the application is there, and only that counts the seconds.
  await expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(
      page.getByText('Something went wrong! The list could not be loaded. No answer after 30 seconds.'),
    ).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await page.unroute('**/api/channels?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()
})

test('a screen whose script could not be loaded is there once the line is', async ({ page }) => {
  const problem = page.getByText('Something went wrong!')
  const again = page.getByRole('button', { name: 'Try again' })
  await openAs(page, accounts.admin, 'Harbor Spa', '/customers/')
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.route('**/assets/**', route => route.abort())
  await page.route('**/reports', route => route.abort())
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(problem).toBeVisible()
  const tried = page.waitForRequest('**/reports')
  await again.click()
  await tried
  await expect(problem).toBeVisible()
  await page.unrouteAll()
  await again.click()
  await expect(page.getByRole('heading', { name: 'Report: Bookings', level: 1 })).toBeVisible()
})

test('what could not be saved, or not in time, stays typed, and is saved once', async ({ page }) => {
  await page.clock.install()
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  await page.getByRole('link', { name: 'New Channel' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Slow post')
  const save = page.getByRole('button', { name: /^Sav/ })
  const problem = page.getByRole('alert').filter({ hasText: 'This was not saved' })
  const detail = 'The database does not answer. Try again in a moment.'
  await page.route('**/api/channels', route =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, json: { code: 'unavailable', detail } }),
  )
  await save.click()
  await expect(problem).toContainText(detail)

  let sent = 0
  await page.unroute('**/api/channels')
  await page.route('**/api/channels', () => {
    sent++
  })
  await save.click()
  await expect(save).toHaveText('Saving…')
  await save.click()
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toBe(1)
  await page.clock.fastForward(60_000)
  await expect(problem).toContainText('No answer after 60 seconds. It may have been done all the same')
  expect(sent).toBe(1)
  await expect(name).toHaveValue('Slow post')

  await page.unroute('**/api/channels')
  await save.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Slow post' })).toHaveCount(1)
})

test('without a connection the cached lists stay, and what cannot be saved says why', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  const website = page.getByRole('link', { name: 'Website' })
  await website.click()
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Written in the cellar')
  await page.context().setOffline(true)
  await expect(
    page.getByText(/^You are offline\. What you see is from \d\d:\d\d, and nothing can be saved\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This was not saved' })).toContainText('You are offline')
  await expect(description).toHaveValue('Written in the cellar')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await page.getByRole('link', { name: 'Schedules' }).click()
  await page.getByRole('link', { name: 'Channels' }).click()
  await expect(website).toBeVisible()
  await page.getByRole('link', { name: 'Resource Types' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'cannot be loaded without a connection' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(/^You are offline/)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Therapist' })).toBeVisible()
})

test('a clock that is three days ahead signs nobody out, and today is today', async ({ page }) => {
  const today = (month: 'long' | 'short') =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', day: 'numeric', month }).format(now)
  const now = Date.now()
  await page.clock.install({ time: now + 3 * 86_400_000 })
  let tokens = 0
  page.on('request', request => {
    if (request.url().includes('/auth/v1/token')) tokens++
  })
  await signInByForm(page, accounts.admin)
  await chooseTenant(page, 'Harbor Spa')
  await expect(page.getByText(new RegExp(`Harbor Spa today, .*${today('long')}`))).toBeVisible()
  await page.goto('/availability')
  await expect(page.getByRole('heading', { level: 2, name: today('short') })).toBeVisible()
  expect(tokens).toBe(1)
})

test('after a 401 in one tab both are back where they were, once somebody signs in', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openAs(first, accounts.admin, 'Harbor Spa', '/setup/channels/')
  await expect(first.getByRole('searchbox')).toBeVisible()
  await second.goto('/setup/schedules/')
  await expect(second.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
  await first.route('**/api/**', route => route.fulfill({ status: 401, body: '{}' }))
  await first.getByRole('searchbox').fill('web')
  for (const page of [first, second]) {
    await expect(page.getByText('Your session has ended. Sign in again to go on where you were.')).toBeVisible()
  }
  await first.unroute('**/api/**')
  await first.getByRole('textbox', { name: 'E-mail' }).fill(accounts.admin)
  await first.getByLabel('Password', { exact: true }).fill(demoPassword)
  await first.getByRole('button', { name: 'Sign in' }).click()
  await expect(first).toHaveURL(/\/setup\/channels\//)
  await expect(second).toHaveURL(/\/setup\/schedules\//)
})
