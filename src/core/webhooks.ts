import {
  choice,
  defineResource,
  type EventCatalogue,
  eventPatternNames,
  eventPatterns,
  flag,
  instant,
  tags,
  text,
  url,
} from '../schema'

export const eventsOfWebhooks = (catalogue: EventCatalogue) =>
  tags({
    values: eventPatterns(catalogue),
    known: eventPatternNames(catalogue),
    help: 'Single events, all of a kind, or every event.',
  })

/** See docs/domain.md#webhooks. */
export const webhooks = defineResource({
  name: 'webhooks',
  label: ['Webhook', 'Webhooks'],
  icon: 'rule',
  scope: 'tenant',
  api: '/webhooks',
  screens: { base: '/settings/webhooks', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'admin', write: 'admin' },
  notTakenBack: 'Its secret is not kept in the history.',
  apiScopes: { read: ['webhooks'], write: ['webhooks'] },
  fields: {
    url: url({
      required: true,
      allowsHttp: true,
      label: 'Address',
      help: 'An https address that takes what happens by POST.',
    }),
    description: text({ max: 240 }),
    events: eventsOfWebhooks({}),
    includesPersonalData: flag({
      label: 'With personal data',
      help: 'Otherwise what tells of people is left out.',
    }),
    isActive: flag({ default: true, label: 'Active' }),
    disabledReason: choice(['failing', 'gone'], {
      computed: true,
      label: 'Turned off because',
      labels: { failing: 'Nothing has arrived for days', gone: 'The receiver said it is gone (410)' },
      tones: { failing: 'bad', gone: 'bad' },
    }),
    failingSince: instant({ computed: true }),
    lastSuccessAt: instant({ computed: true, label: 'Last success' }),
    secretHint: text({ computed: true, label: 'Secret ends with', max: 4 }),
    previousSecretExpiresAt: instant({ computed: true, label: 'Former secret until' }),
  },
  represent: 'url',
  list: {
    columns: ['url', 'description', 'events', 'isActive', 'failingSince', 'lastSuccessAt', 'disabledReason'],
    search: ['description'],
    filters: ['isActive'],
    sort: 'url',
  },
  form: ['url', 'description', 'events', 'includesPersonalData', 'isActive'],
  conditions: { events: { required: true } },
  limit: 20,
  bulk: false,
  texts: { empty: 'A webhook tells another program what happens here, as soon as it happens.' },
})
