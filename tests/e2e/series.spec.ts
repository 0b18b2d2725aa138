import { accounts, chooseItem, clickAcross, expect, expectAccessible, holdBack, openAs, test } from './support/test'

const DAY = 86_400_000
const holidays = ['12-25', '12-26', '01-01']
const dateIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const weeksFrom = (days: number): string[] => [0, 7, 14, 21].map(later => dateIn(days + later))

/** A Tuesday to Friday of which four weeks are open, later than the demo's bookings and sooner than one may book ahead. */
const firstLesson = (): string => {
  const found = [57, 58, 59, 60, 61, 62, 63].find(days => {
    const weekday = new Date(dateIn(days)).getUTCDay()
    return weekday > 1 && weekday < 6 && !weeksFrom(days).some(date => holidays.includes(date.slice(5)))
  })
  if (!found) throw new Error('A week without a day that is open for four weeks.')
  return dateIn(found)
}

test('a weekly lesson is booked with its preview, moved from the third on, and cancelled', async ({ page }) => {
  await openAs(page, accounts.admin, 'Harbor Spa', `/availability?date=${firstLesson()}`)
  await chooseItem(page, 'Facial')
  await page
    .getByRole('gridcell', { name: /^10:00.*free/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  await dialog.getByRole('button', { name: 'Repeat…' }).click()
  await dialog.getByRole('combobox', { name: 'Repeat' }).selectOption('weekly')
  await dialog.getByRole('spinbutton', { name: 'Times' }).fill('4')
  await expect(dialog.getByText('4 of 4 free')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Book/ }).last().click()
  await expect(dialog.getByText('3 of 3 free')).toBeVisible()
  await expect(dialog.getByText('Left out on purpose')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Book/ }).last().click()
  await expect(dialog.getByText('4 of 4 free')).toBeVisible()
  await expectAccessible(page)
  const customer = dialog.getByRole('combobox', { name: 'Customer' })
  await customer.fill('Ahmed')
  await page.getByRole('option', { name: /Ahmed/ }).first().click()
  await dialog.getByRole('button', { name: 'Book these dates' }).click()
  await expect(page.getByText(/4 of 4 dates booked/)).toBeVisible()
  await page.getByRole('button', { name: 'Open series' }).click()

  const dates = page.getByRole('region', { name: 'Dates' }).getByRole('listitem')
  await expect(dates).toHaveCount(4)
  await expect(page.getByText(/Every week on .*, 4 times/)).toBeVisible()
  await expectAccessible(page)
  await dates
    .nth(2)
    .getByRole('button', { name: /^Change/ })
    .click()
  await page.getByRole('menuitem', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: 'Move dates of the series' })
  await move.getByRole('textbox', { name: 'Time' }).fill('14:00')
  await move.getByRole('radio', { name: 'This and the following' }).check()
  await expectAccessible(page)
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(dates.nth(2)).toContainText('14:00')
  await expect(dates.nth(3)).toContainText('14:00')
  await expect(dates.nth(0)).toContainText('10:00')
  await expect(dates.nth(1)).toContainText('10:00')

  // On the timeline, a drag asks which of them are meant.
  const letGo = await holdBack(page, '**/api/customers/*')
  const showDates = await holdBack(page, '**/api/bookings/series/*/reschedule')
  await page.goto(`/availability?date=${firstLesson()}`)
  const lesson = (time: string) => page.getByRole('button', { name: new RegExp(`Ahmed.*, ${time}`) }).first()
  await expect(lesson('10:00')).toBeVisible()
  // Where it is dragged to has to be in sight as well, and to stand still.
  await page.getByText('13:00', { exact: true }).first().scrollIntoViewIfNeeded()
  await lesson('10:00').hover()
  const [from, to] = [
    await lesson('10:00').boundingBox(),
    await page.getByText('12:00', { exact: true }).first().boundingBox(),
  ]
  if (!from || !to) throw new Error('Nothing to drag, or nowhere to drag it.')
  await page.mouse.move(from.x + from.width / 2, from.y + 6)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, to.y + 8, { steps: 8 })
  await page.mouse.up()
  const drag = page.getByRole('dialog', { name: 'Move which dates of the series?' })
  await expect(drag.getByRole('radio', { name: 'This one' })).toBeChecked()
  await expect(drag.getByRole('radio', { name: 'This and the following' })).toBeVisible()
  // Whom it can tell and what it comes to are known late, and move no choice from under the pointer.
  const told = drag.getByRole('checkbox', { name: /Ahmed/ })
  await expect(told).toHaveCount(0)
  await clickAcross(page, drag.getByRole('radio', { name: 'All to come' }), async () => {
    letGo()
    showDates()
    await expect(told).toBeVisible()
    await expect(drag.getByText('1 of 1 free')).toBeVisible()
  })
  await expect(drag.getByRole('radio', { name: 'All to come' })).toBeChecked()
  await drag.getByRole('radio', { name: 'This one' }).check()
  await expectAccessible(page)
  await drag.getByRole('button', { name: 'Move' }).click()
  await expect(drag).toBeHidden()
  await expect(lesson('12:00')).toBeVisible()
  await page.goBack()
  await expect(dates.nth(0)).toContainText('12:00')
  await expect(dates.nth(1)).toContainText('10:00')

  await dates.nth(0).getByRole('link').click()
  await expect(page.getByRole('link', { name: '1 of 4' })).toBeVisible()
  await page.getByRole('link', { name: '1 of 4' }).click()
  await dates
    .nth(0)
    .getByRole('button', { name: /^Change/ })
    .click()
  await page.getByRole('menuitem', { name: 'Cancel' }).click()
  const cancel = page.getByRole('dialog', { name: 'Cancel dates of the series' })
  await cancel.getByRole('radio', { name: 'All to come' }).check()
  await cancel.getByRole('combobox', { name: /^Who cancels/ }).click()
  await page.getByRole('option', { name: 'The customer' }).click()
  await cancel.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dates.filter({ hasText: 'Cancelled' })).toHaveCount(4)
})
