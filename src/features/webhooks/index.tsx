import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { webhooks as declared } from '../../resources/webhooks'

export const webhooks = defineSubject({
  views: viewsOf(declared, { slots: { page: lazy(() => import('./WebhookHealth')) } }),
})
