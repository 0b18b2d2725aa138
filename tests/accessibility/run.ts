// Walks through every screen by axe, keyboard, small windows and wide text, and writes docs/accessibility.md:
// npm run accessibility
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { registry } from '../../src/resources'
import { findChromium } from '../e2e/support/chromium'
import { removeData, startServer } from '../e2e/support/server'
import { accounts, openAs } from '../e2e/support/test'
import { criteria, outcomes, software } from './criteria'
import { askAxe, type Findings, readHeads, stretch, walkByKeyboard } from './walk'

const tenant = 'Harbor Spa'
const file = path.resolve(import.meta.dirname, '../../docs/accessibility.md')

interface Screen {
  path: string
  /** Opens what is walked on it. */
  open?: (page: Page) => Promise<unknown>
}

const declared = registry.screened.map(({ screens }) => screens.base).filter(base => base && !base.includes(':'))
const own = [
  '/',
  '/availability',
  '/reports/',
  '/setup/',
  '/settings/',
  '/settings/members',
  '/settings/audit-log',
  '/settings/archive',
]
const withinAvailability = ['week', 'month', 'list'].map(view => `/availability?view=${view}`)
const dialogs: readonly Screen[] = [
  {
    path: '/availability#booking',
    open: page => page.getByRole('button', { name: 'New Booking' }).first().click(),
  },
  { path: '/customers/#new', open: page => page.getByRole('link', { name: 'New Customer' }).click() },
  { path: '/#palette', open: page => page.keyboard.press('Control+k') },
]
const admin: readonly Screen[] = [
  ...[...new Set([...own, ...withinAvailability, ...declared])].map(screen => ({ path: screen })),
  ...dialogs,
]
const beforeSignIn = ['/login', '/signup', '/forgot-password'].map(screen => ({ path: screen }))
const book = [{ path: '/book/harbor-spa' }]

interface Walked {
  findings: Findings
  screens: number
  stops: number
}

const walkAll = async (
  screens: readonly Screen[],
  open: (screen: Screen) => Promise<Page>,
  walked: Walked,
): Promise<void> => {
  const titles = new Map<string, string>()
  for (const screen of screens) {
    const page = await open(screen)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 20_000 })
    await page.waitForFunction(() => document.title, undefined, { timeout: 10_000 }).catch(() => {})
    // Streams stay open, so that the network never rests.
    await page.waitForTimeout(1000)
    await screen.open?.(page)
    await page.waitForTimeout(400)
    if (!screen.open) await readHeads(page, screen.path, titles, walked.findings)
    await askAxe(page, screen.path, walked.findings)
    const stops = await walkByKeyboard(page, screen.path, walked.findings)
    walked.stops += stops
    await stretch(page, screen.path, walked.findings)
    walked.screens++
    console.log(`${screen.path}: ${[...walked.findings.values()].flat().length} findings so far`)
    await page.close()
  }
}

const looks = [
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'de-DE' },
] as const

const walkProduct = async (browser: Browser, url: string): Promise<Record<'admin' | 'book', Walked>> => {
  const none = (): Walked => ({ findings: new Map(), screens: 0, stops: 0 })
  const result = { admin: none(), book: none() }
  const walkIn = async (look: (typeof looks)[number]) => {
    const context = await browser.newContext({
      ...look,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
    })
    const openSignedIn = async ({ path: to }: Screen) => {
      const page = await context.newPage()
      const email = to.startsWith('/superadmin') ? accounts.superuser : accounts.admin
      await openAs(page, email, tenant, to.replace(/#.*/, ''), url)
      return page
    }
    const openPlain = async ({ path: to }: Screen) => {
      const page = await context.newPage()
      await page.goto(url + to)
      return page
    }
    await walkAll(beforeSignIn, openPlain, result.admin)
    // The dialogs are named in English.
    await walkAll(look.locale === 'en-GB' ? admin : admin.filter(({ open }) => !open), openSignedIn, result.admin)
    await walkAll(book, openPlain, result.book)
    await context.close()
  }
  await Promise.all(looks.map(walkIn))
  return result
}

const cell = (text: string) => text.replaceAll('|', '\\|')

const table = (rows: typeof criteria, { admin: inAdmin, book: onPage }: Record<'admin' | 'book', Walked>): string => {
  const found = (walked: Walked, id: string) => walked.findings.get(id)?.length ?? 0
  const line = ({ id, level, name, admin: a, book: b, shown, remark }: (typeof criteria)[number]) => {
    const misses = found(inAdmin, id) + found(onPage, id)
    const judged = (said: keyof typeof outcomes, walked: Walked) =>
      outcomes[said === 'met' && found(walked, id) > 0 ? 'partly' : said]
    const remarks = [remark, misses > 0 ? `The walk found ${misses}, listed below.` : ''].filter(Boolean).join(' ')
    return `| ${id} ${name} | ${level} | ${judged(a, inAdmin)} | ${judged(b, onPage)} | ${shown} | ${cell(remarks)} |`
  }
  return [
    '| criterion | level | admin | booking page | shown by | remark |',
    '|---|---|---|---|---|---|',
    ...rows.map(line),
  ].join('\n')
}

const server = await startServer()
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
try {
  const walked = await walkProduct(browser, server.url)
  const { version } = JSON.parse(await readFile(path.resolve(file, '../../package.json'), 'utf8'))
  const misses = [walked.admin, walked.book].flatMap(({ findings }) =>
    Array.from(findings, ([id, where]) => [`\n### ${id}\n`, ...[...new Set(where)].map(one => `- ${one}`)].join('\n')),
  )
  const head = `# Accessibility of Slotwise ${version}

Made on ${new Date().toISOString().slice(0, 10)} by \`npm run accessibility\`, which walks through ${walked.admin.screens + walked.book.screens} screens of the admin and the booking page in Chromium ${browser.version()}, in
English and German, light and dark, at ${walked.admin.stops + walked.book.stops} stops of the Tab key. The tests named here run with \`npm test\`.

A machine drove the screen reader Orca through twelve tasks: [what it said](./screen-reader.md). No person has listened to a screen reader
(Orca, NVDA, VoiceOver) for this report, and nobody outside the project has audited the product.`
  const text = [
    head,
    `\n## WCAG 2.2, levels A and AA\n\n${table(criteria, walked)}`,
    `\n## EN 301 549, beyond WCAG\n\n${table(software, walked)}`,
    `\n## What the walk found\n${misses.join('\n') || '\nNothing.'}\n`,
  ].join('\n')
  await writeFile(file, text)
  console.log(`docs/accessibility.md is written: ${misses.length} criteria with findings.`)
} finally {
  await browser.close()
  await server.stop()
  await removeData(server.dataDir)
}
process.exit()
