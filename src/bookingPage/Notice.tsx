/** @jsxImportSource preact */
import type { PageData } from './pageData'
import { ContactOf } from './Summary'

/** What a page says that leads to nothing. */
export type NoticeKind = 'link' | 'item' | 'page' | 'busy' | 'broken'

export interface NoticeData extends Pick<PageData, 'lang' | 'texts'> {
  kind: NoticeKind
  /** Null where it is not known whose page it would be. */
  business: PageData['business'] | null
  /** The one that was asked for. */
  address: string
  /** The address of the business’s page. */
  home: string | null
  /** In a frame, where the head is left out. */
  embed: boolean
}

/** The head and the reason of each kind. */
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

/** What stands instead of a step that is not there: read-only, so that it needs no scripts. */
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
