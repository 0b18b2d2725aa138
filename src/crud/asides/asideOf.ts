import { type ComponentType, lazy } from 'react'
import { catalogItems } from '../../resources/catalogItems'
import { schedules } from '../../resources/schedules'
import { tenants } from '../../resources/tenants'
import type { AnyResource } from '../../schema'

type Load = () => Promise<{ default: ComponentType }>

/** All there are, by resource; each finds the record in its context. */
const loads: Readonly<Record<string, Load>> = {
  [catalogItems.name]: () => import('./CatalogItemVariants'),
  [schedules.name]: () => import('./schedules/ScheduleTimeslots'),
  [tenants.name]: () => import('./TenantMembers'),
}
const asides: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(loads).map(([name, load]) => [name, lazy(load)]),
)

/** What stands under the form of an existing record on its page: related lists, calls beyond saving. */
export const asideOf = ({ name }: AnyResource): ComponentType | undefined => asides[name]

/** Fetches its code before it is shown. */
export const loadAsideOf = ({ name }: AnyResource): Promise<unknown> | undefined => loads[name]?.()

/** The same for what stands inside the form, under its fields, and follows what is typed; also of a new record. */
const previews: Readonly<Record<string, ComponentType>> = {
  [schedules.name]: lazy(() => import('./schedules/SchedulePreview')),
}

export const previewOf = ({ name }: AnyResource): ComponentType | undefined => previews[name]
