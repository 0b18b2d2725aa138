import type { ResourceTexts } from '../machine/resourceTexts'

const keys = {
  booking_confirmed: 'Buchung bestätigt',
  booking_approved: 'Buchung freigegeben',
  booking_pending: 'Wartet auf Freigabe',
  booking_declined: 'Buchung abgelehnt',
  booking_moved: 'Buchung verschoben',
  booking_cancelled: 'Buchung storniert',
  booking_reminder: 'Erinnerung',
  hold_link: 'Link zu einer Vormerkung',
  waitlist_offer: 'Angebot eines Platzes',
  staff_new_booking: 'An uns: neue Buchung',
  staff_moved: 'An uns: Buchung verschoben',
  staff_cancelled: 'An uns: Buchung storniert',
  staff_approval_wanted: 'An uns: Freigabe gewünscht',
}

const keyChoices = (field: string) =>
  Object.fromEntries(Object.entries(keys).map(([key, label]) => [`${field}.${key}`, label]))

export const notificationSettings = {
  name: 'notificationSettings',
  one: 'Benachrichtigungen',
  many: 'Benachrichtigungen',
  fields: {
    mailSenderName: 'Absender',
    mailReplyTo: 'Antworten gehen an',
    reminderMinutes: 'Erinnerungen vor Beginn',
    notificationsOff: 'Nicht versandte E-Mails',
    notifyByDefault: 'Anbieten, der Kundschaft zu schreiben',
    weekMails: 'Inhabern die Zahlen der Woche senden',
  },
  choices: keyChoices('notificationsOff'),
  texts: {
    empty: 'Noch nichts eingestellt',
    'help.mailSenderName': 'Der Name, von dem E-Mails kommen. Leer: der Name des Unternehmens.',
    'help.mailReplyTo': 'Leer: die Kontaktadresse.',
    'help.reminderMinutes': 'Höchstens drei. Ohne eine wird niemand erinnert.',
    'help.notifyByDefault': 'Das Häkchen „Benachrichtigen“ ist gesetzt, wenn sich ein Fenster öffnet.',
    'sections.mails.title': 'E-Mails',
    'sections.mails.help': 'Was von selbst hinausgeht, und was angeboten wird.',
    'help.weekMails':
      'Montags um 7 Uhr. Alle können es für sich mit einem Link in der E-Mail beenden und unter Mitglieder wieder beginnen.',
    'sections.week.title': 'Die Zahlen der Woche',
    'sections.week.help': 'Wie die letzte Woche war, neben der Woche davor.',
    'sections.sender.title': 'Absender',
    'sections.sender.help': 'Von wem E-Mails kommen, und wer die Antworten bekommt.',
  },
} satisfies ResourceTexts

export const notificationTexts: readonly ResourceTexts[] = [
  {
    name: 'notifications',
    one: 'Nachricht',
    many: 'Nachrichten',
    fields: {
      key: 'Was',
      audience: 'Für',
      recipient: 'An',
      subject: 'Betreff',
      body: 'Text',
      locale: 'Sprache',
      status: 'Zustand',
      reason: 'Warum nicht',
      dueAt: 'Fällig',
      sentAt: 'Versandt',
      attempts: 'Versuche',
      lastError: 'Letzter Fehler',
      bookingId: 'Buchung',
      visitId: 'Besuch',
      customerId: 'Kunde',
    },
    choices: {
      ...keyChoices('key'),
      'key.webhook_off': 'An uns: Webhook ausgeschaltet',
      'key.week_figures': 'An uns: Zahlen der Woche',
      'audience.customer': 'Kundschaft',
      'audience.staff': 'Team',
      'status.queued': 'Wartet',
      'status.sent': 'Versandt',
      'status.failed': 'Fehlgeschlagen',
      'status.suppressed': 'Nicht versandt',
      'status.cancelled': 'Zurückgezogen',
      'reason.no_address': 'Keine E-Mail-Adresse',
      'reason.opted_out': 'Möchte solche E-Mails nicht',
      'reason.turned_off': 'Diese Art E-Mail ist aus',
      'reason.anonymized': 'Die Person wurde anonymisiert',
      'reason.outdated': 'Inzwischen hat sich etwas geändert',
      'reason.rejected': 'Der Empfänger hat sie abgelehnt',
      'reason.gave_up': 'Sie ließ sich tagelang nicht zustellen',
    },
    actions: { resend: { label: 'Erneut senden', done: 'Sie wird erneut gesendet' } },
    texts: { empty: 'Noch ist keine E-Mail hinausgegangen.' },
  },
  {
    name: 'notificationTemplates',
    one: 'E-Mail-Text',
    many: 'E-Mail-Texte',
    fields: { key: 'E-Mail', locale: 'Sprache', subject: 'Betreff', body: 'Text' },
    choices: keyChoices('key'),
    texts: {
      empty: 'Alle E-Mails haben die eingebauten Texte. Ein eigener tritt in seiner Sprache an die Stelle von einem.',
    },
  },
]
