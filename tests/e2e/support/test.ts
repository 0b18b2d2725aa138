import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type RunningServer, removeData, startServer } from './server'

/** Demo accounts of the README. */
export const accounts = {
  superuser: 'super@demo.test',
  admin: 'admin@demo.test',
  staff: 'staff@demo.test',
  viewer: 'viewer@demo.test',
  nobody: 'nobody@demo.test',
} as const

export const demoPassword = 'demo-password-1'

/** Gives each worker a real server with demo data; pages open relative to it. */
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

/** Signs in by the form, for tests of signing in. `signIn` and `openAs` are faster. */
export const signInByForm = async (page: Page, email: string, url = ''): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Puts a new session and the choice of a tenant into the browser. */
const startSession = async (page: Page, email: string, tenant: string | null, url: string): Promise<void> => {
  const answer = await page.request.post(`${url}/auth/v1/token?grant_type=password`, {
    data: { email, password: demoPassword },
  })
  expect(answer.status(), 'signing in').toBe(200)
  const session = await answer.json()
  const choose = async (name: string) => {
    const headers = { authorization: `Bearer ${session.access_token}` }
    const tenants: { id: string; name: string }[] = await (
      await page.request.get(`${url}/api/tenants`, { headers })
    ).json()
    return { userId: session.user.id, tenantId: tenants.find(each => each.name === name)?.id }
  }
  const items = {
    'slotwise.auth': { ...session, expires_at: Math.floor(Date.now() / 1000) + session.expires_in },
    ...(tenant && { 'slotwise.currentTenant': await choose(tenant) }),
  }
  // A page of the same origin without scripts.
  await page.goto(`${url}/healthz`)
  await page.evaluate(entries => {
    for (const [key, value] of entries) localStorage.setItem(key, JSON.stringify(value))
  }, Object.entries(items))
}

/** Opens the first page without a chosen tenant. */
export const signIn = async (page: Page, email: string, url = ''): Promise<void> => {
  await startSession(page, email, null, url)
  await page.goto(`${url}/`)
}

/** Opens `path` with this tenant chosen. */
export const openAs = async (page: Page, email: string, tenant: string, path = '/', url = ''): Promise<void> => {
  await startSession(page, email, tenant, url)
  await page.goto(`${url}${path}`)
}

/** Leads to another page as the browser's own buttons do: to load everything again takes longest, and shows nothing else. */
export const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

export const chooseTenant = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Switch Tenant' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('option', { name }).click()
  await expect(dialog).toBeHidden()
}

/** Narrows the calendar to an item, and by further filters with these names. */
export const chooseItem = async (
  page: Page,
  item: string,
  others: Readonly<Record<string, string>> = {},
): Promise<void> => {
  await page.getByRole('button', { name: /^Filters/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('combobox', { name: 'Item' }).click()
  await page.getByRole('option', { name: item }).click()
  for (const [name, value] of Object.entries(others)) await filters.getByRole('combobox', { name }).selectOption(value)
  await filters.getByRole('button', { name: 'Done' }).click()
  await expect(filters).toBeHidden()
}

/** Holds back answers from these addresses. @returns a function that releases them */
export const holdBack = async (page: Page, addresses: string): Promise<() => void> => {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(addresses, async route => {
    await held
    await route.continue()
  })
  return letGo
}

/** Loses the answer to the next request to these addresses. Resolves when it is lost. */
export const loseAnswer = (page: Page, addresses: string): Promise<void> =>
  new Promise(resolve => {
    void page.route(
      addresses,
      async route => {
        await route.fetch()
        resolve()
      },
      { times: 1 },
    )
  })

/** The address of the built piece with a module. @param source `src/features/bookings/NewBooking.tsx` */
export const pieceOf = async (source: string): Promise<string> => {
  const manifest = JSON.parse(await readFile('dist/web/.vite/manifest.json', 'utf8'))
  return `**/${manifest[source].file}`
}

/** Presses the mouse on something and releases it after something else has moved there. */
export const clickAcross = async (page: Page, target: Locator, arrive: () => Promise<void>): Promise<void> => {
  await target.hover()
  await page.mouse.down()
  await arrive()
  await page.mouse.up()
}

const colorRules = ['color-contrast', 'link-in-text-block']

/** Fails with each violation's rule and place. @param colors looks only at those */
export const expectAccessible = async (page: Page, only?: 'colors'): Promise<void> => {
  // The browser shows its own tooltips whenever it likes, and only to the pointer.
  await expect(page.locator('body [title]:not([title=""])')).toHaveCount(0)
  // A fading toast has no lasting contrast. One with Undo stays for ten seconds.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 20_000 })
  // axe would open another page for frames, of which there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (only ? axe.withRules(colorRules) : axe).analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')}`))).toEqual([])
}
