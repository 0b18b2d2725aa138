import { lazy } from 'react'
import { notificationTemplates } from '../../resources/notificationTemplates'
import { tenants } from '../../resources/tenants'
import { defineSubject, viewsOf } from '../../show'

export const notifications = defineSubject({
  views: {
    ...viewsOf(notificationTemplates, {
      inputs: { body: lazy(() => import('./MailBodyInput')) },
      screens: { list: lazy(() => import('./MailsPage')) },
    }),
    ...viewsOf(tenants, {
      inputs: {
        notificationsOff: lazy(() => import('./SentMailsInput')),
        reminderMinutes: lazy(() => import('./RemindersInput')),
      },
    }),
  },
})
