import { choice, defineResource, locale, longText, text } from '../declare'
import { notificationKeyLabels, notificationKeys } from './notificationKeys'

/** Replaces a mail's built-in text (docs/domain.md#notifications). */
export const notificationTemplates = defineResource({
  name: 'notificationTemplates',
  label: ['Mail Text', 'Mail Texts'],
  icon: 'rule',
  scope: 'tenant',
  api: '/notification-templates',
  screens: { base: '/settings/mail-texts', form: 'page' },
  access: { read: 'staff', write: 'admin' },
  fields: {
    key: choice(notificationKeys, { required: true, immutable: true, label: 'Mail', labels: notificationKeyLabels }),
    locale: locale({ required: true, immutable: true, label: 'Language' }),
    subject: text({ required: true, max: 200 }),
    body: longText({ required: true, max: 5000, label: 'Text' }),
  },
  represent: 'subject',
  list: { columns: ['key', 'locale', 'subject'], filters: ['key', 'locale'], sort: 'key' },
  form: ['key', 'locale', 'subject', 'body'],
  uniqueTogether: [['key', 'locale']],
  limit: 100,
  bulk: false,
  texts: { empty: 'All mails have the built-in texts. A text of yours takes the place of one, in its language.' },
})
