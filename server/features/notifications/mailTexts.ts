import type { Locale } from '../../../src/declare'
import type { NotificationKey } from '../../../src/resources/notificationKeys'

export interface MailText {
  subject: string
  body: string
}

const signature = '{{tenant.name}}\n{{tenant.phone}}'

const facts = {
  en: `{{booking.title}}
{{booking.dates}}
{{visit.parts}}
Where: {{tenant.address}}
Reserved: {{booking.resources}}
How many: {{booking.places}}
Price: {{booking.total}}
Reference: {{booking.reference}}`,
  de: `{{booking.title}}
{{booking.dates}}
{{visit.parts}}
Wo: {{tenant.address}}
Reserviert: {{booking.resources}}
Anzahl: {{booking.places}}
Preis: {{booking.total}}
Buchungsnummer: {{booking.reference}}`,
}

const leftOut = {
  en: 'These dates were not free, and are not booked:\n{{booking.leftOut}}',
  de: 'Diese Termine waren nicht frei und sind nicht gebucht:\n{{booking.leftOut}}',
}

const english = (opening: string, closing = ''): string =>
  [`Hello {{customer.name}},`, opening, facts.en, closing, signature].filter(Boolean).join('\n\n')
const german = (opening: string, closing = ''): string =>
  [`Guten Tag {{customer.name}},`, opening, facts.de, closing, signature].filter(Boolean).join('\n\n')

const manage = {
  en: 'Look at your booking, move it or cancel it:\n{{manageUrl}}',
  de: 'Buchung ansehen, verschieben oder stornieren:\n{{manageUrl}}',
}
const what = '{{booking.title}}, {{booking.date}} {{booking.time}} {{booking.more}}'
const staff = { en: `{{customer.name}}\n\n${facts.en}`, de: `{{customer.name}}\n\n${facts.de}` }

export const builtInTexts: Readonly<Record<Locale, Readonly<Record<NotificationKey, MailText>>>> = {
  en: {
    booking_confirmed: {
      subject: `Confirmed: ${what}`,
      body: english('Your booking is confirmed.', `${leftOut.en}\n\n${manage.en}`),
    },
    booking_approved: {
      subject: `Confirmed: ${what}`,
      body: english('We have approved your booking: it is confirmed.', manage.en),
    },
    booking_pending: {
      subject: `Received: ${what}`,
      body: english(
        'We have received your booking. It is confirmed as soon as we have approved it.',
        `${leftOut.en}\n\n${manage.en}`,
      ),
    },
    booking_declined: {
      subject: `Declined: ${what}`,
      body: english('We are sorry: we cannot take your booking.\nReason: {{booking.reason}}'),
    },
    booking_moved: {
      subject: `Moved: ${what}`,
      body: english('Your booking was changed.\nBefore: {{previous.date}}, {{previous.time}}', manage.en),
    },
    booking_cancelled: {
      subject: `Cancelled: ${what}`,
      body: english('Your booking was cancelled.\nReason: {{booking.reason}}'),
    },
    booking_reminder: {
      subject: `Reminder: ${what}`,
      body: english('We look forward to seeing you.', manage.en),
    },
    hold_link: {
      subject: `Held for you: ${what}`,
      body: english('We keep this place for you until {{expiresAt}}. Confirm it here:\n{{holdUrl}}'),
    },
    waitlist_offer: {
      subject: `A place is free: ${what}`,
      body: english('A place is free for you. Accept or decline it until {{expiresAt}}:\n{{offerUrl}}'),
    },
    staff_new_booking: { subject: `New booking: ${what}`, body: staff.en },
    staff_moved: { subject: `Moved: ${what}`, body: `${staff.en}\nBefore: {{previous.date}}, {{previous.time}}` },
    staff_cancelled: { subject: `Cancelled: ${what}`, body: `${staff.en}\nReason: {{booking.reason}}` },
    staff_approval_wanted: { subject: `Approval wanted: ${what}`, body: staff.en },
  },
  de: {
    booking_confirmed: {
      subject: `Bestätigt: ${what}`,
      body: german('Ihre Buchung ist bestätigt.', `${leftOut.de}\n\n${manage.de}`),
    },
    booking_approved: {
      subject: `Bestätigt: ${what}`,
      body: german('wir haben Ihre Buchung freigegeben: Sie ist bestätigt.', manage.de),
    },
    booking_pending: {
      subject: `Eingegangen: ${what}`,
      body: german(
        'Ihre Buchung ist bei uns eingegangen. Sie ist bestätigt, sobald wir sie freigegeben haben.',
        `${leftOut.de}\n\n${manage.de}`,
      ),
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
    staff_moved: { subject: `Verschoben: ${what}`, body: `${staff.de}\nVorher: {{previous.date}}, {{previous.time}}` },
    staff_cancelled: { subject: `Storniert: ${what}`, body: `${staff.de}\nGrund: {{booking.reason}}` },
    staff_approval_wanted: { subject: `Freigabe gewünscht: ${what}`, body: staff.de },
  },
}

/** Tenants cannot change these. */
export const mailWords = {
  en: {
    unsubscribe: 'No more reminders and offers',
    unsubscribeFromFigures: 'No more figures of the week',
    manage: 'View, move or cancel',
    confirm: 'Confirm',
    answer: 'Accept or decline',
    before: 'before:',
    free: 'free of charge',
    more: (count: number) => `and ${count} more`,
    allDates: 'All dates:',
    allParts: 'In detail:',
    guest: 'Guest',
    cancelled: 'cancelled',
    notFree: 'These dates were not free, and are not booked:',
  },
  de: {
    unsubscribe: 'Keine Erinnerungen und Angebote mehr',
    unsubscribeFromFigures: 'Keine Zahlen der Woche mehr',
    manage: 'Ansehen, verschieben oder stornieren',
    confirm: 'Bestätigen',
    answer: 'Annehmen oder ablehnen',
    before: 'vorher:',
    free: 'kostenlos',
    more: (count: number) => `und ${count} weitere`,
    allDates: 'Alle Termine:',
    allParts: 'Im Einzelnen:',
    guest: 'Gast',
    cancelled: 'storniert',
    notFree: 'Diese Termine waren nicht frei und sind nicht gebucht:',
  },
} as const satisfies Readonly<Record<Locale, object>>
