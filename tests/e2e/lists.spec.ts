import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { resources } from '../../src/resources'
import { type AnyResource, screenPath } from '../../src/schema'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

// Not tried here: the demo has none, or one or two.
const unfilled = new Set([
  ...['bookingSeries', 'waitlistEntries', 'events', 'webhooks', 'deadLetters', 'apiKeys'],
  ...['calendarFeeds', 'notifications', 'notificationTemplates'],
])
const listed = resources.filter(({ name, screens }) => screens && !unfilled.has(name))

/** Takes the second column away, and finds it gone in the table and in the file of an export; also after a reload. */
const tryColumns = async (page: Page, { name, label, list }: AnyResource, reload: boolean) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  const choices = page.getByRole('dialog', { name: /columns/i })
  await choices.getByRole('checkbox').first().uncheck()
  await page.keyboard.press('Escape')
  // While it is open, the table is hidden from roles.
  await expect(choices).toBeHidden()
  const headers = page.getByRole('columnheader').filter({ hasText: /\S/ })
  if (reload) {
    const count = await headers.count()
    await page.reload()
    await expect(headers, `columns of ${name}`).toHaveCount(count)
  }
  // What can be done with a row is no value of it.
  const titles = (await headers.allInnerTexts()).map(title => title.trim()).filter(title => title !== 'Actions')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  // A list that exports in several ways asks which.
  const way = page.getByRole('menuitem').first()
  const starts = await Promise.race([download.then(() => true), way.waitFor().then(() => false)])
  if (!starts) await way.click()
  const csv = await readFile(await (await download).path(), 'utf8')
  const [head = '', ...rows] = csv.replace(/^\uFEFF/, '').split(/\r?\n/)
  // A file has a column for each field that the table shows in a column with others.
  const [, second] = list.columns
  const joined: [string, { with: readonly string[] } | undefined][] = Object.entries(list.joined ?? {})
  const more = joined.flatMap(([column, join]) => (column === second ? [] : (join?.with ?? [])))
  expect(head.split(',').length, `exported columns of ${label[1]}: ${head} for ${titles}`).toBe(
    titles.length + more.length,
  )
  expect(rows.filter(Boolean).length, `exported rows of ${name}`).toBeGreaterThan(0)
}

/** Switches a row off and on again, and asks whether to delete it. */
const tryBulk = async (page: Page, resource: AnyResource) => {
  const rows = page.getByRole('row')
  // The last schedule is the tenant's default, which stays active; the first channel is the back office, which does too.
  const row = (resource.name === 'schedules' ? rows.nth(1) : rows.last()).getByRole('checkbox')
  const bar = page.getByRole('region', { name: 'Selected records' })
  if (resource.actions?.deactivate)
    for (const action of ['Deactivate', 'Activate']) {
      await row.check()
      await bar.getByRole('button', { name: action, exact: true }).click()
      const said = page.getByText(new RegExp(`^${action}d: 1 `))
      // What bookings to come are in the way of is asked about first.
      const keep = page.getByRole('alertdialog').getByRole('button', { name: 'Save and keep' })
      await expect(said.last().or(keep).first(), `${action} ${resource.name}`).toBeVisible()
      if (await keep.isVisible()) await keep.click()
      await expect(said.last(), `${action} ${resource.name}`).toBeVisible()
      await expect(bar).toBeHidden()
    }
  await row.check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/Delete|deleted/)
  // What is used can only be closed, which is known a moment later: the question then has another button.
  await expect(async () => {
    const close = question.getByRole('button', { name: /^(?:Cancel|Close)$/ })
    // A click may close the question after its time is up.
    if (await question.isVisible()) await close.click({ timeout: 1000 })
    await expect(question).toBeHidden({ timeout: 2000 })
  }).toPass()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
}

for (const scope of ['tenant', 'platform'] as const)
  test(`every list of a ${scope} hides columns for good, exports what it shows and changes several at once`, async ({
    page,
  }) => {
    test.slow()
    await openAs(page, scope === 'tenant' ? accounts.admin : accounts.superuser, 'Harbor Spa', '/')
    let asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    for (const [index, resource] of listed.filter(each => each.scope === scope).entries()) {
      asked = []
      await page.goto(screenPath(resource, 'list'))
      await expect(page.getByRole('row').nth(1), `the list of ${resource.name}`).toBeVisible()
      // What the page asked for ahead, the application took.
      expect(asked.filter(each => each.endsWith('/api/users/me'))).toHaveLength(1)
      const hasBegun = await page.evaluate(() => document.querySelector('script[data-list]') !== null)
      if (hasBegun)
        expect(
          asked.filter(each => each.includes(`/api${resource.api}?page=1&perPage=25`)),
          resource.name,
        ).toHaveLength(1)
      // A whole page takes its time: once is enough to see that the choice is kept outside of it.
      await tryColumns(page, resource, index === 0)
      const mayChange =
        resource.bulk !== false && (await page.getByRole('row').last().getByRole('checkbox').count()) > 0
      if (mayChange) await tryBulk(page, resource)
    }
  })

test('on a phone, a tap ticks the box of a row, and opens the row beside it', async ({ browser, server }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/', server.url)
  const box = page.getByRole('main').getByRole('listitem').getByRole('checkbox').first()
  await box.tap()
  await expect(box).toBeChecked()
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().tap()
  await expect(page).toHaveURL(/\/bookings\/[\w-]+$/)
  await context.close()
})

test('open menus are named, and lie in what a screen reader finds', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  const openers = [
    page.getByRole('button', { name: 'Add filter' }),
    page.getByRole('button', { name: 'Export' }),
    page.getByRole('button', { name: /^Actions for / }).first(),
    page.getByRole('button', { name: accounts.admin }),
  ]
  for (const opener of openers) {
    await opener.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
})

test('a pasted table is mapped, checked, imported and taken back, by keyboard and on a phone', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/customers')
  await page.getByRole('link', { name: 'Import' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Import Customers' })).toBeVisible()
  await expectAccessible(page)
  const mark = `Moved ${Date.now()}`
  const table = [
    'Kundennummer;Name;E-Mail',
    `${mark};${mark};${Date.now()}@moved.example`,
    `x${mark};${mark} too;nobody`,
  ]
  await page.getByRole('textbox', { name: 'Or paste a table' }).fill(table.join('\n'))
  await page.getByRole('button', { name: 'Read the table' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'What “Kundennummer” fills' })).toHaveValue('externalId')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check' }).press('Enter')
  await expect(page.getByText('Enter an e-mail address')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 row' }).press('Enter')
  await expect(page.getByRole('heading', { name: /: Imported$/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the refused rows' }).press('Enter')
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`x${mark}`)
  await page.getByRole('button', { name: 'Take back the import' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back the import' }).press('Enter')
  await expect(page.getByRole('heading', { name: /: Taken back$/ })).toBeVisible()
  await page.goto(`/customers?filter=${encodeURIComponent(JSON.stringify({ q: mark }))}`)
  await expect(page.getByText(mark)).toHaveCount(0)
})

test('the palette finds records, goes to screens and begins bookings, by keyboard alone', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/bookings/')
  await expect(page.getByRole('button', { name: /^Search and commands/ })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const input = palette.getByRole('combobox')
  const marked = palette.getByRole('option', { selected: true })

  await page.keyboard.press('Control+k')
  await input.fill('emma larsn')
  await expect(marked).toHaveText(/^Emma Larsen.*Customer$/)
  await expect(input).toHaveAttribute('aria-activedescendant', (await marked.getAttribute('id')) ?? '')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Emma Larsen' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(/Emma Larsen/)
  await input.fill('resource rul')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/setup\/resource-rules\/$/)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await input.fill('New booking for Emma facial tomorrow 10')
  await expect(marked).toHaveText(/New booking.*Emma Larsen.*Facial.*10:00/)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New Booking' })
  await expect(drawer.getByText('Emma Larsen', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
})
