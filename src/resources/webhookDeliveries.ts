import * as core from '../core'
import { extend } from '../schema'

export const webhookDeliveries = extend(core.webhookDeliveries, {
  apiScopes: {
    ...core.webhookDeliveries.apiScopes,
    members: { requestExcerpt: 'customers.read', responseExcerpt: 'customers.read' },
  },
})
