/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import { App } from './App'
import { type HeadOptions, headOf, scriptJson } from './head'
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

/** The page as a document: its first screen is in it, and does not wait for scripts. */
export const renderDocument = (data: PageData, { scripts, ...options }: Options): string =>
  `<!doctype html><html lang="${data.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${headOf(data, options)}<link rel="icon" href="/favicon.svg"><style>${stylesFor(data.business.brandColor)}</style>${scripts}</head><body><div id="root">${renderToString(<App data={data} />)}</div><script type="application/json" id="page-data">${scriptJson(data)}</script></body></html>`
