import { choice, core, extend, flag, type RecordOf, type ResourceRef, reference } from '../declare'
import { bookableResources } from './resources'

export const memberships = extend(core.memberships, {
  fields: {
    resourceId: reference((): ResourceRef => bookableResources, {
      unique: true,
      label: 'Is the resource',
      help: 'This person’s own calendar: a stylist, a guide.',
    }),
    bookingMails: choice(['none', 'own', 'all'], {
      default: 'own',
      label: 'Mails about bookings',
      labels: { own: 'Of their own calendar' },
      help: 'Unless none, owners and admins are asked for approval in any case, and owners hear of what customers do by themselves when nobody else is told.',
    }),
    weekMail: flag({
      default: true,
      label: 'The week’s figures by mail',
      help: 'To owners, where the notifications of the business say so.',
    }),
  },
  form: ['userId', 'role', 'resourceId', 'bookingMails', 'weekMail', 'isActive'],
})

export type Membership = RecordOf<typeof memberships>
