import type { Subject } from '../../serve'
import { entryActionsHooks } from './entryActions'
import { waitlistSweep } from './sweep'
import { waitlistRoutes } from './waitlistRoutes'

export const waitlist: Subject = {
  beyondRows: true,
  hooks: { waitlistEntries: entryActionsHooks },
  without: { waitlistEntries: ['updateMany', 'deleteMany', 'usageOfMany'] },
  routes: waitlistRoutes,
  jobs: [waitlistSweep],
}
