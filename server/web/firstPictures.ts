import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { escapeHtml } from './page'
import { isEntryPage } from './preloads'

/** As the build wrote them (src/layout/firstPictures.tsx): by path, then by language. */
type Pictures = Readonly<Record<string, Readonly<Record<string, string>>>>

const languagesOf = (c: Context): string[] =>
  [getCookie(c, 'locale') ?? '', ...(c.req.header('Accept-Language') ?? '').split(',')].map(
    tag => tag.trim().split(/[-;]/)[0] ?? '',
  )

/** Those who are signed in are sent on from the sign-in page, and the others to it from every page behind it. */
const pictureOf = (pictures: Pictures, page: string, isSignedIn: boolean): Pictures[string] | undefined => {
  if (page === '/login') return pictures[isSignedIn ? 'app' : page]
  return isSignedIn && !isEntryPage(page) ? (pictures[page] ?? pictures.app) : undefined
}

/**
 * What a page shows until its scripts are there.
 * @returns a function of the request, whose answer is undefined where the product's sign has to do
 */
export const readFirstPictures = async (
  webRoot: string,
  productName: string,
): Promise<(c: Context) => { html: string; language: string } | undefined> => {
  const file = await readFile(path.join(webRoot, '.vite/firstPictures.json'), 'utf8')
  const pictures = JSON.parse(file) as Pictures
  return c => {
    const page = c.req.path.replace(/\/+$/, '')
    const picture = pictureOf(pictures, page, getCookie(c, 'signed_in') === 'true')
    if (!picture) return undefined
    const language = languagesOf(c).find(each => Object.hasOwn(picture, each)) ?? 'en'
    const html = picture[language]?.replaceAll('%product%', () => escapeHtml(productName)) ?? ''
    const isCollapsed = getCookie(c, 'sidebar_state') === 'false'
    return { language, html: isCollapsed ? html.replace('data-collapsed="false"', 'data-collapsed="true"') : html }
  }
}
