/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import { App } from './App'
import type { PageData } from './pageData'
import { stylesFor } from './styles'
import { de } from './texts/de'
import { en } from './texts/en'

export { firstFree } from './Times'

export const pageTexts = { en, de }

const escaped = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

interface Options {
  /** What the browser runs, or compiles in development. */
  scripts: string
  title: string
  description: string | null
}

/** The page as a document: its first screen is in it, and does not wait for scripts. */
export const renderDocument = (data: PageData, { scripts, title, description }: Options): string => {
  // A data block is not run, but "</script>" inside it would end it.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const about = description ? `<meta name="description" content="${escaped(description.slice(0, 300))}">` : ''
  return `<!doctype html><html lang="${data.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>${about}<link rel="icon" href="/favicon.svg"><style>${stylesFor(data.business.brandColor)}</style>${scripts}</head><body><div id="root">${renderToString(<App data={data} />)}</div><script type="application/json" id="page-data">${json}</script></body></html>`
}
