import { type Browser, chromium, type Page } from '@playwright/test'
import { openServer } from '../../server/db/server'
import { findChromium } from '../e2e/support/chromium'
import { removeData, startServer } from '../e2e/support/server'
import { accounts, openAs } from '../e2e/support/test'
import { addBookings } from './support/bookedTenant'
import { firstMonday } from './support/firstMonday'
import { type Bench, type Measurement, middle } from './support/measurement'

const resources = 1_000
const perResource = 15
const rounds = 5
const pages = 20
const tenant = 'Harbor Spa'

const day = firstMonday()
const date = new Date(day).toISOString().slice(0, 10)

interface Watched extends Window {
  longest: number
}

/** Fills the demo's tenant: a thousand resources, each with fifteen bookings that day. */
const fill = async (dataDir: string) => {
  const { pool, stop } = await openServer({ dataDir })
  try {
    const { rows } = await pool.query(
      `select tenants.id as "tenantId", default_channel_id as "channelId", variants.id as "variantId",
         variants.catalog_item_id as "itemId", types.id as "typeId"
       from tenants join variants on variants.tenant_id = tenants.id
       join resource_types as types on types.tenant_id = tenants.id where tenants.name = $1 limit 1`,
      [tenant],
    )
    const [found] = rows
    await pool.query('update resources set is_active = false where tenant_id = $1', [found.tenantId])
    const made = await pool.query<{ id: string }>(
      `insert into resources (tenant_id, name, resource_type_id, capacity, sort_order)
       select $1, 'Room ' || n, $2, 1, n from generate_series(1, ${resources}) as n returning id`,
      [found.tenantId, found.typeId],
    )
    await addBookings({ owner: pool }, found, found.variantId, {
      resourceIds: made.rows.map(({ id }) => id),
      days: { from: day, count: 1 },
      perDay: perResource,
      bufferMinutes: 0,
    })
    await pool.query('analyze')
  } finally {
    await stop()
  }
}

const watchTasks = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.longest = 0
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration)
    }).observe({ type: 'longtask' })
  })

const longestTask = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const watched = window as unknown as Watched
    await new Promise(resolve => setTimeout(resolve, 100))
    const { longest } = watched
    watched.longest = 0
    return longest
  })

/** When the first booking was drawn, in milliseconds since the page was asked for. */
const firstBooking = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const timer = setInterval(() => {
          if (!document.querySelector('[data-booking]')) return
          clearInterval(timer)
          requestAnimationFrame(() => resolve(performance.now()))
        }, 10)
      }),
  )

const open = async (browser: Browser, url: string): Promise<{ page: Page; painted: number }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await watchTasks(page)
  await openAs(page, accounts.admin, tenant, '/settings', url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${url}/availability?date=${date}&hours=all`, { waitUntil: 'commit' })
  return { page, painted: await firstBooking(page) }
}

/** The longest task of each way to move: down the day, and on to the resources after. */
const scroll = async (page: Page): Promise<Record<'down' | 'on', number>> => {
  await page.waitForTimeout(2_000)
  await longestTask(page)
  await page.mouse.move(700, 500)
  for (const by of [400, -400])
    for (let step = 0; step < 10; step++) {
      await page.mouse.wheel(0, by)
      await page.waitForTimeout(50)
    }
  const down = await longestTask(page)
  const next = page.getByRole('columnheader').first().getByRole('button', { name: 'More', exact: true })
  for (let turned = 0; turned < pages; turned++) {
    const last = await page.getByRole('columnheader').last().textContent()
    await next.click()
    await page.waitForFunction(
      before => [...document.querySelectorAll('th[scope=col]')].at(-1)?.textContent !== before,
      last,
    )
  }
  return { down, on: await longestTask(page) }
}

/** The day of a business with very many resources. */
export default {
  title: `A day of ${resources.toLocaleString('en')} resources and ${(resources * perResource).toLocaleString('en')} bookings`,
  run: async () => {
    const first = await startServer()
    await first.stop()
    await fill(first.dataDir)
    const server = await startServer({ dataDir: first.dataDir })
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
    try {
      const painted: number[] = []
      const tasks = { down: 0, on: 0 }
      let columns = 0
      let drawn = 0
      for (let round = 0; round < rounds; round++) {
        const { page, painted: at } = await open(browser, server.url)
        painted.push(at)
        columns = await page.getByRole('columnheader').count()
        drawn = await page.locator('[data-booking]').count()
        const { down, on } = await scroll(page)
        tasks.down = Math.max(tasks.down, down)
        tasks.on = Math.max(tasks.on, on)
        await page.context().close()
      }
      console.log(`${columns - 1} resources and ${drawn} bookings are drawn at once.`)
      const measured: Measurement[] = [
        { what: 'the first booking is drawn', figure: middle(painted), unit: 'ms', aim: '≤ 1,500 ms' },
        { what: 'the longest task while the day is scrolled', figure: tasks.down, unit: 'ms', aim: '≤ 50 ms' },
        { what: `the longest task of ${pages} pages of resources`, figure: tasks.on, unit: 'ms', aim: '≤ 50 ms' },
      ]
      return measured
    } finally {
      await browser.close()
      await server.stop()
      await removeData(server.dataDir)
    }
  },
} satisfies Bench
