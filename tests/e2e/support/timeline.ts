import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

const DAY = 86_400_000
const dateIn = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/**
 * A weekday (0 is Sunday) on which everybody works: after the demo's bookings, and within the days that can be booked.
 * @param week 1 for the week after, on which other files book nothing
 */
export const quietDay = (weekday: number, week = 0): string => {
  const found = Array.from({ length: 21 }, (_, index) => dateIn(57 + 7 * week + index)).find(
    date =>
      new Date(date).getUTCDay() === weekday && !['12-24', '12-25', '12-26', '12-31', '01-01'].includes(date.slice(5)),
  )
  if (!found) throw new Error('Three weeks without such a day that is open.')
  return found
}

const columnOf = async (page: Page, name: string): Promise<number> => {
  const headers = page.getByRole('grid').getByRole('columnheader')
  await expect(headers.filter({ hasText: name })).toBeVisible()
  return (await headers.allTextContents()).indexOf(name) - 1
}

export const cellAt = async (page: Page, resource: string, time: string): Promise<Locator> =>
  page
    .getByRole('gridcell', { name: new RegExp(`^${time}`) })
    .and(page.locator(`[data-column="${await columnOf(page, resource)}"]`))

export const middleOf = async (cell: Locator): Promise<{ x: number; y: number }> => {
  const box = await cell.boundingBox()
  if (!box) throw new Error('The cell is not in sight.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Fills in the dialog for a new customer and books. */
export const bookFor = async (page: Page, name: string, item: string | null = null): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'New booking' })
  if (item) await dialog.getByRole('radio', { name: item, exact: true }).check()
  await expect(dialog.getByRole('timer')).toContainText('Kept for you')
  await dialog.getByRole('combobox', { name: 'Customer' }).fill(name)
  await dialog.getByRole('option', { name: `New customer: ${name}` }).click()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(`+49151${Math.floor(1e7 + Math.random() * 9e7)}`)
  await dialog.getByRole('button', { name: /^Book(, to be approved)?$/ }).click()
  await expect(dialog).toBeHidden()
}

/** Drags across a resource's cells. */
export const dragOver = async (page: Page, resource: string, from: string, to: string): Promise<void> => {
  const [first, last] = [await cellAt(page, resource, from), await cellAt(page, resource, to)]
  // The calendar of a room that is open all day begins at midnight, so the target may be below the edge.
  await last.scrollIntoViewIfNeeded()
  await first.hover()
  await page.mouse.down()
  const { x, y } = await middleOf(last)
  await page.mouse.move(x, y, { steps: 4 })
  await expect(page.getByText(`Marked: ${from}–`)).toBeAttached()
  await page.mouse.up()
}
