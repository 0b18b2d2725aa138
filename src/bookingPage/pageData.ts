import type { calls } from '../calls'
import type { AnswerOf } from '../contract'
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
export type Hold = AnswerOf<Calls['hold']>
export type HeldPlace = AnswerOf<Calls['heldPlace']>
export type Managed = AnswerOf<Calls['manage']>
export type Offer = AnswerOf<Calls['offer']>
export type Confirmed = AnswerOf<Calls['confirm']>
export type Business = Content['tenant']

/** What the server puts into the page, so that its first screen needs no further call. */
export interface PageData {
  lang: 'en' | 'de'
  texts: Texts
  /** Where the page is: `/book/harbor-spa`, or `/book` on a host of the tenant's own. */
  base: string
  /** Where its calls go: `/api/public/harbor-spa`. */
  api: string
  business: Business
  /** Null on a page behind a link, where nothing is offered. */
  content: Content | null
  item: Item | null
  /** Of the month and the day that the address or the server has chosen. */
  days: readonly Day[] | null
  slots: readonly Slot[] | null
  /** After that month, where nothing is free in it. */
  nextDay: NextDay | null
  route: Route
  /** Websites that may show the page in a frame. */
  origins: readonly string[]
  /** The server's clock, in epoch milliseconds. */
  now: number
}
