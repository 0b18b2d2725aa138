import { signInOverHttp } from './support/api'
import { accounts, chooseItem, expect, openAs, test, visit } from './support/test'
import { bookFor } from './support/timeline'

/** The hair salon is in setup.spec.ts; the API's tests book all six. */
const templates: readonly (readonly [template: string, item: string, book?: string, done?: string])[] = [
  ['Medical practice', 'Consultation', 'Send request', 'Requested'],
  ['Boat rental', 'Rowing boat'],
  ['Guided tours', 'City tour'],
  ['Coworking', 'Meeting room'],
  ['Sports court', 'Court'],
]

for (const [template, item, book = 'Book now', done = 'Booked'] of templates)
  test(`the template “${template}” is applied, and booked at the desk and online`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const slug = template.toLowerCase().replace(' ', '-')
    const { headers } = await signInOverHttp(String(baseURL), accounts.superuser)
    const call = async (method: string, path: string, body?: object) => {
      const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(body && { data: body }) })
      expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true)
      return answer.json()
    }
    const tenant = await call('POST', '/tenants', { name: `Our ${slug}`, slug, timeZone: 'Europe/Berlin' })
    const [{ id: userId }] = await call('GET', `/users?q=${accounts.admin}`)
    await call('POST', `/tenants/${tenant.id}/members`, { userId, role: 'owner' })

    await openAs(page, accounts.admin, `Our ${slug}`)
    await page.getByRole('button', { name: `${template}: Preview…` }).click()
    const plan = page.getByRole('dialog', { name: `What will happen: ${template}` })
    await plan.getByRole('button', { name: 'Apply' }).click()
    await expect(plan).toBeHidden()
    await expect(page.getByRole('region', { name: 'Before the first booking' })).toContainText('6 of 8 done')

    await visit(page, '/availability?view=list')
    await chooseItem(page, item)
    await page.getByRole('button', { name: 'Next available' }).click()
    await page.getByRole('status').getByRole('link').last().click()
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page
      .getByRole('button', { name: /^Book / })
      .first()
      .click()
    await bookFor(page, 'Dana Desk')
    await visit(page, '/bookings/')
    await expect(page.getByRole('row', { name: /Dana Desk/ })).toBeVisible()

    const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await visitor.goto(`/book/${slug}`)
    await visitor
      .getByRole('link', { name: new RegExp(item) })
      .first()
      .click()
    // At a month's end the rest of it may be closed.
    const times = visitor.locator('a.time')
    const later = visitor.getByRole('link', { name: /^Next free day/ })
    await expect(times.or(later).first()).toBeVisible()
    if (await later.isVisible()) await later.click()
    await times.last().click()
    await visitor.getByRole('textbox', { name: 'Name' }).fill('Olga Online')
    await visitor.getByRole('textbox', { name: 'E-mail' }).fill('olga@example.com')
    await visitor.getByRole('button', { name: book }).click()
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(done)
  })
