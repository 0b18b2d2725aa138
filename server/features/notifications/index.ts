import type { Subject } from '../../serve'
import { emptyMails } from './forgetMails'
import { holdLinkRoute } from './holdLinkRoute'
import { createMailQueue } from './mailQueue'
import { notificationsHooks } from './notificationsHooks'
import { planMails } from './planMails'
import { redriveMail } from './redriveMail'
import { mailQueue } from './rows'
import { tellMoveRoutes } from './tellMoveRoutes'
import { tellWebhookOff } from './tellWebhookOff'
import { templateRoutes } from './templateRoutes'
import { templatesHooks } from './templatesHooks'
import { unsubscribeRoutes } from './unsubscribeRoutes'

export const notifications: Subject = {
  beyondRows: true,
  hooks: { notifications: notificationsHooks, notificationTemplates: templatesHooks },
  routes: [holdLinkRoute, ...tellMoveRoutes, ...templateRoutes, ...unsubscribeRoutes],
  follow: planMails,
  queue: createMailQueue,
  redrives: { [mailQueue]: redriveMail },
  jobs: [emptyMails],
  tellTurnedOff: tellWebhookOff,
  // The exporting installation sends waiting mails; the next one plans its own reminders.
  archive: {
    only: {
      notifications: `status <> 'queued' and not exists (
        select from notifications as carrier where carrier.id = notifications.carried_by and carrier.status = 'queued')`,
    },
    // Bodies contain links that open bookings.
    keptBack: { notifications: ['body'] },
  },
}
