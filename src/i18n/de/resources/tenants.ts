import type { ResourceTexts } from '../machine/resourceTexts'
import { notificationSettings } from './notifications'

const tenantSettings = {
  name: 'tenantSettings',
  one: 'Mandant',
  many: 'Mandant',
  fields: {
    name: 'Name',
    slug: 'Kurzname',
    timeZone: 'Zeitzone',
    currency: 'Währung',
    locale: 'Sprache',
    weekStartsOn: 'Wochenbeginn',
    timeFormat: 'Uhrzeit',
    contactEmail: 'Kontakt-E-Mail',
    contactPhone: 'Kontakttelefon',
    websiteUrl: 'Website',
    address: 'Anschrift',
    defaultScheduleId: 'Standardzeitplan',
    requireSecondFactor: 'Anmeldung in zwei Schritten verlangen',
    isActive: 'Aktiv',
  },
  choices: { 'timeFormat.h24': '24 Stunden', 'timeFormat.h12': '12 Stunden' },
  texts: {
    empty: 'Noch nichts eingestellt',
    'help.slug': 'Der erste Teil der eigenen Adresse des Mandanten.',
    'help.timeZone': 'Für neue Zeitpläne, und dafür, wo ein Tag endet und der nächste beginnt.',
    'help.defaultScheduleId': 'Die Zeiten der Ressourcen, die keinen eigenen Zeitplan haben.',
    'help.requireSecondFactor':
      'Inhaber und Administratoren melden sich auch mit dem Code einer Authenticator-App an. Wer noch keine hat, wird gebeten, sie einzurichten.',
    'help.isActive': 'Ein stillgelegter Mandant kann ansehen, aber nichts ändern, und nichts ist buchbar.',
    'address.fields.line1': 'Straße',
    'address.fields.line2': 'Zweite Zeile',
    'address.fields.postalCode': 'Postleitzahl',
    'address.fields.city': 'Ort',
    'address.fields.region': 'Region',
    'address.fields.country': 'Land',
    'sections.business.title': 'Unternehmen',
    'sections.business.help': 'Wie es heißt, und seine Adresse hier.',
    'sections.placeAndTime.title': 'Ort und Zeit',
    'sections.placeAndTime.help': 'Wie alle Daten, Zeiten und Preise sehen.',
    'sections.contact.title': 'Kontakt',
    'sections.contact.help': 'Wie Ihre Kundschaft Sie erreicht.',
    'sections.security.title': 'Sicherheit',
    'sections.security.help': 'Wie man sich anmeldet.',
  },
} satisfies ResourceTexts

const branding = {
  name: 'branding',
  one: 'Auftritt',
  many: 'Auftritt',
  fields: { logo: 'Logo', brandColor: 'Markenfarbe' },
  texts: {
    empty: 'Noch nichts eingestellt',
    'sections.looks.title': 'Aussehen',
    'sections.looks.help': 'Ihr Logo und Ihre Farbe.',
  },
} satisfies ResourceTexts

const bookingPolicy = {
  name: 'bookingPolicy',
  one: 'Buchungsregeln',
  many: 'Buchungsregeln',
  fields: {
    holdMinutes: 'Vormerkung (Minuten)',
    offerMinutes: 'Angebot (Minuten)',
    visitWaitMinutes: 'Wartezeit in einem Besuch (Minuten)',
    staffKeepToOwn: 'Team bleibt im eigenen Kalender',
    autoComplete: 'Automatisch abschließen',
    retentionMonths: 'Kundendaten behalten (Monate)',
  },
  texts: {
    empty: 'Noch nichts eingestellt',
    'help.offerMinutes': 'Wie lange jemand auf der Warteliste Zeit hat, einen angebotenen Platz anzunehmen.',
    'help.holdMinutes': 'Wie lange eine unbestätigte Vormerkung ihren Platz behält.',
    'help.staffKeepToOwn': 'Wer selbst eine Ressource ist, sieht und ändert nur Buchungen dieser Ressource.',
    'help.autoComplete': 'Bestätigte Buchungen gelten als abgeschlossen, wenn sie enden.',
    'help.retentionMonths': 'Wer so lange nicht gebucht hat, wird anonymisiert. Leer: bleibt.',
    'sections.bookings.title': 'Buchungen',
    'sections.bookings.help': 'Womit Buchungen beginnen, und wie lange sie bleiben.',
  },
} satisfies ResourceTexts

export const tenants: readonly ResourceTexts[] = [
  tenantSettings,
  branding,
  bookingPolicy,
  notificationSettings,
  {
    name: 'tenants',
    one: 'Mandant',
    many: 'Mandanten',
    fields: {
      ...tenantSettings.fields,
      ...branding.fields,
      ...bookingPolicy.fields,
      ...notificationSettings.fields,
      defaultChannelId: 'Üblicher Kanal',
    },
    choices: { ...tenantSettings.choices, ...notificationSettings.choices },
    texts: {
      ...tenantSettings.texts,
      ...branding.texts,
      ...bookingPolicy.texts,
      ...notificationSettings.texts,
      empty: 'Noch keine Mandanten',
      'help.defaultChannelId': 'Woher Buchungen kommen, wenn niemand es sagt: die Verwaltung.',
    },
  },
]
