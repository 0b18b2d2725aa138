import type { NotificationKey } from '../../../src/resources/notificationKeys'

/** The languages that mails are written in. */
export const mailLocales = ['en', 'de'] as const
export type MailLocale = (typeof mailLocales)[number]

export interface MailText {
  subject: string
  body: string
}

const signature = '{{tenant.name}}\n{{tenant.phone}}\n{{tenant.address}}'

const facts = {
  en: `{{booking.title}}
{{booking.date}}, {{booking.time}} – {{booking.endTime}} ({{booking.timeZone}})
Where: {{booking.resources}}
How many: {{booking.quantity}}
Price: {{booking.total}}
Reference: {{booking.reference}}`,
  de: `{{booking.title}}
{{booking.date}}, {{booking.time}} – {{booking.endTime}} ({{booking.timeZone}})
Wo: {{booking.resources}}
Anzahl: {{booking.quantity}}
Preis: {{booking.total}}
Buchungsnummer: {{booking.reference}}`,
}

const english = (opening: string, closing = ''): string =>
  [`Hello {{customer.name}},`, opening, facts.en, closing, signature].filter(Boolean).join('\n\n')
const german = (opening: string, closing = ''): string =>
  [`Guten Tag {{customer.name}},`, opening, facts.de, closing, signature].filter(Boolean).join('\n\n')

const manage = {
  en: 'Look at your booking, move it or cancel it:\n{{manageUrl}}',
  de: 'Buchung ansehen, verschieben oder stornieren:\n{{manageUrl}}',
}
const what = '{{booking.title}}, {{booking.date}} {{booking.time}}'
const staff = { en: `{{customer.name}}\n\n${facts.en}`, de: `{{customer.name}}\n\n${facts.de}` }

/** The wording of every mail where a tenant has none of its own. */
export const builtInTexts: Readonly<Record<MailLocale, Readonly<Record<NotificationKey, MailText>>>> = {
  en: {
    booking_confirmed: { subject: `Confirmed: ${what}`, body: english('your booking is confirmed.', manage.en) },
    booking_approved: {
      subject: `Confirmed: ${what}`,
      body: english('we have approved your booking: it is confirmed.', manage.en),
    },
    booking_pending: {
      subject: `Received: ${what}`,
      body: english('we have received your booking. It is confirmed as soon as we have approved it.', manage.en),
    },
    booking_declined: {
      subject: `Declined: ${what}`,
      body: english('we are sorry: we cannot take your booking.\nReason: {{booking.reason}}'),
    },
    booking_moved: {
      subject: `Moved: ${what}`,
      body: english('your booking was changed.\nBefore: {{previous.date}}, {{previous.time}}', manage.en),
    },
    booking_cancelled: {
      subject: `Cancelled: ${what}`,
      body: english('your booking was cancelled.\nReason: {{booking.reason}}'),
    },
    booking_reminder: {
      subject: `Reminder: ${what}`,
      body: english('we look forward to seeing you.', manage.en),
    },
    hold_link: {
      subject: `Held for you: ${what}`,
      body: english('we keep this place for you until {{expiresAt}}. Confirm it here:\n{{holdUrl}}'),
    },
    waitlist_offer: {
      subject: `A place is free: ${what}`,
      body: english('a place is free for you. Accept or decline it until {{expiresAt}}:\n{{offerUrl}}'),
    },
    staff_new_booking: { subject: `New booking: ${what}`, body: staff.en },
    staff_cancelled: { subject: `Cancelled: ${what}`, body: `${staff.en}\nReason: {{booking.reason}}` },
    staff_approval_wanted: { subject: `Approval wanted: ${what}`, body: staff.en },
  },
  de: {
    booking_confirmed: { subject: `Bestätigt: ${what}`, body: german('Ihre Buchung ist bestätigt.', manage.de) },
    booking_approved: {
      subject: `Bestätigt: ${what}`,
      body: german('wir haben Ihre Buchung angenommen: sie ist bestätigt.', manage.de),
    },
    booking_pending: {
      subject: `Eingegangen: ${what}`,
      body: german('Ihre Buchung ist bei uns eingegangen. Sie ist bestätigt, sobald wir zugestimmt haben.', manage.de),
    },
    booking_declined: {
      subject: `Abgelehnt: ${what}`,
      body: german('leider können wir Ihre Buchung nicht annehmen.\nGrund: {{booking.reason}}'),
    },
    booking_moved: {
      subject: `Verschoben: ${what}`,
      body: german('Ihre Buchung wurde geändert.\nVorher: {{previous.date}}, {{previous.time}}', manage.de),
    },
    booking_cancelled: {
      subject: `Storniert: ${what}`,
      body: german('Ihre Buchung wurde storniert.\nGrund: {{booking.reason}}'),
    },
    booking_reminder: { subject: `Erinnerung: ${what}`, body: german('wir freuen uns auf Sie.', manage.de) },
    hold_link: {
      subject: `Für Sie vorgemerkt: ${what}`,
      body: german('wir halten Ihnen diesen Platz bis {{expiresAt}} frei. Hier bestätigen Sie ihn:\n{{holdUrl}}'),
    },
    waitlist_offer: {
      subject: `Ein Platz ist frei: ${what}`,
      body: german('für Sie ist ein Platz frei. Bis {{expiresAt}} können Sie annehmen oder ablehnen:\n{{offerUrl}}'),
    },
    staff_new_booking: { subject: `Neue Buchung: ${what}`, body: staff.de },
    staff_cancelled: { subject: `Storniert: ${what}`, body: `${staff.de}\nGrund: {{booking.reason}}` },
    staff_approval_wanted: { subject: `Zustimmung gewünscht: ${what}`, body: staff.de },
  },
}

/** What stands below a mail that people can do without. */
export const unsubscribeTexts: Readonly<Record<MailLocale, string>> = {
  en: 'No more reminders and offers',
  de: 'Keine Erinnerungen und Angebote mehr',
}

/** A tag such as `de-AT` as a language of mails; English where there are no texts in it. */
export const mailLocaleOf = (tag: string | null | undefined): MailLocale =>
  tag?.toLowerCase().startsWith('de') ? 'de' : 'en'
