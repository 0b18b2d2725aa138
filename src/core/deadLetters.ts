import { action, choice, defineResource, instant, integer, text } from '../schema'

export const queueLabels = { webhook: 'A webhook was not delivered', system: 'Something else was not done' }

/** Abandoned work (docs/domain.md#problems). */
export const deadLetters = defineResource({
  name: 'deadLetters',
  label: ['Open Problem', 'Problems'],
  icon: 'rule',
  scope: 'tenant',
  api: '/dead-letters',
  screens: { base: '/settings/problems', form: 'dialog' },
  access: { read: 'owner', write: 'nobody', delete: 'owner' },
  fields: {
    queue: choice(['webhook', 'system'], { default: 'system', label: 'What', labels: queueLabels }),
    subjectType: text({ max: 60, label: 'About' }),
    attempts: integer({ default: 0, min: 0 }),
    lastError: text({ max: 500 }),
    failedAt: instant({ readOnly: true, required: true, label: 'Given up' }),
    status: choice(['dead', 'redriven'], {
      default: 'dead',
      labels: { dead: 'Given up', redriven: 'Tried again' },
      tones: { dead: 'bad', redriven: 'done' },
    }),
  },
  represent: 'queue',
  search: false,
  actions: {
    redrive: action({
      role: 'owner',
      label: 'Try again',
      done: 'It is tried again',
      when: { status: ['dead'] },
      docs: { summary: 'Try again what was given up', description: 'It is due at once, with all attempts anew.' },
    }),
  },
  list: {
    columns: ['queue', 'subjectType', 'lastError', 'attempts', 'failedAt', 'status'],
    search: ['lastError'],
    filters: ['status', 'queue', 'failedAt'],
    filterFields: { subjectId: text({ label: 'About whom' }) },
    sort: '-failedAt',
  },
  form: [
    {
      name: 'what',
      title: 'What happened',
      help: 'It was tried again and again, and then given up. Mend what the last error says and try again, or discard it.',
      fields: ['subjectType', 'lastError', 'attempts', 'status'],
    },
  ],
  freshFor: 5,
  texts: {
    empty: 'No problems: everything went out, or is still being tried.',
    deleted: 'Discarded',
  },
})
