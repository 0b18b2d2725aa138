import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { escapeHtml } from './page'
import { isEntryPage } from './preloads'

/** By path and language, as built by src/application/prerender.tsx. */
type Shells = Readonly<Record<string, Readonly<Record<string, string>>>>

const languagesOf = (c: Context): string[] =>
  [getCookie(c, 'locale') ?? '', ...(c.req.header('Accept-Language') ?? '').split(',')].map(
    tag => tag.trim().split(/[-;]/)[0] ?? '',
  )

/** Signed-in people leave the sign-in page, others are sent to it. */
const shellOf = (shells: Shells, page: string, isSignedIn: boolean): Shells[string] | undefined => {
  if (page === '/login') return shells[isSignedIn ? 'app' : page]
  return isSignedIn && !isEntryPage(page) ? (shells[page] ?? shells.app) : undefined
}

/** Shown until the page's scripts load. */
export const readPrerenderedShell = async (
  webRoot: string,
  productName: string,
): Promise<(c: Context) => { html: string; language: string } | undefined> => {
  const file = await readFile(path.join(webRoot, '.vite/prerenderedShell.json'), 'utf8')
  const shells = JSON.parse(file) as Shells
  return c => {
    const page = c.req.path.replace(/\/+$/, '')
    const shell = shellOf(shells, page, getCookie(c, 'signed_in') === 'true')
    if (!shell) return undefined
    const language = languagesOf(c).find(each => Object.hasOwn(shell, each)) ?? 'en'
    const html = shell[language]?.replaceAll('%product%', () => escapeHtml(productName)) ?? ''
    const isCollapsed = getCookie(c, 'sidebar_state') === 'false'
    return { language, html: isCollapsed ? html.replace('data-collapsed="false"', 'data-collapsed="true"') : html }
  }
}
