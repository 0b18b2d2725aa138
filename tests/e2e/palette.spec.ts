import type { Page } from '@playwright/test'
import { accounts, expect, openAs, test } from './support/test'

const search = '**/api/search?*'

const open = async (page: Page, name = 'Search and commands') => {
  const palette = page.getByRole('dialog', { name })
  // Its keys work once the first screen is shown.
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor()
  await page.keyboard.press('Control+k')
  const input = palette.getByRole('combobox')
  await expect(input).toBeFocused()
  return { palette, input, marked: palette.getByRole('option', { selected: true }) }
}

test('the palette is a combobox with a list of labelled groups, and says how many it found', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  const button = page.getByRole('button', { name: /^Search and commands/ })
  await button.focus()
  await button.press('Enter')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const input = palette.getByRole('combobox')
  await expect(input).toBeFocused()
  await input.fill('resources')
  await expect(palette).toMatchAriaSnapshot(`
    - dialog "Search and commands":
      - combobox "Search, or say what you want to do" [expanded] [active]: resources
      - status: /\\d+ entr(y|ies)/
      - listbox "Search and commands":
        - group "Go to":
          - text: Go to
          - option "Resources" [selected]
  `)
  // Found records come after the screens, and are options, too.
  const found = page.waitForResponse(response => /\/api\/search\?.*=new(&|$)/.test(response.url()))
  await input.fill('new')
  await found
  await expect(palette.getByRole('option').first()).toHaveText(/New/)

  const options = palette.getByRole('option')
  const isMarked = async (index: number) => {
    await expect(options.nth(index)).toHaveAttribute('aria-selected', 'true')
    await expect(palette.getByRole('option', { selected: true })).toHaveCount(1)
    await expect(input).toHaveAttribute('aria-activedescendant', (await options.nth(index).getAttribute('id')) ?? '')
    await expect(input).toBeFocused()
  }
  const count = await options.count()
  expect(count).toBeGreaterThan(2)
  await expect(palette.getByRole('status')).toHaveText(`${count} entries`)
  await isMarked(0)
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', count - 1],
    ['ArrowDown', 0],
    ['End', count - 1],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    await isMarked(index)
  }

  await input.fill('zzyzx')
  await expect(palette.getByRole('status')).toHaveText('Nothing found')
  await expect(input).toHaveAttribute('aria-expanded', 'false')
  await expect(input).not.toHaveAttribute('aria-activedescendant')
  await input.fill('staff@')
  await expect(palette.getByRole('option', { name: 'staff@demo.test Member' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(button).toBeFocused()
})

test('the palette opens a found record in a new tab, remembers it for this person alone, and stays', async ({
  page,
}) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  const { palette, input, marked } = await open(page)
  await input.fill('emma larsen')
  await expect(marked).toHaveText(/^Emma Larsen.*Customer$/)
  const other = page.waitForEvent('popup')
  await page.keyboard.press('Control+Enter')
  await expect((await other).getByRole('heading', { name: 'Emma Larsen' })).toBeVisible()
  await expect(palette).toBeVisible()
  await expect(page).toHaveURL(/\/bookings\/$/)
  await input.fill('')
  await expect(palette.getByRole('group').first()).toHaveAccessibleName('Recent')

  await openAs(page, accounts.viewer, 'City Courts', '/bookings/')
  const theirs = await open(page)
  await expect(theirs.palette.getByRole('group', { name: 'Do' })).toBeVisible()
  await expect(theirs.palette.getByRole('group', { name: 'Recent' })).toHaveCount(0)
  await expect(theirs.palette.getByText('Emma Larsen')).toHaveCount(0)
})

test('the palette offers what the role may do, and nothing else', async ({ page }) => {
  const offered = async (email: string, typed: string) => {
    // A choice that is not theirs is replaced while the page loads, which closes what is open.
    await openAs(page, email, email === accounts.viewer ? 'City Courts' : 'Harbor Spa', '/bookings/')
    const { palette, input } = await open(page)
    await input.fill(typed)
    return palette.getByRole('group', { name: 'Do' }).getByRole('option')
  }
  await expect(await offered(accounts.admin, 'new customer')).toHaveText(['New Customer'])
  await expect(await offered(accounts.admin, 'block time')).toHaveText([/Block time/])
  await expect(await offered(accounts.admin, 'switch')).toHaveText(['Switch Tenant'])
  await expect(await offered(accounts.staff, 'block time')).toHaveText([/Block time/])
  await expect(await offered(accounts.staff, 'new resource')).toHaveCount(0)
  await expect(await offered(accounts.viewer, 'theme')).toHaveCount(3)
  for (const typed of ['new customer', 'block time', 'new booking'])
    await expect(await offered(accounts.viewer, typed)).toHaveCount(0)
})

test('the palette finds an exact name first, a variant by its item, and pages by other words', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  const { palette, input, marked } = await open(page)
  for (const [typed, first] of [
    ['sauna', /^Sauna/],
    ['massage 60', /^60 minutes.*Massage.*Variant$/],
    ['Juergen', /^Jürgen Vogt/],
    ['jurgen', /^Jürgen Vogt/],
    ['jürgen', /^Jürgen Vogt/],
    ['revenue', /^Report: Revenue$/],
    ['paid revenue', /^Report: Revenue$/],
    ['invite', /^Members$/],
    ['authenticator', /^Two-step sign-in$/],
  ] as const) {
    await input.fill(typed)
    await expect(marked, typed).toHaveText(first)
  }
  await input.fill('holiday')
  await expect(palette.getByRole('option', { name: /^Block time/ })).toBeVisible()
})

test('a late answer never replaces that to what was typed last, and nothing is missed before there is one', async ({
  page,
}) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(search, async route => {
    if (new URL(route.request().url()).searchParams.get('q') === 'emma larsen') await held
    await route.continue().catch(() => {})
  })
  const { palette, input, marked } = await open(page)
  const slow = page.waitForRequest(search)
  await input.fill('emma larsen')
  await slow
  await expect(palette.getByRole('status')).toHaveText('Searching…')
  await input.fill('massage')
  await expect(marked).toHaveText(/Massage/)
  const before = await palette.getByRole('option').allInnerTexts()
  letGo()
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
  expect(await palette.getByRole('option').allInnerTexts()).toEqual(before)
  await expect(palette.getByText('Emma Larsen')).toHaveCount(0)
})

test('“?” lists the shortcuts, but not while somebody types', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const { palette, input } = await open(page)
  await page.keyboard.type('a?')
  await expect(input).toHaveValue('a?')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(shortcuts).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(shortcuts).toMatchAriaSnapshot(`
    - dialog "Keyboard shortcuts":
      - heading "Keyboard shortcuts"
      - term: Search and commands
      - definition: Ctrl K
      - term: This help
      - definition: "?"
      - term: Show or hide the sidebar
      - definition: Ctrl B
  `)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
})

test('a booking begins in German words, and shows what it understood before it does anything', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'de'))
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  const { palette, input, marked } = await open(page, 'Suche und Befehle')
  await input.fill('einstellung')
  await expect(marked).toHaveText('Einstellungen')
  await input.fill('Buchung für Emma morgen um 10')
  await expect(marked).toHaveText(/Neue Buchung.*Emma Larsen.*10:00/)
  await input.fill('Buchung für Niemandx morgen um 10')
  await expect(marked).toHaveText(/Neue Buchung.*10:00.*nicht gefunden: Niemandx/)
  await input.fill('Buchung für Emma 31.2. um 10')
  await expect(marked).toHaveText(/nicht gefunden: .*31\.2\./)
  await expect(palette).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Neue Buchung' })).toHaveCount(0)
})
