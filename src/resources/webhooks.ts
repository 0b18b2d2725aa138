import * as core from '../core'
import { extend, flag } from '../schema'

export const webhooks = extend(core.webhooks, {
  fields: {
    includesPersonalData: flag({
      label: 'With personal data',
      help: 'Otherwise names, notes and answers are left out, and of customers all but their ids.',
    }),
  },
})
