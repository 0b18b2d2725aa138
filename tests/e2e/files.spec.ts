import type { Locator, Page } from '@playwright/test'
import { png } from '../api/http/support/fileSamples'
import { accounts, expect, expectAccessible, openAs, test } from './support/test'

const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(png(300, 200)) })

/** The pixels of a picture on the page, once it is there. */
const sizeOf = async (image: Locator): Promise<number[]> => {
  await expect(image).toBeVisible()
  return image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    return [element.naturalWidth, element.naturalHeight]
  })
}

const openChair = async (page: Page): Promise<Locator> => {
  await openAs(page, accounts.admin, 'Harbor Spa', '/setup/resources/')
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click()
  const form = page.getByRole('main')
  await expect(form.getByRole('group', { name: 'Picture' })).toBeVisible()
  return form
}

test('a picture is chosen, cropped by keyboard, described, saved, seen in the list, and removed', async ({ page }) => {
  const form = await openChair(page)
  const field = form.getByRole('group', { name: 'Picture' })
  await field.locator('input[type=file]').setInputFiles(picture('chair.png'))

  const dialog = page.getByRole('dialog', { name: 'Choose the part to show' })
  await expect(dialog.getByText('Drag the frame')).toBeVisible()
  const frame = dialog.getByRole('group', { name: 'The part that is shown' })
  const before = await frame.boundingBox()
  await frame.focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await frame.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use this part' }).click()
  await expect(field.getByText('chair.png has been uploaded')).toBeAttached()
  // Cropped to the square that the declaration wants.
  expect(await sizeOf(field.locator('img'))).toEqual([200, 200])
  await field.getByRole('textbox', { name: 'What the picture shows' }).fill('A red chair')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Resource updated successfully')).toBeVisible()
  await page.goto('/setup/resources/')

  const row = page.getByRole('table').getByRole('row').nth(1)
  const thumbnail = row.locator('img')
  expect(await sizeOf(thumbnail)).toEqual([200, 200])
  // Beside its name, a picture says nothing twice.
  await expect(thumbnail).toHaveAttribute('alt', '')
  await row.getByRole('link').first().click()
  await expect(field.getByRole('img', { name: 'A red chair' })).toBeVisible()
  await field.getByRole('button', { name: 'Remove' }).click()
  await expect(field.getByRole('button', { name: 'Choose a picture' })).toBeFocused()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Resource updated successfully').last()).toBeVisible()
  await page.goto('/setup/resources/')
  await expect(row).toBeVisible()
  await expect(row.locator('img')).toHaveCount(0)
})

test('what is no picture is refused at the field, a failed upload is tried again, and nothing typed is lost', async ({
  page,
}) => {
  const form = await openChair(page)
  const field = form.getByRole('group', { name: 'Picture' })
  const input = field.locator('input[type=file]')
  const location = form.getByRole('textbox', { name: 'Location' })
  await location.fill('By the window')
  await input.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>Hello</p>') })
  await expect(field.getByText('Choose a file of one of these types')).toBeVisible()
  await input.setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('<p>Hello</p>') })
  await expect(field.getByText('This picture cannot be read')).toBeVisible()

  await page.route('**/api/uploads/**', route => route.abort('connectionreset'))
  await input.setInputFiles(picture('chair.png'))
  await page.getByRole('button', { name: 'Use this part' }).click()
  await expect(field.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/uploads/**')
  await field.getByRole('button', { name: 'Try again' }).click()
  await expect(field.getByText('chair.png has been uploaded')).toBeAttached()
  await expect(location).toHaveValue('By the window')
})

test('people have a picture of themselves, dropped onto its field', async ({ page }) => {
  await openAs(page, accounts.viewer, 'City Courts', '/settings/')
  const field = page.getByRole('group', { name: 'Picture' })
  const dropped = await page.evaluateHandle(
    bytes => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }))
      return data
    },
    Array.from(png(40, 40)),
  )
  await field.getByText('drop or paste it here').dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByRole('button', { name: 'Use this part' }).click()
  await expect(field.getByText('me.png has been uploaded')).toBeAttached()
  await page.getByRole('form').or(page.locator('form')).getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('updated successfully')).toBeVisible()
  const menu = page.getByRole('button', { name: accounts.viewer })
  expect(await sizeOf(menu.locator('img'))).toEqual([40, 40])
})
