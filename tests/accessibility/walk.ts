import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** By criterion (`1.4.3`): where on which screen something was found. */
export type Findings = Map<string, string[]>

const note = (findings: Findings, criterion: string, where: string) =>
  findings.set(criterion, [...(findings.get(criterion) ?? []), where])

/** `wcag143` is 1.4.3, `wcag1410` 1.4.10. */
const criteriaOf = (tags: readonly string[]): string[] =>
  tags.flatMap(tag => {
    const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? []
    return criterion ? [`${principle}.${guideline}.${criterion}`] : []
  })

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe can judge. */
export const askAxe = async (page: Page, screen: string, findings: Findings): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standards).analyze()
  for (const { id, tags, nodes } of violations)
    for (const criterion of criteriaOf(tags))
      for (const { target } of nodes) note(findings, criterion, `${screen}: ${id} at ${target.join(' ')}`)
}

const mostStops = 250

interface Stop {
  name: string
  isMarked: boolean
  isCovered: boolean
}

const judge = (page: Page) =>
  page.evaluate((): Stop | null => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return null
    const box = at.getBoundingClientRect()
    const inner = [0.1, 0.5, 0.9]
    const points = inner.flatMap(x => inner.map(y => [box.x + box.width * x, box.y + box.height * y] as const))
    // A caret marks a field, a thicker border a select.
    // Others have an outline: their own, that of their frame, or of what covers a whole card.
    const isField = at.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea')
    const border = at.closest('.Mui-focused')?.querySelector('fieldset')
    const isSelect = border && Number.parseFloat(getComputedStyle(border).borderTopWidth) >= 2
    const isMarked = [at, at.parentElement, at.nextElementSibling, at.closest('label'), ...at.querySelectorAll('*')]
      .filter(one => one !== null)
      .filter(one => one.checkVisibility({ opacityProperty: true }))
      .some(one =>
        [null, '::after'].some(part => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part)
          return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
        }),
      )
    return {
      name: `${at.tagName.toLowerCase()} “${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}”`,
      isMarked: isField || isSelect || isMarked,
      isCovered:
        box.width > 1 &&
        points.every(([x, y]) => {
          const top = document.elementFromPoint(x, y)
          return top === null || !(at.contains(top) || top.contains(at))
        }),
    }
  })

/** The way leads out, or back to its first stop, as in a dialog. */
const goOn = async (page: Page): Promise<'on' | 'out' | 'trapped'> => {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return 'out'
    if (at.dataset.walked) return at.dataset.walked === 'first' ? 'out' : 'trapped'
    at.dataset.walked = document.querySelector('[data-walked]') ? 'later' : 'first'
    return 'on'
  })
}

/** Goes through a screen by Tab: every stop is marked and not covered, and the way leads out at the end. @returns the stops */
export const walkByKeyboard = async (page: Page, screen: string, findings: Findings): Promise<number> => {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    document.querySelectorAll('[data-walked]').forEach(one => {
      one.removeAttribute('data-walked')
    })
  })
  for (let stops = 0; stops < mostStops; stops++) {
    const gone = await goOn(page)
    if (gone === 'trapped') note(findings, '2.1.2', `${screen}: ${(await judge(page))?.name} comes round again`)
    if (gone !== 'on') return stops
    // What leaves with the focus may slide away, and what is marked may be drawn late.
    let stop: Stop | null = null
    for (let looks = 0; looks < 5 && (!stop?.isMarked || stop.isCovered); looks++) {
      await page.waitForTimeout(30 + looks * 50)
      stop = await judge(page)
    }
    if (!stop?.isMarked) note(findings, '2.4.7', `${screen}: ${stop?.name ?? 'a stop that went away'}`)
    if (stop?.isCovered) note(findings, '2.4.11', `${screen}: ${stop.name}`)
  }
  note(findings, '2.1.2', `${screen}: no way out within ${mostStops} stops`)
  return mostStops
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** WCAG 1.4.12 */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

/**
 * Pieces of text that their own box cuts off. Lists shorten long texts by an ellipsis, and the timeline short bookings by
 * whole lines: the names of those say everything, and what they open shows it.
 */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('main *, [role="dialog"] *'))
      .filter(one => one.innerText)
      .filter(one => {
        const { overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one)
        const hides = overflowY === 'hidden' || overflowY === 'clip'
        const label = one.closest('button[data-booking]')?.getAttribute('aria-label')
        const isNamed = label && one.innerText.split('\n').every(line => label.includes(line.trim()))
        const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || isNamed
        return hides && !isShortened && one.scrollHeight > one.clientHeight + 2
      })
      .map(one => `${one.tagName.toLowerCase()} “${one.innerText.trim().slice(0, 40)}”`),
  )

/** At 320 px, at twice the size, and with wider text, nothing scrolls sideways or is cut off. */
export const stretch = async (page: Page, screen: string, findings: Findings): Promise<void> => {
  const before = page.viewportSize()
  for (const [criterion, width, height] of [
    ['1.4.10', 320, 256],
    ['1.4.4', 640, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(300)
    const wider = await sideways(page)
    if (wider > 0) note(findings, criterion, `${screen}: ${wider} px wider than ${width} px`)
  }
  if (before) await page.setViewportSize(before)
  await page.waitForTimeout(300)
  const already = new Set(await cutOff(page))
  const style = await page.addStyleTag({ content: spacing })
  for (const one of await cutOff(page)) if (!already.has(one)) note(findings, '1.4.12', `${screen}: ${one}`)
  await style.evaluate(one => (one as Element).remove())
}

/** Each screen has one title, one heading of the first level and a language of its own. */
export const readHeads = async (page: Page, screen: string, titles: Map<string, string>, findings: Findings) => {
  const { title, headings, lang } = await page.evaluate(() => ({
    title: document.title,
    headings: document.querySelectorAll('h1').length,
    lang: document.documentElement.lang,
  }))
  const other = screen.includes('?') ? undefined : titles.get(title)
  if (!title || other) note(findings, '2.4.2', `${screen}: “${title}”${other ? `, as ${other}` : ''}`)
  titles.set(title, screen)
  if (headings !== 1) note(findings, '1.3.1', `${screen}: ${headings} headings of the first level`)
  if (!lang) note(findings, '3.1.1', screen)
}
