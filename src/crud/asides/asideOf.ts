import { type ComponentType, lazy } from 'react'
import { catalogItems } from '../../resources/catalogItems'
import { schedules } from '../../resources/schedules'
import { timeslots } from '../../resources/timeslots'
import type { AnyResource } from '../../schema'

interface Aside {
  /** Finds the record in its context. */
  Content: ComponentType
  /** Nested resources that it shows, so that they need no list. */
  shows?: readonly AnyResource[]
}

/** All there are, by resource. */
const asides: Readonly<Record<string, Aside>> = {
  [catalogItems.name]: { Content: lazy(() => import('./Readiness')) },
  [schedules.name]: { Content: lazy(() => import('./schedules/ScheduleTimeslots')), shows: [timeslots] },
}

/** What stands under the form of an existing record on its page, before the lists of what is nested in it: calls beyond saving. */
export const asideOf = ({ name }: AnyResource): Aside | undefined => asides[name]

/** The same for what stands inside the form, under its fields, and follows what is typed; also of a new record. */
const previews: Readonly<Record<string, ComponentType>> = {
  [schedules.name]: lazy(() => import('./schedules/SchedulePreview')),
}

export const previewOf = ({ name }: AnyResource): ComponentType | undefined => previews[name]
