import type { Browser, BrowserContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { linkIn, mailTo } from './support/mails'
import { type RunningServer, removeData, startServer } from './support/server'
import { expect, expectAccessible, test, visit } from './support/test'

const password = 'violet-harbour-27'
const newPassword = 'quiet-orchard-58'

/** A server of their own: what happens to an account here must not meet other tests. */
const own = test.extend<{ own: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  own: async ({}, use) => {
    const server = await startServer({ env: { DEMO: 'off', AUTH_CONFIRM_EMAIL: 'on' } })
    await use(server)
    await server.stop()
    await removeData(server.dataDir)
  },
})

const post = async (server: RunningServer, route: string, body: object, token?: string) => {
  const answer = await fetch(`${server.url}/auth/v1${route}`, {
    method: route === '/user' ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json().catch(() => null) }
}

/** Somebody with an account of theirs, and in no tenant. */
const signUp = async (server: RunningServer, email: string): Promise<void> => {
  await post(server, '/signup', { email, password })
  const link = linkIn(await mailTo(server, email, 'confirm your e-mail address'))
  const { status } = await post(server, '/verify', { type: 'signup', token_hash: link.searchParams.get('token_hash') })
  expect(status).toBe(200)
}

const enterPassword = async (page: Page, server: RunningServer, email: string, typed = password): Promise<void> => {
  await page.goto(`${server.url}/login`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What the app shows from now on: a code counts once. */
const codeOf = (secret: string, stepsOn = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepsOn * 30_000 })

/** Adds an app in the settings. @returns its secret, as the page shows it */
const addApp = async (page: Page): Promise<string> => {
  await visit(page, '/settings')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('textbox', { name: 'Name' }).last().press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){3,}[A-Z2-7]+$/).innerText()).replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code from the app' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  return secret
}

/** A second browser that has what the first one keeps. */
const steal = async (
  browser: Browser,
  from: Page,
  server: RunningServer,
): Promise<{ to: BrowserContext; page: Page }> => {
  const kept = await from.evaluate(() => localStorage.getItem('slotwise.auth') ?? '')
  const to = await browser.newContext()
  const page = await to.newPage()
  await page.goto(`${server.url}/healthz`)
  await page.evaluate(value => localStorage.setItem('slotwise.auth', value), kept)
  return { to, page }
}

own('an app is set up in the settings; its codes and the recovery codes sign in', async ({ page, own: server }) => {
  const email = 'ada@example.test'
  await signUp(server, email)
  await enterPassword(page, server, email)
  await expect(page).not.toHaveURL(/\/login/)
  const secret = await addApp(page)
  const [recoveryCode = ''] = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await expectAccessible(page)

  const signOut = async () => {
    await page.getByRole('button', { name: new RegExp(email) }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
  const heading = page.getByRole('heading', { name: 'Two-step sign-in', level: 1 })
  await signOut()
  await enterPassword(page, server, email)
  await expect(heading).toBeVisible()
  await expectAccessible(page)
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  // The code of now was used to set the app up.
  await code.fill(codeOf(secret, 1))
  await code.press('Enter')
  await expect(heading).toBeHidden()
  await expect(page).not.toHaveURL(/\/login/)

  await signOut()
  await enterPassword(page, server, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByRole('textbox', { name: 'Recovery code' })
  await expect(recovery).toBeFocused()
  await recovery.fill(recoveryCode)
  await recovery.press('Enter')
  await expect(heading).toBeHidden()
  await expect(page).not.toHaveURL(/\/login/)
  await visit(page, '/settings')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
})

own('what a thief planted works no more once the owner has a new password', async ({ page, browser, own: server }) => {
  const email = 'grace@example.test'
  const thiefsEmail = 'thief@example.test'
  await signUp(server, email)
  await enterPassword(page, server, email)
  await expect(page).not.toHaveURL(/\/login/)

  const thief = await steal(browser, page, server)
  await thief.page.goto(`${server.url}/settings`)
  await expect(thief.page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const token = await thief.page.evaluate(() => JSON.parse(localStorage.getItem('slotwise.auth') ?? '{}').access_token)
  expect((await post(server, '/user', { email: thiefsEmail }, token)).status).toBe(200)
  const planted = linkIn(await mailTo(server, thiefsEmail, 'confirm your new e-mail address'))
  await addApp(thief.page)

  await page.goto(`${server.url}/forgot-password`)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.goto(linkIn(await mailTo(server, email, 'choose a new password')).href)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).not.toHaveURL(/new-password/)
  await mailTo(server, email, 'an authenticator app was removed')

  await page.evaluate(() => localStorage.clear())
  await enterPassword(page, server, email, newPassword)
  await expect(page).not.toHaveURL(/\/login/)
  await visit(page, '/settings')
  await expect(page.getByText('Only your password protects your account so far.')).toBeVisible()

  const follow = (type: string) => post(server, '/verify', { type, token_hash: planted.searchParams.get('token_hash') })
  expect((await follow('email_change')).body).toMatchObject({ code: 403, error_code: 'otp_expired' })
  const kept = await thief.page.evaluate(() => JSON.parse(localStorage.getItem('slotwise.auth') ?? '{}'))
  const refreshed = await post(server, '/token?grant_type=refresh_token', { refresh_token: kept.refresh_token })
  expect(refreshed.body).toMatchObject({ error_code: 'refresh_token_not_found' })
  const changed = await post(server, '/user', { data: { name: 'Still here' } }, kept.access_token)
  expect(changed.body).toMatchObject({ error_code: 'session_not_found' })
  for (const [address, word] of [
    [email, password],
    [thiefsEmail, password],
    [thiefsEmail, newPassword],
  ]) {
    const answer = await post(server, '/token?grant_type=password', { email: address, password: word })
    expect(answer.body).toMatchObject({ error_code: 'invalid_credentials' })
  }
  await thief.to.close()
})

test('whoever copied a session is out as soon as its owner has a new password, and the owner stays in', async ({
  page,
  browser,
}) => {
  const server = await startServer()
  await enterPassword(page, server, 'staff@demo.test', 'demo-password-1')
  await expect(page).not.toHaveURL(/\/login/)
  const thief = await steal(browser, page, server)
  const follows = thief.page.waitForResponse(answer => answer.url().endsWith('/bookings/live'))
  await thief.page.goto(`${server.url}/bookings`)
  await follows

  await visit(page, '/settings')
  await page.getByLabel('Current password').fill('demo-password-1')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()

  await expect(thief.page).toHaveURL(/\/login/, { timeout: 5000 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await thief.to.close()
  await server.stop()
  await removeData(server.dataDir)
})
