import type { Subject } from '../../serve'
import { addressPurpose } from './busyAddress'
import { busyCalendarRoutes } from './busyCalendarRoutes'
import { busyCalendarsHooks, redriveBusyImport } from './busyCalendarsHooks'
import { createBusyImport } from './busyImport'
import { busyImportQueue } from './importCalendar'

export const busyCalendars: Subject = {
  hooks: { busyCalendars: busyCalendarsHooks },
  without: { busyCalendars: ['updateMany', 'deleteMany', 'usageOfMany'] },
  routes: busyCalendarRoutes,
  queue: ({ webhooks, ...services }) => createBusyImport({ ...services, ...webhooks }),
  redrives: { [busyImportQueue]: redriveBusyImport },
  sealed: [{ table: 'busy_calendar_states', column: 'address', id: 'busy_calendar_id', purpose: addressPurpose }],
  archive: { anew: ['busyCalendars'] },
}
