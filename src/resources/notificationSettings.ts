import { choices, definePart, email, flag, integers, text } from '../declare'
import { notificationKeyLabels, notificationKeys } from './notificationKeys'

/** See docs/domain.md#notifications. */
export const notificationSettings = definePart({
  name: 'notificationSettings',
  label: ['Notifications', 'Notifications'],
  icon: 'rule',
  screens: { base: '/settings/notifications' },
  access: { read: 'owner', write: 'owner' },
  fields: {
    mailSenderName: text({
      max: 60,
      label: 'Sender',
      help: 'The name that mails come from. Empty: the name of the business.',
    }),
    mailReplyTo: email({ label: 'Answers go to', help: 'Empty: the contact address.' }),
    reminderMinutes: integers({
      default: [1440],
      min: 5,
      max: 43_200,
      maxItems: 3,
      label: 'Reminders before the start',
      help: 'At most three. Without one, nobody is reminded.',
    }),
    notificationsOff: choices(notificationKeys, {
      label: 'Mails not sent',
      labels: notificationKeyLabels,
    }),
    notifyByDefault: flag({
      default: true,
      label: 'Offer to tell customers',
      help: 'The tick “Tell the customer” is set when a dialog opens.',
    }),
    weekMails: flag({
      default: false,
      label: 'Send owners the week’s figures',
      help: 'On Mondays at 7 in the morning. Each owner can end it for themselves by a link in the mail, and begin it again under Members.',
    }),
  },
  form: [
    {
      name: 'mails',
      title: 'Mails',
      help: 'What goes out by itself, and what is offered.',
      fields: ['notificationsOff', 'reminderMinutes', 'notifyByDefault'],
    },
    {
      name: 'week',
      title: 'The week’s figures',
      help: 'How last week went, beside the week before.',
      fields: ['weekMails'],
    },
    {
      name: 'sender',
      title: 'Sender',
      help: 'Who mails come from, and who gets the answers.',
      fields: ['mailSenderName', 'mailReplyTo'],
    },
  ],
})
