import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { notificationTemplates } from '../../resources/notificationTemplates'
import { tenants } from '../../resources/tenants'

export const notifications = defineSubject({
  views: {
    ...viewsOf(notificationTemplates, { inputs: { body: lazy(() => import('./MailBodyInput')) } }),
    ...viewsOf(tenants, {
      inputs: {
        notificationsOff: lazy(() => import('./SentMailsInput')),
        reminderMinutes: lazy(() => import('./RemindersInput')),
      },
    }),
  },
})
