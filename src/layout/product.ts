import type { DataProvider } from 'ra-core'
import type { ComponentType, ReactNode } from 'react'
import type { Views } from '../crud/views'
import { followersOf, noEffects } from '../dataProvider/freshness'
import type { Catalogue } from '../i18n/createI18nProvider'
import type { AnyResource, Effects, Registry } from '../schema'
import type { Area } from './areas'
import type { OwnIcons } from './icons'
import type { PaletteProps } from './palette/offer'

/** A room's additions to generated screens. Components should be lazy. */
export interface Subject {
  screens?: ReactNode
  /** From `viewsOf`. Several may extend a resource in different places. */
  views?: Views
  /** Its records follow other people's changes, from `{api}/live`. */
  live?: AnyResource
  /** Beside the choice of a tenant. */
  tenantNotice?: ReactNode
  /** Wraps the data provider: `provider => withLifecycleCallbacks(provider, [{ resource: 'books', beforeSave }])`. */
  dataProvider?: (provider: DataProvider) => DataProvider
  /** On the home page. */
  card?: ComponentType
  /** `NavLink`s in the sidebar at `/`, after declared screens. */
  menu?: ComponentType
  /** Offers in the palette. */
  palette?: ComponentType<PaletteProps>
}

export interface Product {
  registry: Registry
  /** Beyond references between resources. */
  effects?: Effects
  texts?: Partial<Catalogue>
  /** The one at `/` comes last. By default, a sidebar has all declared screens, and the first is the home. */
  areas?: readonly Area[]
  /** `{ bike: PedalBikeOutlined }`, beyond the machine's. */
  icons?: OwnIcons
  loadChecks?: () => Promise<unknown>
  subjects?: readonly Subject[]
}

/**
 * Declares a product's web application.
 *
 * @example export default defineProduct({ registry, texts, subjects: [channels, bookings] })
 */
export const defineProduct = (product: Product): Product => product

/**
 * Declares a room's screens, views and live records.
 *
 * @example export const webhooks = defineSubject({ views: viewsOf(resource, { slots: { page: WebhookHealth } }) })
 */
export const defineSubject = (subject: Subject): Subject => subject

type Group = Readonly<Record<string, unknown>>

/** Lazy components are also objects. */
const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !('$$typeof' in value)

const merge = (one: Group, other: Group, where: string): Group => {
  const merged: Record<string, unknown> = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const before = merged[key]
    if (before !== undefined && !(isGroup(before) && isGroup(value)))
      throw new Error(`Two subjects give ${where}${key}: one of them is to go.`)
    merged[key] = before === undefined ? value : merge(before as Group, value as Group, `${where}${key}.`)
  }
  return merged
}

/** @throws if two subjects define the same, such as a `Summary` of one resource */
export const viewsOfAll = (subjects: readonly Subject[]): Views =>
  subjects.reduce<Views>((all, { views = {} }) => merge(all, views, '') as Views, {})

/** First members of query keys. */
export const liveNames = ({ name }: AnyResource, effects = noEffects): string[] => [name, ...followersOf(name, effects)]
