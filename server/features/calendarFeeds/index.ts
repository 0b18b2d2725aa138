import type { Subject } from '../../serve'
import { calendarFeedRoutes } from './calendarFeedRoutes'
import { calendarFeedsHooks } from './calendarFeedsHooks'

export const calendarFeeds: Subject = {
  hooks: { calendarFeeds: calendarFeedsHooks },
  without: { calendarFeeds: ['updateMany', 'deleteMany', 'usageOfMany'] },
  routes: calendarFeedRoutes,
  archive: { anew: ['calendarFeeds'] },
}
