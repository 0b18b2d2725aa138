import type { DraftOf } from '../../src/declare'
import type { catalogItems } from '../../src/resources/catalogItems'
import type { channels } from '../../src/resources/channels'
import type { customers } from '../../src/resources/customers'
import type { resourceRules } from '../../src/resources/resourceRules'
import type { bookableResources } from '../../src/resources/resources'
import type { resourceTypes } from '../../src/resources/resourceTypes'
import type { schedules } from '../../src/resources/schedules'
import type { tenants } from '../../src/resources/tenants'
import type { variants } from '../../src/resources/variants'
import type { Picture } from './pictures'

type Named<Draft, Replaced extends keyof Draft, Names> = Omit<Draft, Replaced> & Names

/** Records refer to each other by name. */
export interface Business {
  tenant: Omit<DraftOf<typeof tenants>, 'logo'> & { slug: string; currency: string }
  logo?: Picture
  schedules: DraftOf<typeof schedules>[]
  defaultSchedule: string
  channels: DraftOf<typeof channels>[]
  resourceTypes: DraftOf<typeof resourceTypes>[]
  resources: Named<
    DraftOf<typeof bookableResources>,
    'resourceTypeId' | 'scheduleId' | 'parentResourceId' | 'image',
    { type: string; schedule?: string; partOf?: string; picture?: Picture }
  >[]
  catalog: (Omit<DraftOf<typeof catalogItems>, 'image'> & { variants: DemoVariant[]; picture?: Picture })[]
  rules: Named<
    DraftOf<typeof resourceRules>,
    'resourceIds' | 'resourceTypeIds' | 'channelIds',
    { resources?: string[]; types?: string[]; channels?: string[] }
  >[]
  customers: DraftOf<typeof customers>[]
  /** `from` and `to`: days from today, and the hour. */
  blocks?: { resource: string; reason: string; from: [days: number, hour: number]; to: [days: number, hour: number] }[]
  offered?: { customer: string; variant: string; days: number; hour: number }
  connections?: { webhook: { url: string; description: string }; apiKey: string; feed: string }
  weekly?: { customer: string; item: string; hour: number; count: number }
  visits?: { customer: string; items: string[]; days: number; hour: number }[]
}

type DemoVariant = Named<
  DraftOf<typeof variants>,
  'scheduleId' | 'price' | 'phases',
  {
    resources: string[]
    schedule?: string
    phases?: { minutes: number; frees: string[] }[]
    /** In whole units of the tenant's currency. */
    price: number
  }
>

/** 1 = Monday. */
export const week = (days: readonly number[], ...hours: readonly (readonly [string, string])[]) =>
  days.flatMap(dayOfWeek => hours.map(([startTime, endTime]) => ({ dayOfWeek, startTime, endTime })))
