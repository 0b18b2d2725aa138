/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import { App } from './App'
import { escaped, type HeadOptions, headOf, scriptJson } from './head'
import type { PageData } from './pageData'
import { stylesFor } from './styles'
import { de } from './texts/de'
import { en } from './texts/en'

export { firstFree } from './Times'

export const pageTexts = { en, de }

interface Options extends HeadOptions {
  /** What the browser runs, or compiles in development. */
  scripts: string
}

/** A page in place of the one that was asked for: nothing is known of the business. */
export const renderNotice = ({ lang, because }: { lang: PageData['lang']; because: 'busy' | 'broken' }): string => {
  const texts = pageTexts[lang]
  const said = because === 'busy' ? texts.busyNow : texts.brokenNow
  const title = because === 'busy' ? texts.busyTitle : texts.brokenTitle
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${stylesFor(null)}</style></head><body><div id="root"><main><h1>${escaped(title)}</h1><p>${escaped(said)}</p><p><a href="">${escaped(texts.tryAgain)}</a></p></main></div></body></html>`
}

/** The page as a document: its first screen is in it, and does not wait for scripts. */
export const renderDocument = (data: PageData, { scripts, ...options }: Options): string =>
  `<!doctype html><html lang="${data.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${headOf(data, options)}<link rel="icon" href="/favicon.svg"><style>${stylesFor(data.business.brandColor)}</style>${scripts}</head><body><div id="root">${renderToString(<App data={data} />)}</div><script type="application/json" id="page-data">${scriptJson(data)}</script></body></html>`
