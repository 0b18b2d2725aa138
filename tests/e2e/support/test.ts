import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type RunningServer, removeData, startServer } from './server'

/** The demo accounts of the README, by who they are. */
export const accounts = {
  superuser: 'super@demo.test',
  admin: 'admin@demo.test',
  staff: 'staff@demo.test',
  viewer: 'viewer@demo.test',
  nobody: 'nobody@demo.test',
} as const

export const demoPassword = 'demo-password-1'

/** A real server with demo data for each worker; pages open relative to it. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
      await removeData(server.dataDir)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

export { expect }

export const signIn = async (page: Page, email: string, password: string = demoPassword, url = ''): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

export const chooseTenant = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Switch Tenant' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('option', { name }).click()
  await expect(dialog).toBeHidden()
}

/** Fails with each violation's rule and place. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))).toEqual([])
}
