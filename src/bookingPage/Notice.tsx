/** @jsxImportSource preact */
import type { PageData } from './pageData'
import { ContactOf } from './Summary'

export type NoticeKind = 'link' | 'item' | 'page' | 'busy' | 'broken'

export interface NoticeData extends Pick<PageData, 'lang' | 'texts'> {
  kind: NoticeKind
  business: PageData['business'] | null
  address: string
  home: string | null
  embed: boolean
}

const wordsOf = ({ kind, texts }: NoticeData): readonly [string, string] => {
  switch (kind) {
    case 'link':
      return [texts.linkOver, texts.linkOverWhy]
    case 'item':
      return [texts.notOffered, texts.notOfferedWhy]
    case 'busy':
      return [texts.busyTitle, texts.busyNow]
    case 'broken':
      return [texts.brokenTitle, texts.brokenNow]
    case 'page':
      return [texts.noPage, texts.noPageWhy]
  }
}

export const noticeTitle = (data: NoticeData): string =>
  [wordsOf(data)[0], data.business?.name].filter(Boolean).join(' – ')

export const Notice = (data: NoticeData) => {
  const { business, address, home, embed, texts } = data
  const [head, why] = wordsOf(data)
  return (
    <>
      {business && !embed && (
        <header>
          {business.logoUrl && <img src={business.logoUrl} alt="" width="48" height="48" />}
          <div class="who">
            <strong dir="auto">{business.name}</strong>
          </div>
        </header>
      )}
      <main>
        <h1>{head}</h1>
        <p>{why}</p>
        {business && <ContactOf business={business} texts={texts} />}
        {(data.kind === 'busy' || data.kind === 'broken') && (
          <p>
            <a href={address}>{texts.tryAgain}</a>
          </p>
        )}
        {home && (
          <p>
            <a href={home}>{texts.bookAgain}</a>
          </p>
        )}
      </main>
    </>
  )
}
