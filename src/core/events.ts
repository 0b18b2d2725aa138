import { defineResource, type EventCatalogue, eventNames, instant, integer, subjectNames, text } from '../schema'

export const eventFields = (catalogue: EventCatalogue) => ({
  type: text({ required: true, max: 60, known: eventNames(catalogue) }),
  subjectType: text({ required: true, max: 30, label: 'About', known: subjectNames(catalogue) }),
})

/** See docs/domain.md#events. */
export const events = defineResource({
  name: 'events',
  label: ['Event', 'Events'],
  icon: 'history',
  scope: 'tenant',
  api: '/events',
  screens: { base: '/settings/events', form: 'dialog' },
  access: { read: 'admin', write: 'nobody' },
  apiScopes: { read: ['events.read'] },
  fields: {
    ...eventFields({}),
    sequence: integer({ required: true, min: 1, help: 'Its place among those of one subject, without a gap.' }),
    occurredAt: instant({ required: true, label: 'When' }),
    requestId: text({ max: 200, label: 'Request' }),
  },
  represent: 'type',
  list: {
    columns: ['occurredAt', 'type', 'subjectType', 'sequence', 'requestId'],
    filters: ['type', 'subjectType', 'occurredAt'],
    filterFields: { subjectId: text({ label: 'Whom or what it is about' }) },
    sort: '-occurredAt',
  },
  form: ['occurredAt', 'type', 'subjectType', 'sequence', 'requestId'],
  texts: { empty: 'What happens to records is told here for a month.' },
})
