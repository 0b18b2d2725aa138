import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../e2e/support/chromium'
import { removeData, startServer } from '../e2e/support/server'
import { accounts, chooseItem, openAs } from '../e2e/support/test'
import { type Bench, type Measurement, middle } from './support/measurement'

const rounds = 1
const slowdown = Number(process.env.SLOWDOWN ?? 4)
const switchedDays = 200
const mebibyte = 1024 * 1024

interface Watched extends Window {
  interactions: Map<number, number>
  shift: number
}

/** Keeps the longest event of each interaction, and layout shifts that nobody asked for: https://web.dev/articles/inp */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.interactions = new Map()
    watched.shift = 0
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        if (!entry.interactionId) continue
        const longest = Math.max(entry.duration, watched.interactions.get(entry.interactionId) ?? 0)
        watched.interactions.set(entry.interactionId, longest)
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) watched.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The longest interaction since the last question; 0 for one below 16 ms, which browsers do not tell. */
const longest = async (page: Page): Promise<number> => {
  await page.waitForTimeout(400)
  return page.evaluate(() => {
    const { interactions } = window as unknown as Watched
    const times = [...interactions.values()]
    interactions.clear()
    return Math.max(0, ...times)
  })
}

type Step = readonly [what: string, act: (page: Page) => Promise<unknown>]
type Walk = readonly [path: string, ready: (page: Page) => Promise<unknown>, steps: readonly Step[]]

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key, { delay: 30 })
  }
const click = (name: string | RegExp) => (page: Page) => button(page, name).click()
/** By keys: browsers take what Playwright fills in for nobody's input. */
const emptySearch = async (page: Page) => {
  await page.getByRole('searchbox').first().focus()
  await press('Control+a', 'Delete')(page)
}
const rowsOf = (page: Page) => page.getByRole('row').nth(3)
const gridOf = (page: Page) => page.getByRole('grid').first()

const movable = (page: Page) => page.locator('[data-movable="true"]').first()

const drag = async (page: Page) => {
  await movable(page).scrollIntoViewIfNeeded()
  const box = await movable(page).boundingBox()
  if (!box) throw new Error('There is no booking to drag.')
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 96, { steps: 8 })
  await page.mouse.up()
}

const walks: readonly Walk[] = [
  [
    '/availability',
    async page => {
      await gridOf(page).waitFor()
      await chooseItem(page, 'Massage')
      await click('Later')(page)
      await page.getByRole('gridcell', { name: /free/ }).first().waitFor()
    },
    [
      ['timeline: the next day', click('Later')],
      ['timeline: the day before', click('Earlier')],
      ['timeline: to the week', click('Week')],
      ['timeline: to the month', click('Month')],
      ['timeline: to the list', click('List')],
      ['timeline: to the day', click('Day')],
      [
        'timeline: a free cell, which opens the drawer',
        page => page.getByRole('gridcell', { name: /free/ }).first().click(),
      ],
      ['timeline: the drawer closes', press('Escape')],
      [
        'timeline: an arrow in the grid',
        async page => {
          await page.getByRole('gridcell').first().focus()
          await press('ArrowDown', 'ArrowRight')(page)
        },
      ],
      ['timeline: today', click('Today')],
    ],
  ],
  [
    '/availability',
    async page => {
      await gridOf(page).waitFor()
      await click('Later')(page)
      await movable(page).waitFor()
    },
    [
      ['timeline: a booking is dragged', drag],
      [
        'timeline: the question of the drag closes',
        async page => {
          // A place that is taken is refused without a question.
          await page
            .getByRole('dialog')
            .waitFor({ timeout: 3000 })
            .catch(() => {})
          await press('Escape')(page)
        },
      ],
      ['timeline: a booking is opened', page => movable(page).click()],
      ['timeline: the booking closes', press('Escape')],
    ],
  ],
  [
    '/bookings/',
    page => rowsOf(page).waitFor(),
    [
      [
        'bookings: a letter in the search',
        page => page.getByRole('searchbox').first().pressSequentially('emma', { delay: 60 }),
      ],
      ['bookings: the search is emptied', emptySearch],
      ['bookings: a tab', page => page.getByRole('tab').nth(1).click()],
      ['bookings: the first tab', page => page.getByRole('tab').first().click()],
      ['bookings: the next page', click(/^(Go to next page|Next page|Next)$/)],
      ['bookings: a row is selected', page => page.getByRole('row').nth(3).getByRole('checkbox').click()],
      [
        'bookings: a filter opens',
        page => page.getByRole('group', { name: 'Filters' }).getByRole('button').first().click(),
      ],
      ['bookings: the filter closes', press('Escape')],
      ['bookings: a row is opened', page => page.getByRole('row').nth(2).getByRole('link').first().click()],
    ],
  ],
  [
    '/customers/',
    page => rowsOf(page).waitFor(),
    [
      [
        'customers: a letter in the search',
        page => page.getByRole('searchbox').first().pressSequentially('la', { delay: 60 }),
      ],
      ['customers: sorted', click('Sort by name descending')],
      ['customers: the search is emptied', emptySearch],
      ['customers: a customer is opened', page => page.getByRole('row').nth(2).getByRole('link').first().click()],
    ],
  ],
  [
    '/customers/',
    page => rowsOf(page).waitFor(),
    [
      ['customer form: opened', page => page.getByRole('link', { name: 'New Customer' }).click()],
      [
        'customer form: letters in a field',
        page => page.getByRole('textbox', { name: /^Name/ }).pressSequentially('Ann', { delay: 60 }),
      ],
      ['customer form: Save', click('Save')],
    ],
  ],
  [
    '/setup/resources/',
    page => rowsOf(page).waitFor(),
    [
      ['resources: a menu of a row', page => page.getByRole('row').nth(2).getByRole('button').last().click()],
      ['resources: the menu closes', press('Escape')],
      ['resources: a resource is opened', page => page.getByRole('row').nth(2).getByRole('link').first().click()],
    ],
  ],
  [
    '/',
    page => page.getByRole('heading', { level: 1 }).waitFor(),
    [
      ['shell: the palette', press('Control+k')],
      ['shell: a letter in the palette', page => page.keyboard.type('res', { delay: 60 })],
      ['shell: an arrow in the palette', press('ArrowDown')],
      ['shell: the palette closes', press('Escape')],
      ['shell: help', press('?')],
      ['shell: help closes', press('Escape')],
      ['shell: another screen', page => page.getByRole('link', { name: 'Bookings' }).first().click()],
    ],
  ],
]

const measure = async (browser: Browser, url: string): Promise<Measurement[]> => {
  const times = new Map<string, number[]>()
  const shifts: Measurement[] = []
  for (let round = 0; round < rounds; round++)
    for (const [path, ready, steps] of walks) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
      const page = await context.newPage()
      page.setDefaultTimeout(15_000)
      await watch(page)
      await openAs(page, accounts.admin, 'Harbor Spa', path, url)
      await ready(page)
      const devTools = await context.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.waitForTimeout(1500)
      await longest(page)
      for (const [what, act] of steps) {
        await act(page)
        const time = await longest(page)
        times.set(what, [...(times.get(what) ?? []), time])
      }
      const shift = await page.evaluate(() => (window as unknown as Watched).shift)
      const [first = ''] = steps[0] ?? []
      shifts.push({
        what: `layout shift × 1000, from ‘${first}’ on`,
        figure: shift * 1000,
        unit: 'points',
        aim: '0',
      })
      await context.close()
    }
  const each = Array.from(times, ([what, measured]): Measurement => ({ what, figure: middle(measured), unit: 'ms' }))
  const all = [...times.values()].flat().sort((a, b) => a - b)
  return [
    ...each.sort((a, b) => b.figure - a.figure),
    {
      what: `p98 of ${all.length}`,
      figure: all[Math.floor(all.length * 0.98)] ?? Number.NaN,
      unit: 'ms',
      aim: '≤ 100 ms',
    },
    ...shifts,
  ]
}

/**
 * Lighthouse's BenchmarkIndex: how fast this processor fills texts and lists. Desktops for which four times slower is a
 * phone have 1,500 to 2,000: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#cpu-throttling
 */
const processorIndex = (page: Page): Promise<number> =>
  // Without named functions, whose names tsx would note by a helper that the page does not have.
  page.evaluate(() => {
    const lists = [0, 1].map(() => Array.from({ length: 100_000 }, (_, index) => index))
    const scores = [
      () => {
        let text = ''
        for (let length = 0; length < 10_000; length++) text += 'a'
        if (text.length === 1) throw new Error('Nobody may leave this out.')
      },
      (round: number) => {
        const [from = [], to = []] = round % 2 ? lists : lists.toReversed()
        for (let index = 0; index < from.length; index++) to[index] = from[index] ?? 0
      },
    ].map(work => {
      const begun = Date.now()
      let rounds = 0
      while (rounds % 10 !== 0 || Date.now() - begun < 500) work(rounds++)
      return rounds / 10 / ((Date.now() - begun) / 1000)
    })
    return scores.reduce((sum, score) => sum + score, 0) / scores.length
  })

const processor = async (browser: Browser): Promise<Measurement> => {
  const page = await browser.newPage()
  const figure = await processorIndex(page)
  await page.close()
  return { what: `the index of the processor, which is then ${slowdown} times slower`, figure, unit: 'points' }
}

/** How much the heap of a page grows that shows one day after the other. */
const memory = async (browser: Browser, url: string): Promise<Measurement[]> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await openAs(page, accounts.admin, 'Harbor Spa', '/availability', url)
  await gridOf(page).waitFor()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('HeapProfiler.enable')
  const heap = async () => {
    await devTools.send('HeapProfiler.collectGarbage')
    return (await devTools.send('Runtime.getHeapUsage')).usedSize / mebibyte
  }
  const go = async (days: number, name: string) => {
    for (let day = 0; day < days; day++) {
      await button(page, name).click()
      await page.waitForTimeout(60)
    }
  }
  const thereAndBack = async () => {
    await go(switchedDays / 2, 'Later')
    await go(switchedDays / 2, 'Earlier')
    return heap()
  }
  await go(20, 'Later')
  const before = await heap()
  const after = await thereAndBack()
  // The first time keeps each day's answer for five minutes; what still grows now is a leak.
  const again = await thereAndBack()
  const grown = (what: string, from: number, to: number): Measurement => ({
    ...{ what, figure: to * 1024, unit: 'kB', aim: 'flat' },
    against: { what: 'before', figure: from * 1024 },
  })
  return [
    grown(`the heap after ${switchedDays} days`, before, after),
    grown(`the heap after the same ${switchedDays} days again`, after, again),
  ]
}

/** How soon the page answers to what somebody does, at a desk with a processor four times slower. */
export default {
  title: 'Interactions at the desk: to the next frame, a processor four times slower',
  run: async () => {
    const server = await startServer()
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
    try {
      return [await processor(browser), ...(await measure(browser, server.url)), ...(await memory(browser, server.url))]
    } finally {
      await browser.close()
      await server.stop()
      await removeData(server.dataDir)
    }
  },
} satisfies Bench
