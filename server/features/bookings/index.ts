import { bookings as declared } from '../../../src/resources/bookings'
import type { Subject } from '../../serve'
import { slotUnavailable } from '../problemCodes'
import { bookingRoutes } from './bookingRoutes'
import { bookingsHooks } from './bookingsHooks'
import { bulkRoute } from './bulkRoute'
import { bookingSeriesHooks } from './series/seriesHooks'
import { seriesRoutes } from './series/seriesRoutes'
import { clockEvents } from './timedEvents'
import { visitRoutes } from './visits/visitRoutes'
import { visitsHooks } from './visits/visitsHooks'
import { visitTimes } from './visits/visitTimes'

export const bookings: Subject = {
  beyondRows: true,
  hooks: { bookings: bookingsHooks, bookingSeries: bookingSeriesHooks, visits: visitsHooks },
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
