import type { calls } from '../calls'
import type { AnswerOf, Locale } from '../declare'
import type { Route } from './route'
import type { Texts } from './texts/en'

type Calls = typeof calls.publicPage

export type Content = AnswerOf<Calls['page']>
export type Item = AnswerOf<Calls['item']>
export type Variant = Item['variants'][number]
export type Person = Variant['people'][number]
export type Slot = AnswerOf<Calls['slots']>[number]
export type Day = AnswerOf<Calls['days']>[number]
export type NextDay = AnswerOf<Calls['nextDay']>
export type VisitSlot = AnswerOf<Calls['visitSlots']>['slots'][number]
export type Hold = AnswerOf<Calls['hold']>
export type HeldPlace = AnswerOf<Calls['heldPlace']>
export type Managed = AnswerOf<Calls['manage']>
export type Offer = AnswerOf<Calls['offer']>
export type Confirmed = AnswerOf<Calls['confirm']>
export type Business = Content['tenant']

export interface PageData {
  lang: Locale
  texts: Texts
  /** `/book/harbor-spa`, or `/book` on a tenant's own host. */
  base: string
  /** `/api/public/harbor-spa` */
  api: string
  business: Business
  /** Null for links' pages. */
  content: Content | null
  item: Item | null
  /** In the URL's month, or the server's default. */
  days: readonly Day[] | null
  slots: readonly Slot[] | null
  nextDay: NextDay | null
  route: Route
  /** May frame the page. */
  origins: readonly string[]
  now: number
}
