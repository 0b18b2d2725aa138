import { accounts, demoPassword, expect, openAs, test } from './support/test'

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
    await expect(page.getByText(said).first(), what).toBeVisible()
    await page.unroute('**/api/channels?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(website, what).toBeVisible()
  }
})

test('an answer that takes its time is waited for, visibly', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/channels?*', async route => {
    await held
    await route.continue()
  })
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
  await expect(page.getByText('Loading channels')).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()
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
