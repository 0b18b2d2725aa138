import { bookings as declared } from '../../../src/resources/bookings'
import type { Subject } from '../../serve'
import { slotUnavailable } from '../problemCodes'
import { bookingActionsHooks } from './bookingActionsHooks'
import { bookingRoutes } from './bookingRoutes'
import { bulkRoute } from './bulkRoute'
import { bookingSeriesActionsHooks } from './series/seriesActionsHooks'
import { seriesRoutes } from './series/seriesRoutes'
import { clockEvents } from './timedEvents'
import { visitActionsHooks } from './visits/visitActionsHooks'
import { visitRoutes } from './visits/visitRoutes'
import { visitTimes } from './visits/visitTimes'

export const bookings: Subject = {
  beyondRows: true,
  hooks: { bookings: bookingActionsHooks, bookingSeries: bookingSeriesActionsHooks, visits: visitActionsHooks },
  without: {
    bookings: ['updateMany', 'deleteMany', 'usage', 'usageOfMany'],
    bookingSeries: ['delete', 'updateMany', 'deleteMany', 'usage', 'usageOfMany'],
    visits: ['updateMany', 'deleteMany', 'usage', 'usageOfMany'],
  },
  routes: [bulkRoute, ...bookingRoutes, ...seriesRoutes, ...visitTimes, ...visitRoutes],
  jobs: [clockEvents],
  countedByTenant: [declared.name],
  archive: { tables: ['allocations'] },
  problemCodes: [slotUnavailable],
}
