import {
  action,
  choice,
  defineResource,
  type EventCatalogue,
  eventNames,
  instant,
  integer,
  longText,
  parent,
  text,
} from '../schema'
import { webhooks } from './webhooks'

export const deliveredType = (catalogue: EventCatalogue) =>
  text({ required: true, max: 60, label: 'Event', known: { ...eventNames(catalogue), 'webhook.test': 'Test' } })

export const webhookDeliveries = defineResource({
  name: 'webhookDeliveries',
  label: ['Delivery', 'Deliveries'],
  icon: 'history',
  scope: 'tenant',
  api: '/webhooks/{webhookId}/deliveries',
  access: { read: 'admin', write: 'nobody' },
  apiScopes: {
    read: ['webhooks'],
    write: ['webhooks'],
  },
  // The sweep finds tenants with due deliveries.
  beyondTenant: { read: ['status', 'nextAttemptAt'] },
  fields: {
    webhookId: parent(() => webhooks),
    eventType: deliveredType({}),
    status: choice(['pending', 'retrying', 'succeeded', 'failed', 'cancelled'], {
      default: 'pending',
      tones: { pending: 'waiting', retrying: 'waiting', succeeded: 'good', failed: 'bad', cancelled: 'off' },
    }),
    attempts: integer({ default: 0, min: 0 }),
    nextAttemptAt: instant({ label: 'Next attempt' }),
    responseStatus: integer({ label: 'Answer', min: 100, max: 999 }),
    error: choice(['timeout', 'connection', 'tls', 'dns', 'blocked_address', 'redirect', 'status', 'too_large'], {
      labels: {
        timeout: 'Too slow',
        connection: 'No connection',
        tls: 'No trusted certificate',
        dns: 'The host is not known',
        blocked_address: 'The address is not allowed',
        redirect: 'It redirects',
        status: 'It answered an error',
        too_large: 'Its answer is too large',
      },
    }),
    requestExcerpt: longText({ max: 4096, label: 'Request' }),
    responseExcerpt: longText({ max: 1024, label: 'What it answered' }),
    durationMs: integer({ min: 0, label: 'Took (ms)' }),
    completedAt: instant({ label: 'Over' }),
  },
  represent: 'eventType',
  actions: {
    redeliver: action({
      label: 'Send again',
      done: 'It is sent again',
      role: 'admin',
      when: { status: ['succeeded', 'failed', 'cancelled'] },
      docs: { summary: 'Send an event again', description: 'With the same `webhook-id`, and all attempts anew.' },
    }),
  },
  list: {
    columns: ['createdAt', 'eventType', 'status', 'attempts', 'responseStatus', 'error', 'durationMs'],
    filters: ['status', 'eventType'],
    filterFields: { eventId: text({ label: 'Event id' }) },
    sort: '-createdAt',
  },
  form: [
    'eventType',
    'status',
    'attempts',
    'nextAttemptAt',
    'responseStatus',
    'error',
    'durationMs',
    'completedAt',
    'requestExcerpt',
    'responseExcerpt',
  ],
  freshFor: 5,
  texts: { empty: 'Nothing was sent yet. Deliveries are kept for 30 days.' },
})
