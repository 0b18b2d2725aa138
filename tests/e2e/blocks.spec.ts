import { accounts, expect, expectAccessible, openAs, test } from './support/test'
import { bookFor, cellAt, dragOver, middleOf, quietDay } from './support/timeline'

const spa = 'Harbor Spa'

test('staff close a time with bookings in it, hand them over, change the block by hand and by keyboard, and undo', async ({
  page,
}) => {
  await openAs(page, accounts.staff, spa, `/availability?date=${quietDay(5)}`)
  await dragOver(page, 'Jonas Weber', '10:00', '10:30')
  await page.getByRole('menuitem', { name: 'Book…' }).click()
  await bookFor(page, 'Bea Block', 'Massage')
  await expect(page.getByRole('button', { name: /^Bea Block, 10:00–11:00, .*Jonas Weber/ })).toBeVisible()

  await dragOver(page, 'Jonas Weber', '09:00', '11:30')
  await page.getByRole('menuitem', { name: 'Close this time…' }).click()
  const form = page.getByRole('dialog', { name: 'New Block' })
  await form.getByRole('textbox', { name: 'Reason' }).fill('First aid course')
  await expect(form.getByRole('heading', { name: '1 booking is in the way, and stays' })).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const left = page.getByRole('dialog', { name: 'Bookings in the way' })
  await expect(left.getByText(/Can go to/)).toBeVisible()
  await expectAccessible(page)
  await left.getByRole('button', { name: 'Hand over 1 booking' }).click()
  await expect(left).toBeHidden()
  await expect(page.getByText('1 booking was handed over')).toBeVisible()
  const beas = page.getByRole('button', { name: /^Bea Block, 10:00–11:00/ })
  await expect(beas.first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Bea Block, .*Jonas Weber/ })).toHaveCount(0)

  const blockAt = (times: string) =>
    page.getByRole('button', { name: `Closed: First aid course, ${times}, Jonas Weber` })
  await expect(blockAt('09:00–12:00')).toBeVisible()
  const box = await blockAt('09:00–12:00').boundingBox()
  if (!box) throw new Error('The block is not in sight.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2)
  await page.mouse.down()
  const { x, y } = await middleOf(await cellAt(page, 'Jonas Weber', '12:30'))
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  await expect(blockAt('09:00–13:00')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(blockAt('09:00–12:00')).toBeVisible()

  await blockAt('09:00–12:00').press('Alt+ArrowUp')
  await expect(blockAt('09:00–11:30')).toBeFocused()
  await blockAt('09:00–11:30').press('Alt+Shift+ArrowDown')
  await expect(blockAt('09:30–11:30')).toBeVisible()

  await blockAt('09:30–11:30').click()
  const edit = page.getByRole('dialog', { name: 'Edit Block' })
  await edit.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page
    .getByRole('alertdialog', { name: 'Delete First aid course?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  const deleted = page.getByRole('listitem').filter({ hasText: 'Block deleted successfully' })
  // It stays while the pointer is on it.
  await deleted.hover()
  await expect(edit).toBeHidden()
  await expect(blockAt('09:30–11:30')).toHaveCount(0)
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(blockAt('09:30–11:30')).toBeVisible()
})

test('a block is made by keyboard alone from a free cell, and found under New', async ({ page }) => {
  await openAs(page, accounts.admin, spa, `/availability?date=${quietDay(2)}`)
  await (await cellAt(page, 'Jonas Weber', '15:00')).press('Shift+Enter')
  await page.getByRole('menuitem', { name: 'Close this time…' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New Block' })
  await expect(form.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Break')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: 'Closed: Break, 15:00–15:30, Jonas Weber' })).toBeVisible()

  await page.getByRole('button', { name: 'New…' }).press('Enter')
  await page.getByRole('menuitem', { name: 'New Block' }).press('Enter')
  await expect(form.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expectAccessible(page)
})
