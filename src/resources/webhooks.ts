import { core, extend, flag } from '../declare'

export const webhooks = extend(core.webhooks, {
  fields: {
    includesPersonalData: flag({
      label: 'With personal data',
      help: 'Otherwise names, notes and answers are left out, and of customers all but their ids.',
    }),
  },
})
