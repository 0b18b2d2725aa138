import { core, extend } from '../declare'

export const webhookDeliveries = extend(core.webhookDeliveries, {
  apiScopes: {
    ...core.webhookDeliveries.apiScopes,
    members: { requestExcerpt: 'customers.read', responseExcerpt: 'customers.read' },
  },
})
