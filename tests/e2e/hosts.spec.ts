import type { Locator } from '@playwright/test'
import { type RunningServer, removeData, startServer } from './support/server'
import { accounts, expect, signInByForm, test } from './support/test'

let server: RunningServer
let at: (label: string) => string

test.beforeAll(async () => {
  server = await startServer({ env: { MAIN_DOMAIN: 'slotwise.test' } })
  const { port } = new URL(server.url)
  at = label => `http://${label}.slotwise.test:${port}`
})
test.afterAll(async () => {
  await server.stop()
  await removeData(server.dataDir)
})

/** Stops the page's clock over what stands for a third of a second, which a busy machine may not draw. */
const clickAndSee = async (target: Locator, text: string) => {
  const page = target.page()
  const { host } = new URL(page.url())
  await expect(target).toBeVisible()
  // By its own clock, which earlier pauses have put ahead.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await target.click()
  await page.clock.runFor(100)
  await expect(page.getByText(text)).toBeVisible()
  expect(new URL(page.url()).host, 'the toast is seen before the host changes').toBe(host)
  await page.clock.resume()
}

test('choosing a tenant leads to its own host, signed in, and leaving leads back', async ({ page }) => {
  await page.clock.install()
  await signInByForm(page, accounts.admin, at('app'))
  const started = page.waitForURL(url => url.host.startsWith('harbor-spa.'), { waitUntil: 'commit' })
  const spa = page.getByRole('dialog', { name: 'Switch Tenant' }).getByRole('option', { name: 'Harbor Spa' })
  await clickAndSee(spa, 'Switching to Harbor Spa...')
  await started
  await expect(page.getByText('Switched to Harbor Spa')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Harbor Spa' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('slotwise.currentTenant'))).toBeNull()

  await page.getByRole('button', { name: 'Harbor Spa' }).click()
  await page.getByRole('dialog', { name: 'Switch Tenant' }).getByRole('option', { name: 'City Courts' }).click()
  await page.waitForURL(url => url.host.startsWith('city-courts.'))
  await expect(page.getByText('Switched to City Courts')).toBeVisible()

  await page.getByRole('button', { name: 'City Courts' }).click()
  await clickAndSee(page.getByRole('button', { name: 'To tenant selection' }), 'Switching to tenant selection...')
  await page.waitForURL(url => url.host.startsWith('app.'))
  await expect(page.getByText('Choose the tenant that you want to work in', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Switch Tenant' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'To tenant selection' })).toHaveCount(0)
})

test('a host of no tenant, or of somebody else’s, has no current tenant', async ({ page }) => {
  await signInByForm(page, accounts.staff, at('app'))
  for (const label of ['no-such-tenant', 'city-courts']) {
    await page.goto(at(label))
    await expect(page.getByText('There is no tenant at this address, or you do not belong to it.')).toBeVisible()
  }
  const choice = page.getByRole('dialog', { name: 'Switch Tenant' })
  await expect(choice).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()
  await page.getByRole('button', { name: 'To tenant selection' }).click()
  await page.waitForURL(url => url.host.startsWith('app.'))
})

test('signing out on one host signs out on all', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await signInByForm(first, accounts.staff, at('harbor-spa'))
  await second.goto(at('app'))
  await expect(second.getByText('staff@demo.test')).toBeVisible()
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible()
  await first.getByRole('button', { name: /staff@demo\.test/ }).click()
  await first.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(first).toHaveURL(/\/login$/)
  await second.reload()
  await expect(second).toHaveURL(/\/login$/)
})
