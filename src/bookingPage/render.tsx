/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string'
import { App } from './App'
import { escaped, type HeadOptions, headOf, scriptJson } from './head'
import { Notice, type NoticeData, noticeTitle } from './Notice'
import type { PageData } from './pageData'
import { stylesFor } from './styles'
import { de } from './texts/de'
import { en } from './texts/en'

export { firstFree } from './Times'

export const pageTexts = { en, de }

interface Options extends HeadOptions {
  scripts: string
}

interface Head {
  lang: string
  brandColor: string | null
  more: string
}

const documentOf = ({ lang, brandColor, more }: Head, body: string): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg">${more}<style>${stylesFor(brandColor)}</style></head><body>${body}</body></html>`

const rootOf = (content: string): string => `<div id="root">${content}</div>`

export const renderNotice = (data: NoticeData): string =>
  documentOf(
    {
      ...{ lang: data.lang, brandColor: data.business?.brandColor ?? null },
      more: `<title>${escaped(noticeTitle(data))}</title>`,
    },
    rootOf(renderToString(<Notice {...data} />)),
  )

export const renderDocument = (data: PageData, { scripts, ...options }: Options): string => {
  const head = {
    ...{ lang: data.lang, brandColor: data.business.brandColor },
    more: headOf(data, options) + scripts,
  }
  const block = `<script type="application/json" id="page-data">${scriptJson(data)}</script>`
  return documentOf(head, rootOf(renderToString(<App data={data} />)) + block)
}
