import { core, extend, type ResourceRef, reference } from '../declare'
import { bookableResources } from './resources'

export const invitations = extend(core.invitations, {
  fields: {
    resourceId: reference((): ResourceRef => bookableResources, {
      immutable: true,
      label: 'Is the resource',
      help: 'This person’s own calendar: a stylist, a guide.',
    }),
  },
})
