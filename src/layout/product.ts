import type { DataProvider } from 'ra-core'
import type { ComponentType, ReactNode } from 'react'
import type { Views } from '../crud/views'
import { followersOf, noEffects } from '../dataProvider/freshness'
import type { Catalogue } from '../i18n/createI18nProvider'
import type { AnyResource, Effects, Registry } from '../schema'
import type { Area } from './areas'
import type { OwnIcons } from './icons'
import type { PaletteProps } from './palette/offer'

/** A room's additions to the generated screens. Its components should be lazy. */
export interface Subject {
  screens?: ReactNode
  /** Made by `viewsOf`. Several subjects may extend one resource, but not in the same place. */
  views?: Views
  /** Its records follow other people's changes, which the API streams at `{api}/live`. */
  live?: AnyResource
  /** With the choice of a tenant, such as for invitations. */
  tenantNotice?: ReactNode
  /**
   * Wraps the data provider, such as with react-admin's lifecycle callbacks:
   * `provider => withLifecycleCallbacks(provider, [{ resource: 'books', beforeSave }])`.
   */
  dataProvider?: (provider: DataProvider) => DataProvider
  /** A card on the home page: where that has `HomeCards`, or on the machine's. */
  card?: ComponentType
  /** Entries of the sidebar at `/` after the declared screens, as `NavLink`s. */
  menu?: ComponentType
  /** What the palette (Ctrl+K) offers beside records and screens, by what is typed. */
  palette?: ComponentType<PaletteProps>
}

export interface Product {
  registry: Registry
  /** Beyond the references between resources. */
  effects?: Effects
  /** Its texts beside those of its declarations. */
  texts?: Partial<Catalogue>
  /** The one at `/` comes last. Without them, a sidebar has all declared screens, and the first of these is the home. */
  areas?: readonly Area[]
  /** `{ bike: PedalBikeOutlined }`, for names of its declarations beyond the machine's. */
  icons?: OwnIcons
  loadChecks?: () => Promise<unknown>
  subjects?: readonly Subject[]
}

/**
 * Declares the web application of a product.
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

/** Lazy components are objects, too. */
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

/** @throws if two subjects say the same, such as a `Summary` of one resource */
export const viewsOfAll = (subjects: readonly Subject[]): Views =>
  subjects.reduce<Views>((all, { views = {} }) => merge(all, views, '') as Views, {})

/** First members of the query keys that other people's changes refresh. */
export const liveNames = ({ name }: AnyResource, effects = noEffects): string[] => [name, ...followersOf(name, effects)]
