import type { BrowserContext, Page } from '@playwright/test'
import { signInOverHttp } from './support/api'
import { expect, expectAccessible, loseAnswer, test } from './support/test'

// Customers book by themselves, on a phone.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

const spa = '/book/harbor-spa'
const freeTimes = (page: Page) => page.locator('a.time')
/** Not the first one, which is over at the next quarter of an hour: what is too soon cannot be booked. */
const freeTime = (page: Page) => freeTimes(page).last()

const chooseMia = (page: Page) => page.getByRole('radio', { name: /Mia only/ }).check()

/** It has more than one free day, whatever today is. */
const nextMonth = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1)).toISOString().slice(0, 7)
}

/** A client of the API, as an owner of the spa. */
const spaHeaders = async (url: string) => {
  const { headers } = await signInOverHttp(url)
  const { 'x-tenant-id': _, ...own } = headers
  const tenants: { id: string; slug: string }[] = await (await fetch(`${url}/api/tenants`, { headers: own })).json()
  return { ...own, 'x-tenant-id': tenants.find(({ slug }) => slug === 'harbor-spa')?.id ?? '' }
}

/** Counts what somebody touches, from the moment the page is open. */
const countTaps = async (context: BrowserContext) => {
  let taps = 0
  await context.exposeFunction('countTap', () => {
    taps += 1
  })
  await context.addInitScript(() => {
    addEventListener('click', event => {
      // A label passes its click on to its input.
      if (event.detail > 0) (window as unknown as { countTap: () => void }).countTap()
    })
  })
  return () => taps
}

/** Opens an item, takes its first free time and says who books. */
const book = async (page: Page, item: RegExp, name: string) => {
  await page.goto(spa)
  await page.getByRole('link', { name: item }).click()
  await freeTime(page).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
  // Faster than people type, as with fields that a browser fills in: the page waits by itself.
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Booked' })).toBeVisible()
  await expect(page.getByText('We sent it to ada@example.com')).toBeVisible()
}

test('whoever comes in a crowd is told that they stand in line, and gets through by waiting', async ({ page }) => {
  await page.goto(spa)
  await page.getByRole('link', { name: /Sauna/ }).tap()
  await page.route('**/holds', route =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { code: 'unavailable', status: 503 } }),
  )
  await freeTime(page).tap()
  await expect(page.getByRole('status').filter({ hasText: 'Very many people are booking right now' })).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/in-line.png' })
  await page.unroute('**/holds')
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByText('Very many people')).toHaveCount(0)
})

test('six taps lead from the open page to a booking', async ({ page, context, server }) => {
  const taps = await countTaps(context)
  await page.goto(spa)
  await page.getByRole('link', { name: /Sauna/ }).tap()
  await freeTime(page).tap()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).tap()
  await page.keyboard.type('Grace Hopper')
  await page.keyboard.press('Tab')
  await page.keyboard.type('grace@example.com')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).tap()
  await expect(page.getByRole('timer')).toContainText(/[0-9]:5[0-7]/)
  await page.getByRole('button', { name: 'Book now' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Booked' })).toBeFocused()
  expect(taps()).toBeLessThanOrEqual(6)

  const headers = await spaHeaders(server.url)
  const found = await (await fetch(`${server.url}/api/bookings?source=public`, { headers })).json()
  expect(found).toContainEqual(expect.objectContaining({ customerName: 'Grace Hopper', status: 'confirmed' }))
})

test('every step is accessible, has an address, and neither the way back nor a lost answer loses anything', async ({
  page,
}) => {
  await page.goto(spa)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Time for yourself, by the harbor')
  await expectAccessible(page)
  await page.getByRole('link', { name: /Massage/ }).click()
  await expect(page).toHaveURL(/\/book\/harbor-spa\/massage/)
  await expect(freeTimes(page).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: /60 minutes/ }).check()
  await expect(page).toHaveURL(/v=/)
  await freeTime(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your details' })).toBeFocused()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: 'Keep it longer' }).click()
  await expect(page.getByRole('button', { name: 'Keep it longer' })).toBeHidden()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)

  await page.goBack()
  await expect(page.getByRole('radio', { name: /60 minutes/ })).toBeChecked()
  const isLost = loseAnswer(page, '**/holds*')
  await page.goForward()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada')
  await isLost
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada')
  await expect(page.getByRole('timer'), 'the place is theirs, though they were not told').toBeVisible()
  for (let count = 0; count < 3; count++) {
    await page.goBack()
    await page.goForward()
  }
  await expect(page.getByRole('timer')).toBeVisible()

  const emptied = page.getByRole('textbox', { name: 'E-mail' })
  await expect(page.getByRole('timer')).toContainText(/[0-9]:5[0-7]/)
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(emptied).toBeFocused()
  await expect(emptied).toHaveAccessibleDescription('Please fill this in')

  await emptied.fill('ada@example.com')
  const terms = page.getByRole('checkbox', { name: 'I accept the terms' })
  await terms.check()
  const isBooked = loseAnswer(page, '**/confirm')
  await page.getByRole('button', { name: 'Book now' }).click()
  await isBooked
  await page.reload()
  await terms.check()
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Booked' })).toBeVisible()
})

test('a closed page keeps its place for a minute, and a page that is loaded again as long as before', async ({
  page,
  context,
  server,
}) => {
  await page.goto(`${spa}/massage`)
  const made = page.waitForResponse(answer => /\/holds(\?|$)/.test(answer.url()) && answer.ok())
  await freeTime(page).click()
  const { holdToken, expiresAt } = await (await made).json()
  const kept = async () =>
    (await (await fetch(`${server.url}/api/public/harbor-spa/holds/${holdToken}`)).json()).expiresAt
  await expect(page.getByRole('timer')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('timer'), 'the clock goes on').toContainText(/[2-9]:[0-5][0-9]/)
  expect(await kept()).toBe(expiresAt)

  await page.goto('about:blank')
  await expect.poll(async () => Date.parse(await kept()) < Date.parse(expiresAt)).toBe(true)
  await page.goBack()
  await expect(page.getByRole('timer')).toContainText(/[2-9]:[0-5][0-9]/)
  await expect.poll(kept).toBe(expiresAt)

  await context.newPage()
  await page.close()
  await expect.poll(async () => Date.parse(await kept()) <= Date.now() + 60_000).toBe(true)
})

test('who goes back finds the time free that they had chosen', async ({ page }) => {
  await page.goto(`${spa}/massage`)
  await chooseMia(page)
  const chosen = freeTime(page)
  const address = (await chosen.getAttribute('href')) ?? ''
  const sameTime = page.locator(`a.time[href="${address}"]`)
  await chosen.click()
  await expect(page.getByRole('timer')).toBeVisible()
  const taken = page.waitForResponse(answer => /availability\?/.test(answer.url()))
  await page.goBack()
  await taken
  await expect(sameTime).toBeVisible()
  // The server writes the list into a page that is loaded anew, before this tab has given anything back.
  await sameTime.click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.goto(page.url().replace(/&at=[^&]*/, ''))
  await expect(sameTime).toBeVisible()
})

test('an empty form marks all that lacks at once', async ({ page }) => {
  await page.goto(`${spa}/sauna`)
  await freeTime(page).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nowhere')
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Please fill this in')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/enter an e-mail address/)
  const terms = page.getByRole('checkbox', { name: 'I accept the terms' })
  await expect(terms).toHaveAccessibleDescription('Please accept the terms to book')
})

test('what was cancelled elsewhere is not said to be booked', async ({ page, context }) => {
  await book(page, /Sauna/, 'Edsger Dijkstra')
  const other = await context.newPage()
  await other.goto(page.url().replace(/\?.*/, ''))
  for (const [tab, said] of [
    [page, 'Your booking is cancelled.'],
    [other, 'This booking has been cancelled already.'],
  ] as const) {
    await tab.getByText('Cancel the booking').first().click()
    await tab.getByRole('button', { name: 'Cancel the booking' }).click()
    await expect(tab.getByText(said)).toBeVisible()
    await expect(tab.getByText('Cancelled', { exact: false }).first()).toBeVisible()
    await expect(tab.getByText('Cancel the booking')).toHaveCount(0)
  }
})

test('prices say what they are for, and what has to be approved is asked for', async ({ page }) => {
  await page.goto(spa)
  await expect(page.getByRole('link', { name: /Sauna.*from €22\.00 per person/ })).toBeVisible()
  await page.goto(`${spa}/sauna?q=3`)
  await expect(page.getByText('Total: €66.00')).toBeVisible()
  await page.goto(`${spa}/massage`)
  await chooseMia(page)
  await expect(page.getByText('We confirm this by hand')).toBeVisible()
  await freeTime(page).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Alan Turing')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('alan@example.com')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).check()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Requested' })).toBeVisible()
  await expect(page.getByText('We sent it to alan@example.com')).toBeVisible()
})

test('beyond the last day that may be booked there is no later month, but somebody to ask', async ({ page }) => {
  await page.goto(`${spa}/sauna?month=2035-01`)
  await expect(page.getByText('Nothing can be booked online from this month on.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Later month' })).toHaveCount(0)
  await expect(page.getByRole('status').locator('a[href^="tel:"]')).toBeVisible()
  await expectAccessible(page)
})

test('the times of a day come into view, beside the calendar where there is room', async ({ page }) => {
  await page.goto(`${spa}/sauna?month=${nextMonth()}`)
  await page.locator('a.day:not(.chosen)').first().click()
  await expect(freeTimes(page).first()).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${spa}/sauna`)
  await expect(freeTimes(page).first()).toBeInViewport()
  await expectAccessible(page)
  const [month, time] = [await page.locator('.month').boundingBox(), await freeTimes(page).first().boundingBox()]
  expect(time?.x).toBeGreaterThan((month?.x ?? 0) + (month?.width ?? 0))
})

test('an offer opens in the first month that has free times', async ({ page }) => {
  await page.route('**/availability/days?*', async route => {
    const days = await (await route.fetch()).json()
    const isThisMonth = !route.request().url().includes(`month=${nextMonth()}`)
    await route.fulfill({ json: isThisMonth ? days.map((day: object) => ({ ...day, status: 'unavailable' })) : days })
  })
  await page.goto(spa)
  await page.getByRole('link', { name: /Sauna/ }).click()
  await expect(page.locator('a.day.chosen')).toHaveAttribute('href', new RegExp(nextMonth()))
  await expect(freeTimes(page).first()).toBeVisible()
})

test('one long word makes no page wider than a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['', '/sauna', '/no-such-item']) {
    await page.goto(spa + path)
    const width = await page.evaluate(() => {
      for (const text of document.querySelectorAll('header strong, h1, li strong, label span, p'))
        text.textContent = 'Donaudampfschifffahrtsgesellschaftskapitänskajüte'.repeat(2)
      return document.documentElement.scrollWidth
    })
    expect(width, path).toBeLessThanOrEqual(320)
  }
})

test('a frame hears when the page becomes lower, and where to scroll', async ({ page, baseURL }) => {
  const [site, host] = ['https://harbor-spa.example', 'https://booking.example']
  // A browser lets no website frame what is on the machine itself.
  await page.route(`${host}/**`, async route => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}${search}` }) })
  })
  const frame = `<iframe id="booking" src="${host}${spa}/sauna?embed=1&month=${nextMonth()}" width="390" height="3000"></iframe>`
  const listen = `<script>told = []; addEventListener('message', ({ data }) => told.push(data))</script>`
  await page.route(`${site}/**`, route => route.fulfill({ contentType: 'text/html', body: listen + frame }))
  await page.goto(site)
  type Message = { type: string; height: number; top: number }
  const told = (type: string) =>
    page.evaluate(wanted => (window as unknown as { told: Message[] }).told.filter(one => one.type === wanted), type)
  const last = async () => (await told('height')).at(-1)?.height ?? 0
  const booking = page.frameLocator('#booking')
  await expect(booking.locator('a.time').first()).toBeVisible()
  await expect.poll(last).toBeGreaterThan(0)
  const high = await last()
  expect(high).toBeLessThan(3000)
  await booking.locator('a.day:not(.chosen)').first().click()
  await expect.poll(async () => (await told('scroll')).at(-1)?.top ?? 0).toBeGreaterThan(0)
  await booking.getByRole('link', { name: 'All offers' }).click()
  await expect.poll(async () => (await told('scroll')).at(-1)?.top).toBe(0)
  await expect.poll(last).toBeLessThan(high)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('by keyboard alone', async ({ page }) => {
  const reach = async (what: ReturnType<Page['getByRole']>) => {
    for (let count = 0; count < 80; count++) {
      await page.keyboard.press('Tab')
      if (await what.evaluate(element => element === document.activeElement)) return
    }
    throw new Error('It was not reached.')
  }
  await page.goto(spa)
  await reach(page.getByRole('link', { name: /Facial/ }))
  await page.keyboard.press('Enter')
  await expect(freeTimes(page).first()).toBeVisible()
  await reach(freeTime(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer')).toBeVisible()
  await reach(page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Katherine Johnson')
  await page.keyboard.press('Tab')
  await page.keyboard.type('katherine@example.com')
  await reach(page.getByRole('checkbox', { name: 'I accept the terms' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('timer')).toContainText(/[0-9]:5[0-7]/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Booked' })).toBeFocused()
  await expectAccessible(page)
})

test('the link moves the booking, and cancels it', async ({ page }) => {
  await book(page, /Sauna/, 'Ada Lovelace')
  const link = page.url().replace(/\?.*/, '')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Your booking' })).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Move', { exact: true }).click()
  await freeTimes(page).first().click()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Your booking was moved.')).toBeVisible()
  await page.getByText('Cancel the booking').first().click()
  await page.getByRole('button', { name: 'Cancel the booking' }).click()
  await expect(page.getByText('Your booking is cancelled.')).toBeVisible()
  await expect(page.getByText('Move', { exact: true })).toBeHidden()
})

test('eight taps lead to two services at one visit, each with somebody by name; its link cancels one', async ({
  page,
  context,
}) => {
  const taps = await countTaps(context)
  await page.goto(spa)
  await page.getByRole('link', { name: /Massage/ }).tap()
  await page.getByRole('radio', { name: 'Mia Brandt' }).tap()
  await page.getByRole('link', { name: '+ Facial' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Your visit' })).toBeFocused()
  const [massage, facial] = [
    page.getByRole('group', { name: '1. Massage' }),
    page.getByRole('group', { name: '2. Facial' }),
  ]
  await expect(massage.getByRole('radio', { name: 'Mia Brandt' })).toBeChecked()
  await expect(facial.getByRole('radio', { name: 'Anybody' })).toBeChecked()
  await facial.getByRole('radio').last().tap()
  await expect(facial.getByRole('radio').last()).toBeChecked()
  await expect(page.getByText('Total: €114.00')).toBeVisible()
  await freeTime(page).tap()
  await expect(page.getByRole('timer')).toBeVisible()
  const parts = page.getByRole('listitem')
  await expect(parts.first()).toHaveText(/Massage · 30 minutes.*With Mia Brandt/)
  await expect(parts.last()).toHaveText(/Facial.*With /)
  await page.getByRole('textbox', { name: 'Name' }).tap()
  await page.keyboard.type('Hedy Lamarr')
  await page.keyboard.press('Tab')
  await page.keyboard.type('hedy@example.com')
  await page.getByRole('checkbox', { name: 'I accept the terms' }).tap()
  await expect(page.getByRole('timer')).toContainText(/[0-9]:5[0-7]/)
  await page.getByRole('button', { name: 'Book now' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Booked' })).toBeFocused()
  expect(taps()).toBeLessThanOrEqual(8)
  await expectAccessible(page)
  await expect(page.getByText('Cancel the whole visit').first()).toBeVisible()

  await parts.last().getByText('Cancel only this service').click()
  await page.getByRole('button', { name: /Cancel only Facial/ }).click()
  await expect(page.getByText(/^Cancelled: Facial/)).toBeVisible()
  await expect(page.getByText('Total: €45.00')).toBeVisible()
  await expect(page.getByText('Cancel only this service')).toBeHidden()
  await page.getByText('Move', { exact: true }).click()
  await freeTimes(page).first().click()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Your booking was moved.')).toBeVisible()
  await page.getByText('Cancel the booking').first().click()
  await page.getByRole('button', { name: 'Cancel the booking' }).click()
  await expect(page.getByText('Your booking is cancelled.')).toBeVisible()
})

test('a visit is chosen, changed and given up by its addresses, accessibly', async ({ page }) => {
  await page.goto(`${spa}/massage?add=1`)
  await expectAccessible(page)
  await page.getByRole('link', { name: /Sauna/ }).click()
  await expect(freeTimes(page).first()).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  const sauna = page.getByRole('group', { name: '2. Sauna' })
  await sauna.getByLabel('Which one?').selectOption({ label: 'Two hours' })
  await sauna.getByLabel('How many people?').selectOption('2')
  await expect(page).toHaveURL(/with=sauna\.[^&]+\.2/)
  await freeTime(page).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Massage · 30 minutes' }).getByLabel(/Which oil/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose another time' }).click()
  await expect(freeTimes(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'Remove Sauna' }).click()
  await expect(page).toHaveURL(/harbor-spa\/massage(\?v=[^&]*)?$/)
  await page.getByRole('radio', { name: /60 minutes/ }).check()
  await expect(freeTimes(page).first()).toBeVisible()
})

test('reads German, and leaves nobody without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    locale: 'de-DE',
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto(`${baseURL}${spa}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('link', { name: /Massage.*ab 45,00/ })).toBeVisible()
  await page.getByRole('link', { name: /Sauna/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Tag wählen' })).toBeVisible()
  await expect(freeTimes(page).first()).toBeVisible()
  await freeTime(page).click()
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.locator('noscript p')).toContainText('JavaScript')
  await expect(page.locator('noscript a[href^="tel:"]')).toBeVisible()
  await expect(page.locator('form'), 'nothing to fill in that cannot be sent').toHaveCount(0)
  await expect(page.getByText('freigehalten')).toHaveCount(0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(390)
  await context.close()
})

test('whoever finds nothing free joins the waitlist', async ({ page, server }) => {
  const headers = await spaHeaders(server.url)
  const items = await (await fetch(`${server.url}/api/catalog-items?q=Facial`, { headers })).json()
  const variants = `${server.url}/api/catalog-items/${items[0].id}/variants`
  const [variant] = await (await fetch(variants, { headers })).json()
  await fetch(`${variants}/${variant.id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ waitlistEnabled: true }),
  })
  await page.goto(`${spa}/facial`)
  await page.getByRole('link', { name: /Join the waitlist/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waitlist' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Name' }).fill('Mary Jackson')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('mary@example.com')
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByText('You are on the waitlist.')).toBeVisible()
})

test('only websites that the channel names may frame it, and they hear of bookings', async ({ request, baseURL }) => {
  const framed = await request.get(`${baseURL}${spa}`)
  expect(framed.headers()['content-security-policy']).toContain('frame-ancestors https://harbor-spa.example')
  expect(framed.headers()['x-frame-options']).toBeUndefined()
  const other = await request.get(`${baseURL}/book/city-courts`)
  expect(other.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(other.headers()['x-frame-options']).toBe('DENY')
  const gone = await request.get(`${baseURL}/book/harbor-spa/manage/${'x'.repeat(48)}`)
  expect([gone.status(), gone.headers()['x-robots-tag']]).toEqual([404, 'noindex'])
})

test.describe('in another website', () => {
  const shop = 'https://shop.example'

  /** A website that shows the page of a channel of its own, and goes on to `/thanks` after booking. */
  const openShop = async (page: Page, url: string, content: string) => {
    const headers = await spaHeaders(url)
    const code = `shop-${Math.random().toString(36).slice(2)}`
    const channel = { name: code, code, hasPage: true, allowedOrigins: [shop], redirectUrl: `${shop}/thanks` }
    const made = await fetch(`${url}/api/channels`, { method: 'POST', headers, body: JSON.stringify(channel) })
    expect(made.status).toBe(201)
    const body = `<!doctype html><html lang="en"><title>Shop</title><body>${content.replaceAll('%page%', `harbor-spa?channel=${code}`)}
      <p>Below</p><script src="${url}/book/embed.js"></script></body></html>`
    // The website is on the internet as the browser sees it, and the page on this machine.
    await page.context().grantPermissions(['local-network-access'])
    await page.route(`${shop}/**`, route => route.fulfill({ body, contentType: 'text/html' }))
    await page.goto(shop)
  }

  test('it is booked within the page, which hears of each step, keeps its focus and does not jump', async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      const told: string[] = []
      Object.assign(window, { told, shift: 0 })
      for (const type of ['step', 'booked'])
        document.addEventListener(`booking:${type}`, event => {
          const { detail } = event as CustomEvent
          told.push(detail.step ?? type)
        })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries())
          Object.assign(window, { shift: (entry as never as { value: number }).value })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openShop(page, server.url, '<div data-booking="%page%" style="min-height:700px"></div>')
    const frame = page.frameLocator('iframe')
    await expect(frame.getByRole('link', { name: /Sauna/ })).toBeVisible()
    expect(await page.evaluate(() => [document.activeElement?.tagName, Reflect.get(window, 'shift')])).toEqual([
      'BODY',
      0,
    ])
    await frame.getByRole('link', { name: /Sauna/ }).click()
    await frame.locator('a.time').last().click()
    await frame.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await frame.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com')
    await expect(frame.getByRole('timer')).toContainText(/[0-9]:5[0-7]/)
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual(['items', 'choose', 'details'])
    await frame.getByRole('button', { name: 'Book now' }).click()
    await expect(page).toHaveURL(/\/thanks\?reference=[A-Z0-9]{8}$/)
  })

  test('it opens at a click, and gives the focus back', async ({ page, server }) => {
    await openShop(page, server.url, '<a href="/book" data-booking-popup="%page%">Book a visit</a>')
    const link = page.getByRole('link', { name: 'Book a visit' })
    await link.click()
    await expect(page.getByRole('dialog').frameLocator('iframe').getByRole('link', { name: /Sauna/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(link).toBeFocused()
  })

  test('a hundred of them leave nothing behind', async ({ page, context, server }) => {
    await context.route(`${server.url}/book/harbor-spa**`, route =>
      route.fulfill({ body: '', contentType: 'text/html' }),
    )
    await openShop(page, server.url, '')
    const client = await context.newCDPSession(page)
    await client.send('Performance.enable')
    const count = async () => {
      await client.send('HeapProfiler.collectGarbage')
      const { metrics } = await client.send('Performance.getMetrics')
      const of = (name: string) => metrics.find(metric => metric.name === name)?.value
      return { frames: of('Frames'), listeners: of('JSEventListeners') }
    }
    const mount = (times: number) =>
      page.evaluate(count => {
        interface Api {
          inline: (element: HTMLElement, page: string) => () => void
          popup: (page: string) => () => void
          floating: (page: string) => () => void
        }
        const { inline, popup, floating } = Reflect.get(window, 'Booking') as Api
        for (let index = 0; index < count; index++) {
          const ends = [inline(document.body, 'harbor-spa'), popup('harbor-spa'), floating('harbor-spa')]
          for (const end of ends) end()
        }
      }, times)
    await mount(1)
    await expect(page.locator('iframe')).toHaveCount(0)
    const before = await count()
    await mount(100)
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect.poll(count).toEqual(before)
  })
})
