import {
  accounts,
  chooseTenant,
  demoPassword,
  expect,
  expectAccessible,
  holdBack,
  openAs,
  signIn,
  signInByForm,
  test,
  visit,
} from './support/test'

const setupLinks = ['Schedules', 'Resource Types', 'Resources', 'Catalog', 'Channels', 'Resource Rules']

test('a page is painted before its scripts are there, in the language it will have', async ({
  page,
  context,
  baseURL,
}) => {
  await page.route('**/assets/*.js', route => route.abort())
  const cookie = (name: string, value: string) => context.addCookies([{ name, value, url: baseURL }])
  const heading = page.locator('h1')
  await page.goto('/setup/channels/')
  await expect(page.locator('#root .splash')).toBeVisible()
  await expect(heading).toHaveCount(0)
  await page.goto('/login')
  await expect(heading).toHaveText('Sign in')
  await expect(page.locator('input[name=email]')).toBeDisabled()
  await cookie('locale', 'de')
  await page.reload()
  await expect(heading).toHaveText('Anmelden')
  await cookie('signed_in', 'true')
  await page.goto('/setup/channels/')
  await expect(heading).toHaveText('Kanäle')
})

test('robots are told to stay away, and the page says what it is', async ({ page }) => {
  const robots = await page.request.get('/robots.txt')
  expect(robots.headers()['content-type']).toMatch(/^text\/plain/)
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
  await page.goto('/login')
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /bookings/)
})

test.describe('the sidebar', () => {
  test('follows the path', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await openAs(page, accounts.admin, 'Harbor Spa')
    const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(sidebar.getByRole('link')).toHaveText([
      'Home',
      'Availability',
      'Blocks',
      'Customers',
      'Bookings',
      'Series',
      'Visits',
      'Waitlist',
      'Unmet Requests',
      'Reports',
      'Setup',
      'Settings',
    ])
    await expect(sidebar.getByRole('button', { name: 'Harbor Spa' })).toBeVisible()

    await sidebar.getByRole('link', { name: 'Setup' }).click()
    await expect(page).toHaveURL(/\/setup\/$/)
    await expect(sidebar.getByRole('link')).toHaveText(['Return to App', ...setupLinks])
    await sidebar.getByRole('link', { name: 'Return to App' }).click()
    await expect(page).toHaveURL(/\/$/)

    await sidebar.getByRole('link', { name: 'Settings' }).click()
    await expect(sidebar.getByRole('link', { name: 'Return to App' })).toBeVisible()
    await expect(sidebar.getByText('Account', { exact: true })).toBeVisible()
    await expect(sidebar.getByRole('button', { name: 'Harbor Spa' })).toBeVisible()
  })

  test('shows a superuser the way to Super Admin, and a badge', async ({ page }) => {
    await openAs(page, accounts.superuser, 'Harbor Spa')
    await expect(page.getByText('Superuser', { exact: true })).toBeVisible()
    const sidebar = page.getByRole('navigation', { name: 'Main navigation' })
    await sidebar.getByRole('link', { name: 'Super Admin' }).click()
    await expect(page).toHaveURL(/\/superadmin\/$/)
    await expect(sidebar.getByRole('link')).toHaveText(['Return to App', 'Tenants', 'Users', 'Platform Log'])
  })

  test('collapses with Ctrl+B to icons with tooltips at once, and stays so for seven days', async ({
    page,
    context,
  }) => {
    await openAs(page, accounts.admin, 'Harbor Spa')
    const aside = page.getByRole('complementary', { name: 'Slotwise' })
    await expect(aside).toHaveCSS('width', '256px')
    // What is painted before the scripts are there hears no keys.
    await expect(page.getByRole('button', { name: 'Harbor Spa' })).toBeVisible()
    await page.keyboard.press('Control+b')
    await expect(aside).toHaveCSS('width', '48px')
    await page.getByRole('link', { name: 'Availability' }).hover()
    await expect(page.getByRole('tooltip', { name: 'Availability', includeHidden: true })).toBeVisible()
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie?.value).toBe('false')
    expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1)
    await page.reload()
    await expect(aside).toHaveCSS('width', '48px')
    await expect(page.getByRole('button', { name: 'Harbor Spa' })).toBeVisible()
    await page.keyboard.press('Control+b')
    await expect(aside).toHaveCSS('width', '256px')
  })

  test('leaves other tooltips 700 ms, by pointer and by keyboard, also in dialogs', async ({ page }) => {
    await page.clock.install()
    await openAs(page, accounts.admin, 'Harbor Spa')
    await page.getByRole('button', { name: 'Harbor Spa' }).click()
    const close = page.getByRole('dialog', { name: 'Switch Tenant' }).getByRole('button', { name: 'Close' })
    await expect(close).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    // Behind the dialog for screen readers, which have the button's name.
    const tip = page.getByRole('tooltip', { name: 'Close', includeHidden: true })
    for (const [aim, leave] of [
      [() => close.hover(), () => page.mouse.move(0, 0)],
      [() => page.keyboard.press('Shift+Tab'), () => page.keyboard.press('Tab')],
    ] as const) {
      await aim()
      await page.clock.runFor(690)
      await expect(tip).toHaveCount(0)
      await page.clock.runFor(20)
      await expect(tip).toBeInViewport({ ratio: 1 })
      await leave()
      await expect(tip).toHaveCount(0)
    }
  })

  test('is a sheet on a phone, with a state of its own', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(page, accounts.admin, 'Harbor Spa')
    await expect(page.getByRole('link', { name: 'Availability' })).toBeHidden()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    const sheet = page.getByRole('dialog', { name: 'Navigation' })
    await expect(sheet).toBeVisible()
    await expect(sheet).toHaveCSS('width', '288px')
    await sheet.getByRole('link', { name: 'Availability' }).click()
    await expect(page).toHaveURL(/\/availability$/)
    await expect(sheet).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('names the person at its foot, and lets them out', async ({ page }) => {
    await openAs(page, accounts.admin, 'Harbor Spa')
    await expect(page.getByText('AA', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /admin@demo\.test/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.goto('/setup/')
    await expect(page).toHaveURL(/\/login$/)
  })
})

test.describe('the tenant switcher', () => {
  test('opens by itself, is searched and used by keyboard, and its choice survives a reload', async ({ page }) => {
    await signInByForm(page, accounts.admin)
    const dialog = page.getByRole('dialog', { name: 'Switch Tenant' })
    await expect(dialog).toBeVisible()
    await expect(page.getByText('Select Tenant').first()).toBeAttached()
    const search = dialog.getByPlaceholder('Search tenants...')
    await expect(search).toBeFocused()
    await search.fill('zzz')
    await expect(dialog.getByText('No tenants found')).toBeVisible()
    await search.fill('har')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Switching to Harbor Spa...')).toBeVisible()
    await expect(page.getByText('Switched to Harbor Spa')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Harbor Spa' }).click()
    await expect(search).toHaveValue('')
    // Other tests of the worker may have made further ones.
    const demo = dialog.getByRole('option').filter({ hasText: /Harbor Spa|City Courts/ })
    await expect(demo).toHaveText([/Harbor Spa.*Active/, /City Courts/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Switched to City Courts')).toBeVisible()
    await expect(page.getByRole('button', { name: 'City Courts' })).toBeVisible()
    await page.getByRole('button', { name: 'City Courts' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('says when the tenants could not be loaded', async ({ page }) => {
    await page.route('**/api/tenants?*', route => route.fulfill({ status: 500, body: '{}' }))
    await signIn(page, accounts.admin)
    await expect(page.getByText('Failed to load tenants').first()).toBeVisible()
    await expect(page.getByText('Please try refreshing the page').first()).toBeVisible()
  })
})

test.describe('routes', () => {
  const pages: [path: string, heading: string][] = [
    ['/availability', 'Availability'],
    ['/settings/', 'Settings'],
    ['/setup/', 'Setup'],
    ['/superadmin/', 'Super Admin'],
    ['/superadmin/users/', 'Users'],
    ['/superadmin/users/new', 'New User'],
    ['/superadmin/tenants/', 'Tenants'],
    ['/superadmin/tenants/new', 'New Tenant'],
    ['/setup/schedules/', 'Schedules'],
    ['/setup/resources/', 'Resources'],
    ['/setup/resource-types/', 'Resource Types'],
    ['/setup/resource-rules/', 'Resource Rules'],
    ['/setup/channels/', 'Channels'],
    ['/setup/catalog/', 'Catalog'],
  ]

  test('each have a page with a title and a heading, with and without the slash', async ({ page, request }) => {
    await openAs(page, accounts.superuser, 'Harbor Spa')
    const shows = async (address: string, heading: string) => {
      await expect(page.getByRole('heading', { name: heading, level: 1 }), address).toBeVisible()
      await expect(page, address).toHaveTitle(`${heading} · Slotwise`)
    }
    for (const [path, heading] of pages)
      for (const address of [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]) {
        expect(await (await request.get(address)).text(), address).toContain('<div id="root">')
        await visit(page, address)
        await shows(address, heading)
      }
  })

  test('lead to a record and back', async ({ page }) => {
    await openAs(page, accounts.superuser, 'Harbor Spa', '/superadmin/tenants/')
    await page.getByRole('link', { name: 'City Courts' }).click()
    await expect(page).toHaveURL(/\/superadmin\/tenants\/[0-9a-f-]{36}\/edit$/)
    await expect(page.getByRole('heading', { name: /City Courts|Edit Tenant/, level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/superadmin\/tenants\/$/)

    await visit(page, '/setup/schedules/')
    await page.getByRole('link', { name: 'Spa hours' }).click()
    await expect(page).toHaveURL(/\/setup\/schedules\/[0-9a-f-]{36}\/edit$/)
    await expect(page.getByRole('heading', { name: 'Spa hours', level: 1 })).toBeVisible()

    await visit(page, '/setup/catalog/')
    await page.getByRole('link', { name: 'Massage' }).click()
    await expect(page).toHaveURL(/\/setup\/catalog\/[0-9a-f-]{36}\/edit$/)
    await expect(page.getByRole('heading', { name: 'Massage', level: 1 })).toBeVisible()
    await expect(page.getByText('60 minutes').first()).toBeVisible()
  })

  test('that do not exist say so, inside the layout', async ({ page }) => {
    await openAs(page, accounts.admin, 'Harbor Spa', '/nowhere')
    for (const path of ['/nowhere', '/setup/nowhere', '/setup/channels/nowhere/at/all']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
    }
  })

  test('show what they load, and no list without records meanwhile', async ({ page }) => {
    const answer = await holdBack(page, '**/api/channels?*')
    await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/')
    await expect(page.getByText('Loading Channels...')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Channels', level: 1 })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    answer()
    await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()
  })
})

test.describe('guards', () => {
  test('keep others out of Super Admin, in words', async ({ page, request }) => {
    await openAs(page, accounts.admin, 'Harbor Spa', '/superadmin/users/')
    await expect(page.getByText('You do not have access to this area.')).toBeVisible()
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('slotwise.auth') ?? '{}').access_token as string,
    )
    for (const path of ['/api/users', '/api/users/0197c0de-0000-7000-8000-000000000001']) {
      expect((await request.get(path, { headers: { Authorization: `Bearer ${token}` } })).status()).toBe(403)
    }
  })

  test('tell a person without a tenant what to do', async ({ page }) => {
    await signIn(page, accounts.nobody)
    await expect(page.getByText(/you do not belong to a tenant yet/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('the session', () => {
  test('says what was wrong with a password, and keeps the address', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('admin@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Invalid login credentials')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('admin@demo.test')
  })

  test('ends once with one 401, and the person is back where they were after signing in', async ({ page }) => {
    await openAs(page, accounts.admin, 'Harbor Spa', '/setup/channels/?sort=code&order=DESC')
    await expect(page.getByRole('link', { name: 'Website' })).toBeVisible()
    await page.route('**/api/**', route => route.fulfill({ status: 401, body: '{}' }))
    // Whatever asks next is refused, perhaps before this.
    void page
      .getByRole('searchbox')
      .fill('web')
      .catch(() => {})
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Unauthorized')).toHaveCount(1)
    await page.unroute('**/api/**')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(accounts.admin)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/setup\/channels\/\?.*sort=code/)
  })

  test('is shared by two tabs, also its end', async ({ context }) => {
    const [first, second] = [await context.newPage(), await context.newPage()]
    await openAs(first, accounts.admin, 'Harbor Spa')
    await second.goto('/')
    await expect(second.getByRole('button', { name: 'Harbor Spa' })).toBeVisible()
    await first.getByRole('button', { name: /admin@demo\.test/ }).click()
    await first.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(second).toHaveURL(/\/login$/)
  })

  test('ends also when the auth service does not answer', async ({ page }) => {
    await openAs(page, accounts.admin, 'Harbor Spa')
    await page.route('**/auth/v1/logout*', route => route.abort())
    await page.getByRole('button', { name: /admin@demo\.test/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  test('begins with a sign-up, and a forgotten password says the same to everybody', async ({ page }) => {
    await page.goto('/signup')
    await page.getByRole('textbox', { name: 'Name' }).fill('New Person')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`new-${Date.now()}@example.test`)
    await page.getByLabel('Password', { exact: true }).fill('a-long-password-1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(/you do not belong to a tenant yet/)).toBeVisible()
  })
})

test.describe('accessibility', () => {
  // Home, bookings and availability are looked at where they are tested.
  const open: [path: string, ready: string][] = [
    ['/setup/', 'Before the first booking'],
    ['/setup/channels/', 'Website'],
    ['/setup/channels/?create=true', 'New Channel'],
    ['/settings/', 'Profile'],
    ['/superadmin/', 'Super Admin'],
    ['/superadmin/tenants/', 'City Courts'],
    ['/superadmin/users/new', 'New User'],
  ]
  for (const [width, colors] of [
    [1280, 'light and dark'],
    [390, 'light'],
  ] as const) {
    test(`has no violation at ${width} px, ${colors}`, async ({ page }) => {
      const expectAccessibleInBoth = async () => {
        await expectAccessible(page)
        if (colors === 'light') return
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
        // What is there is the same in both, but for its colours.
        await expectAccessible(page, 'colors')
        await page.emulateMedia({ colorScheme: 'light' })
      }
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
      await expectAccessibleInBoth()
      await signIn(page, accounts.superuser)
      await expect(page.getByRole('dialog', { name: 'Switch Tenant' })).toBeVisible()
      await expectAccessibleInBoth()
      await chooseTenant(page, 'Harbor Spa')
      for (const [path, ready] of open) {
        // From another page of the application, the form would open over that page.
        await (path.endsWith('/new') ? page.goto(path) : visit(page, path))
        await expect(page.getByRole('heading', { level: 1, includeHidden: true }), path).toBeAttached()
        await expect(page.getByText(ready).filter({ visible: true }).first(), path).toBeVisible()
        await expectAccessibleInBoth()
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
      }
    })
  }
})
