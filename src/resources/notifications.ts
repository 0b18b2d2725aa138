import { action, choice, defineResource, instant, integer, locale, longText, type RecordOf, text } from '../declare'
import { messageKeyLabels, messageKeys } from './notificationKeys'

/** The log and queue of mails (docs/domain.md#notifications). */
export const notifications = defineResource({
  name: 'notifications',
  label: ['Message', 'Messages'],
  icon: 'history',
  scope: 'tenant',
  api: '/notifications',
  screens: { base: '/settings/messages', form: 'dialog' },
  access: { read: 'staff', write: 'nobody' },
  // The sweep finds tenants with due mails.
  beyondTenant: { read: ['status', 'dueAt'] },
  fields: {
    key: choice(messageKeys, { required: true, label: 'What', labels: messageKeyLabels }),
    audience: choice(['customer', 'staff'], { default: 'customer', label: 'For' }),
    recipient: text({ max: 254, label: 'To' }),
    subject: text({ max: 500 }),
    body: longText({ max: 20_000 }),
    locale: locale({ default: 'en', label: 'Language' }),
    status: choice(['queued', 'sent', 'failed', 'suppressed', 'cancelled'], {
      default: 'queued',
      labels: { queued: 'Waiting', suppressed: 'Not sent' },
      tones: { queued: 'waiting', sent: 'good', failed: 'bad', suppressed: 'off', cancelled: 'off' },
    }),
    reason: choice(['no_address', 'opted_out', 'turned_off', 'anonymized', 'outdated', 'rejected', 'gave_up'], {
      label: 'Why not',
      labels: {
        no_address: 'No e-mail address',
        opted_out: 'Wants no such mails',
        turned_off: 'This kind of mail is off',
        anonymized: 'The person was anonymized',
        outdated: 'Things have changed since',
        rejected: 'The receiver refused it',
        gave_up: 'It could not be delivered for days',
      },
    }),
    dueAt: instant({ label: 'Due' }),
    sentAt: instant({ label: 'Sent' }),
    attempts: integer({ default: 0, min: 0 }),
    lastError: text({ max: 500 }),
  },
  represent: 'subject',
  actions: {
    resend: action({
      label: 'Send again',
      done: 'It is sent again',
      role: 'staff',
      answers: 'created',
      when: { status: ['sent', 'failed', 'suppressed', 'cancelled'] },
      docs: {
        summary: 'Send a mail again',
        description: 'As a new message. Answers 409 `wrong_status` while it waits, or when things have changed since.',
      },
    }),
  },
  list: {
    columns: ['createdAt', 'key', 'recipient', 'status', 'reason', 'sentAt'],
    filters: ['key', 'status', 'audience', 'dueAt'],
    filterFields: { bookingId: text(), customerId: text(), visitId: text() },
    sort: '-createdAt',
  },
  form: ['key', 'recipient', 'status', 'reason', 'subject', 'body', 'sentAt', 'attempts', 'lastError'],
  freshFor: 5,
  texts: { empty: 'No mail has gone out yet.' },
})

export type Message = RecordOf<typeof notifications>
