import '../src/resources/checks'
import { type DeclaredResource, resources } from '../src/resources'
import { apiScopes } from '../src/resources/apiScopes'
import { eventCatalogue } from '../src/resources/eventCatalogue'
import { createProduct } from './core/createProduct'
import type { TablesOf } from './db/rowTypes'
import { settleDemo } from './demo/settleDemo'
import { availability } from './features/availability'
import { bookings } from './features/bookings'
import { busyCalendars } from './features/busyCalendars'
import { calendarFeeds } from './features/calendarFeeds'
import { ownColumns } from './features/caller'
import { catalog } from './features/catalog'
import { channels } from './features/channels'
import { customers } from './features/customers'
import { notifications } from './features/notifications'
import { bookingPages } from './features/public'
import { bookableResources } from './features/resources'
import { rules } from './features/rules'
import { schedules } from './features/schedules'
import { setup } from './features/setup'
import { waitlist } from './features/waitlist'

declare module './db/database' {
  interface Tables extends TablesOf<DeclaredResource> {
    allocations: UndeclaredRow
    eventClocks: UndeclaredRow
    variantResources: UndeclaredRow
    waitlistEntriesPreferredResourceIds: UndeclaredRow
  }
}

/** Adding a subject is adding a line. */
export const product = createProduct({
  resources,
  events: eventCatalogue,
  callerColumns: ownColumns,
  apiScopes,
  settleDemo,
  subjects: {
    availability,
    bookings,
    busyCalendars,
    calendarFeeds,
    catalog,
    channels,
    customers,
    notifications,
    bookingPages,
    bookableResources,
    rules,
    schedules,
    setup,
    waitlist,
  },
})
