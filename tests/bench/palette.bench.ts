import { type Browser, chromium, type Page } from '@playwright/test'
import { signInOverHttp } from '../e2e/support/api'
import { findChromium } from '../e2e/support/chromium'
import { removeData, startServer } from '../e2e/support/server'
import { accounts, openAs } from '../e2e/support/test'
import { type Bench, type Measurement, middle, p95 } from './support/measurement'

const tenantName = 'Harbor Spa'
const rounds = 20
/** Rounds before them, which are not counted. */
const warming = 2
const slowdown = 4
const firstNames = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Finn', 'Greta']
const lastNames = ['Abel', 'Boll', 'Cuno', 'Dorn', 'Ehm', 'Falk', 'Gast']
/** Milliseconds between keys of somebody who types fast; null for pasting. */
const paces = [80, null] as const

/**
 * Begins to watch for the frame that shows a wanted option after the last key. The page itself looks, so that nothing of the driver
 * is counted, and in functions without names, which the page could not run.
 * @param wanted of the option's text
 */
const watch = (page: Page, wanted: string, event: 'keydown' | 'beforeinput', times: number) =>
  page.evaluate(
    ([text, name, count]) => {
      const state = { left: count, at: 0 }
      const heard = new AbortController()
      document.addEventListener(
        name,
        ({ timeStamp }) => {
          state.left -= 1
          state.at = timeStamp
        },
        { capture: true, signal: heard.signal },
      )
      Object.assign(window, {
        shown: new Promise<number>((resolve, reject) => {
          setTimeout(() => reject(new Error(`${text} is not shown.`)), 10_000)
          const timer = setInterval(() => {
            const options = Array.from(document.querySelectorAll('[role=option]'))
            if (state.left > 0 || !options.some(each => each.textContent?.includes(text))) return
            clearInterval(timer)
            heard.abort()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - state.at)))
          }, 2)
        }),
      })
    },
    [wanted, event, times] as const,
  )

const shown = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shown: Promise<number> }).shown)

const measure = async (browser: Browser, url: string): Promise<Measurement[]> => {
  const { headers } = await signInOverHttp(url, accounts.admin)
  const tenants = (await (await fetch(`${url}/api/tenants`, { headers })).json()) as { id: string; name: string }[]
  const tenant = tenants.find(({ name }) => name === tenantName)
  // Each name is asked once: an answer that the browser has already takes no time.
  const names = firstNames
    .flatMap(first => lastNames.map(last => `${first} ${last}`))
    .slice(0, paces.length * (rounds + warming))
  for (const name of names) {
    const response = await fetch(`${url}/api/customers`, {
      method: 'POST',
      headers: { ...headers, 'x-tenant-id': tenant?.id ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    if (!response.ok) throw new Error(`${name} is not made: ${await response.text()}`)
  }
  const page = await (await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'en-GB' })).newPage()
  await openAs(page, accounts.admin, tenantName, '/bookings/', url)
  await page.getByRole('button', { name: /^Search and commands/ }).waitFor()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const input = page.getByRole('combobox', { name: 'Search, or say what you want to do' })
  const type = async (typed: string, wanted: string, delay: number | null): Promise<number> => {
    await page.keyboard.press('Control+k')
    await input.waitFor()
    await watch(page, wanted, delay ? 'keydown' : 'beforeinput', delay ? typed.length : 1)
    await (delay ? page.keyboard.type(typed, { delay }) : page.keyboard.insertText(typed))
    const time = await shown(page)
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'detached' })
    return time
  }
  const measured: Measurement[] = []
  const many = async (
    what: string,
    typed: (round: number) => [typed: string, wanted: string],
    delay: number | null,
  ) => {
    const times: number[] = []
    for (let round = 0; round < rounds + warming; round++) {
      const time = await type(...typed(round), delay)
      if (round >= warming) times.push(time)
    }
    measured.push(
      { what: `${what}, median`, figure: middle(times), unit: 'ms' },
      { what: `${what}, p95`, figure: p95(times), unit: 'ms', aim: '≤ 100 ms' },
    )
  }
  for (const [at, pace] of paces.entries()) {
    const nameOf = (round: number) => names[at * (rounds + warming) + round] ?? ''
    const how = pace ? `a key each ${pace} ms` : 'pasted'
    await many(`a name, ${how}`, round => [nameOf(round).toLowerCase(), nameOf(round)], pace)
    await many(`a screen, ${how}`, () => ['resource rul', 'Resource Rules'], pace)
  }
  return measured
}

/** What the palette shows after the last key, on a phone's processor. */
export default {
  title: 'The palette: the first result after the last key, a processor four times slower',
  run: async () => {
    const server = await startServer()
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
    try {
      return await measure(browser, server.url)
    } finally {
      await browser.close()
      await server.stop()
      await removeData(server.dataDir)
    }
  },
} satisfies Bench
