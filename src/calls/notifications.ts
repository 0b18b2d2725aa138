import * as z from 'zod/mini'
import {
  choice,
  defineCall,
  described,
  email,
  fieldsBody,
  locale,
  locales,
  longText,
  membersFrom,
  param,
  type ResourceRef,
  recordOf,
  reference,
  required,
  text,
} from '../declare'
import { bookings } from '../resources/bookings'
import { notificationKeyLabels, notificationKeys } from '../resources/notificationKeys'
import { notifications } from '../resources/notifications'

const tag = 'Mail Texts'
const notification = recordOf(notifications)

export const defaults = defineCall({
  method: 'GET',
  path: '/notification-templates/defaults',
  access: membersFrom('staff'),
  tag,
  operationId: 'listDefaultNotificationTemplates',
  summary: 'The built-in texts of one language, and what they may name',
  query: { locale: required(param('choice', 'The language', locales)) },
  answer: {
    description: 'Each kind of mail',
    schema: z.array(
      z.object({
        key: z.enum(notificationKeys),
        audience: z.enum(['customer', 'staff']),
        locale: z.string(),
        subject: z.string(),
        body: z.string(),
        placeholders: z.array(z.object({ name: z.string(), example: z.string() })),
      }),
    ),
  },
})

export const overview = defineCall({
  method: 'GET',
  path: '/notification-templates/overview',
  access: membersFrom('staff'),
  tag,
  operationId: 'listNotificationKinds',
  summary: 'Each kind of mail: which texts of the tenant it has, and when one last went out',
  answer: {
    description: 'Those to customers first',
    schema: z.object({
      mails: z.array(
        z.object({
          key: z.enum(notificationKeys),
          audience: z.enum(['customer', 'staff']),
          texts: described(z.record(z.string(), z.string()), 'Ids of the tenant’s own texts by language'),
          lastSentAt: described(z.nullable(z.string()), 'When one last went out, not counting tests'),
        }),
      ),
    }),
  },
})

const draft = fieldsBody({
  key: choice(notificationKeys, { required: true, labels: notificationKeyLabels }),
  locale: locale({ required: true }),
  subject: text({ max: 200, help: 'As it applies now unless given.' }),
  body: longText({ max: 5000, help: 'As it applies now unless given.' }),
  bookingId: reference((): ResourceRef => bookings, { help: 'Sample data unless given.' }),
  reason: longText({ max: 500, help: 'In place of the booking’s own reason.' }),
})

export const preview = defineCall({
  method: 'POST',
  path: '/notification-templates/preview',
  access: membersFrom('staff'),
  tag,
  operationId: 'previewNotificationTemplate',
  summary: 'What a mail would look like',
  body: draft,
  answer: {
    description: 'The mail; nothing is sent',
    schema: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  },
})

/** Per tenant. */
export const testsPerMinute = 5

export const test = defineCall({
  method: 'POST',
  path: '/notification-templates/test',
  access: membersFrom('admin'),
  tag,
  operationId: 'testNotificationTemplate',
  summary: 'Send a mail to oneself',
  description: `Its subject begins with [Test]. At most ${testsPerMinute} a minute.`,
  body: draft,
  answer: { status: 201, description: 'The message', schema: notification },
})

export const sendHoldLink = defineCall({
  method: 'POST',
  path: '/bookings/{id}/send-hold-link',
  access: membersFrom('staff'),
  tag: 'Bookings',
  operationId: 'sendHoldLink',
  summary: 'Mail somebody the link by which they confirm a hold',
  description: 'Answers 409 `wrong_status` for a booking that is not held.',
  body: fieldsBody({
    email: email({ help: 'The customer’s unless given.' }),
    locale: locale({ help: 'The customer’s unless given.' }),
  }),
  answer: { status: 201, description: 'The message', schema: notification },
})

export const untoldMove = defineCall({
  method: 'GET',
  path: '/bookings/{id}/tell-move',
  access: membersFrom('staff'),
  tag: 'Bookings',
  operationId: 'getUntoldMove',
  summary: 'Whether the customer is still to be told that a booking was moved',
  answer: {
    description: 'What there is to tell',
    schema: z.object({
      isUntold: described(z.boolean(), 'Telling the customer would not be refused'),
      email: described(z.nullable(z.string()), 'Where the mail would go; null if the customer has no address'),
    }),
  },
})

export const tellMove = defineCall({
  method: 'POST',
  path: '/bookings/{id}/tell-move',
  access: membersFrom('staff'),
  tag: 'Bookings',
  operationId: 'tellOfMove',
  summary: 'Mail the customer that a booking was moved, after it was moved without telling them',
  description:
    'Names the time that they were told of before. Answers 409 `wrong_status` when they know, when it was not moved, or when it does not stand.',
  answer: { status: 201, description: 'The message', schema: notification },
})

const aboutMails = {
  access: { who: 'anyone' },
  tag: 'Mail Texts',
  params: { token: (text: string) => /^[\w-]{70}$/.test(text) },
} as const

export const unsubscribePage = defineCall({
  ...aboutMails,
  method: 'GET',
  path: '/public/unsubscribe/{token}',
  operationId: 'getUnsubscribePage',
  summary:
    'A page with a button that ends reminders and offers, or an owner’s figures of the week; looking at it changes nothing',
  file: 'text/html',
  answer: { description: 'The page' },
})

export const unsubscribe = defineCall({
  ...aboutMails,
  method: 'POST',
  path: '/public/unsubscribe/{token}',
  operationId: 'unsubscribe',
  summary: 'End reminders and offers, or an owner’s figures of the week, as mail programs do (RFC 8058)',
  description: 'Also again. What the customer does themselves is still confirmed by mail.',
  file: 'text/html',
  answer: { description: 'A page that says so' },
})
