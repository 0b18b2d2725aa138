import { choice, core, extend } from '../declare'

export const deadLetters = extend(core.deadLetters, {
  fields: {
    queue: choice(['webhook', 'mail', 'busy_import', 'system'], {
      default: 'system',
      label: 'What',
      labels: { ...core.queueLabels, mail: 'A mail was not sent', busy_import: 'A calendar was not read' },
    }),
  },
})
