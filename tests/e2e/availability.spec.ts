import {
  accounts,
  chooseItem,
  clickAcross,
  expect,
  expectAccessible,
  holdBack,
  openAs,
  pieceOf,
  test,
} from './support/test'

const holidays = ['12-25', '12-26', '01-01']
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

/** A Monday later than the demo's bookings and sooner than one may book ahead. Mia Brandt does not work on Mondays. */
const quietMonday = (): string => {
  const today = new Date().toISOString().slice(0, 10)
  const found = Array.from({ length: 21 }, (_, index) => dayAfter(today, 57 + index)).find(
    date =>
      new Date(date).getUTCDay() === 1 && [0, 1, 2].every(days => !holidays.includes(dayAfter(date, days).slice(5))),
  )
  if (!found) throw new Error('Three weeks without a Monday that is open.')
  return found
}

const date = quietMonday()
const monday = `/availability?date=${date}`
const nameOf = (days: number): string =>
  new Date(dayAfter(date, days)).toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

test('free times are found, explained and passed on by their address', async ({ page, context }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', monday)
  const grid = page.getByRole('grid', { name: `Times of ${nameOf(0)}` })
  await expect(grid.getByRole('columnheader', { name: 'Jonas Weber' })).toBeVisible()
  await chooseItem(page, 'Massage', { Variant: '30 minutes', Channel: 'Front desk' })
  await expect(grid.getByRole('gridcell', { name: /^10:00–10:30.*free/ }).first()).toBeVisible()
  await expectAccessible(page)

  const vary = async (from: RegExp, to: string) => {
    await page.getByRole('button', { name: from }).click()
    await page.getByRole('menuitem', { name: to }).click()
    await expect(page.getByRole('button', { name: `Massage · ${to}`, exact: true })).toBeVisible()
  }
  await vary(/^Massage · 30/, '90 minutes, Mia only')
  const bar = page.getByRole('main').locator('header')
  for (const width of [600, 900, 1024, 1200, 1400, 1440, 1600, 1920, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  await vary(/^Massage · 90/, '30 minutes')

  await grid
    .getByRole('gridcell', { name: /^09:00.*closed/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: `${nameOf(0)}, 09:00` })
  await expect(dialog.getByText(/^“Mia’s week” is closed at Mon /).first()).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Open the schedule' }).first()).toBeVisible()
  await expectAccessible(page)

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('dialog', { name: `${nameOf(0)}, 09:00` })).toBeVisible()
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: 'Filters, 2 set' }).click()
  await expect(other.getByRole('combobox', { name: 'Channel' }).locator('option:checked')).toHaveText('Front desk')
  await other.close()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Month' }).click()
  await page.getByRole('link', { name: new RegExp(`^${nameOf(1)}, \\d+ free times`) }).click()
  await expect(page.getByRole('grid', { name: `Times of ${nameOf(1)}` })).toBeVisible()
  await page.getByRole('button', { name: 'Next available' }).click()
  await expect(page.getByRole('status').getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List' }).click()
  await expect(
    page
      .getByRole('region', { name: nameOf(2) })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
})

test('the grid is walked and explained by keyboard alone', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', monday)
  await page.getByRole('button', { name: 'Filters' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Item' }).fill('Massage')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Variant' })).toBeVisible()
  await page.keyboard.press('Escape')
  const grid = page.getByRole('grid')
  const refused = grid.getByRole('gridcell', { name: /^09:00.*closed/ }).first()
  await expect(refused).toBeVisible()
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1)
  await grid.locator('[tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await expect(grid.locator('[tabindex="0"]')).toBeFocused()
  await refused.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `${nameOf(0)}, 09:00` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(refused).toBeFocused()

  // Nights on which the clocks of the tenant's zone change.
  for (const [changing, hours, twoOClock] of [
    ['2027-03-28', 23, 0],
    ['2027-10-31', 25, 2],
  ] as const) {
    await page.goto(`/availability?date=${changing}&hours=all`)
    await expect(grid.getByRole('row').filter({ has: page.getByRole('gridcell') })).toHaveCount(hours * 2)
    await expect(grid.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^02:00/ }) })).toHaveCount(
      twoOClock,
    )
  }
})

test('what arrives late moves nothing from under the pointer', async ({ page }) => {
  const letGo = await holdBack(page, await pieceOf('src/features/bookings/NewBooking.tsx'))
  await openAs(page, accounts.admin, 'Harbor Spa', monday)
  const late = page.getByRole('button', { name: 'New Booking' })
  const filters = page.getByRole('button', { name: 'Filters' })
  await filters.hover()
  await expect(late).toHaveCount(0)
  await clickAcross(page, filters, async () => {
    letGo()
    await expect(late).toBeVisible()
  })
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
})

test('a day stays until the next one is answered, and a new booking has its place before it is drawn', async ({
  page,
}) => {
  await openAs(page, accounts.admin, 'Harbor Spa', monday)
  const gridOf = (days: number) => page.getByRole('grid', { name: nameOf(days) })
  await expect(gridOf(0)).toBeVisible()
  const answer = await holdBack(page, '**/api/availability/timeline**')
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page).toHaveURL(new RegExp(dayAfter(date, 1)))
  await expect(page.locator('[aria-busy="true"]').filter({ has: gridOf(0) })).toBeVisible()
  answer()
  await expect(gridOf(1)).toBeVisible()

  const draw = await holdBack(page, await pieceOf('src/features/bookings/dialog/BookingDialog.tsx'))
  await gridOf(1).locator('[data-state="open"]').first().click()
  await expect(page.getByText('Loading New Booking')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden()
  const lastHeader = gridOf(1).getByRole('columnheader').last()
  const rightEdge = async () => {
    const box = await lastHeader.boundingBox()
    return box && Math.round(box.x + box.width)
  }
  const beside = await rightEdge()
  expect(beside).toBeLessThanOrEqual(1280 - 720)
  draw()
  await expect(page.getByRole('dialog', { name: 'New Booking' })).toBeVisible()
  await expect(page.getByText('Loading New Booking')).toBeHidden()
  await expect.poll(rightEdge).toBe(beside)
})

test('a day after a long night opens where its own hours begin', async ({ page }) => {
  const sunday = dayAfter(date, 6)
  // The sauna is open on Saturdays until one in the morning.
  await openAs(page, accounts.admin, 'Harbor Spa', `/availability?date=${sunday}`)
  const grid = page.getByRole('grid', { name: nameOf(6) })
  await expect(grid.getByRole('rowheader', { name: '11:00' })).toBeInViewport()
  await expect(grid.getByRole('rowheader', { name: '00:00' })).not.toBeInViewport()
})

for (const width of [1280, 390])
  test(`every view of availability fits ${width} px, and is accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openAs(page, accounts.admin, 'Harbor Spa', monday)
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByRole('combobox', { name: 'Item' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await chooseItem(page, 'Massage')
    const shown = {
      Day: page.getByRole('grid'),
      Week: page.getByRole('grid'),
      Month: page.getByRole('table'),
      List: page.getByRole('region', { name: / 20\d\d$/ }).first(),
    }
    for (const [name, content] of Object.entries(shown)) {
      if (width < 1200) await page.getByRole('combobox', { name: 'View' }).selectOption(name)
      else await page.getByRole('button', { name, exact: true }).click()
      await expect(content).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width)
      await expectAccessible(page)
      // The colours are those of either width.
      if (width < 1280) continue
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, 'colors')
      await page.emulateMedia({ colorScheme: 'light' })
    }
  })
