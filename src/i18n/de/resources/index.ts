import { activation, germanTexts, type ResourceTexts } from '../machine/resourceTexts'
import { bookings } from './bookings'
import { notificationTexts } from './notifications'
import { setup } from './setup'
import { tenants } from './tenants'

const eventNames = {
  'booking.created': 'Buchung angelegt',
  'booking.pending': 'Buchung wartet auf Freigabe',
  'booking.confirmed': 'Buchung bestätigt',
  'booking.rescheduled': 'Buchung verschoben',
  'booking.reassigned': 'Buchung anders zugeordnet',
  'booking.updated': 'Buchung geändert',
  'booking.checked_in': 'Buchung eingecheckt',
  'booking.cancelled': 'Buchung storniert',
  'booking.declined': 'Buchung abgelehnt',
  'booking.completed': 'Buchung abgeschlossen',
  'booking.no_show': 'Buchung: nicht erschienen',
  'booking.expired': 'Vormerkung abgelaufen',
  'booking.deleted': 'Buchung gelöscht',
  'visit.created': 'Besuch angelegt',
  'visit.updated': 'Besuch geändert',
  'visit.cancelled': 'Besuch storniert',
  'customer.created': 'Kunde angelegt',
  'customer.updated': 'Kunde geändert',
  'customer.merged': 'Kunde zusammengeführt',
  'customer.anonymized': 'Kunde anonymisiert',
  'customer.deleted': 'Kunde gelöscht',
  'resource.created': 'Ressource angelegt',
  'resource.updated': 'Ressource geändert',
  'resource.deleted': 'Ressource gelöscht',
  'schedule.generated': 'Termine eines Zeitplans erzeugt',
}

const eventPatternNames = {
  'events.booking.*': 'Alle Ereignisse zu Buchungen',
  'events.visit.*': 'Alle Ereignisse zu Besuchen',
  'events.customer.*': 'Alle Ereignisse zu Kunden',
  'events.resource.*': 'Alle Ereignisse zu Ressourcen',
  'events.schedule.*': 'Alle Ereignisse zu Zeitplänen',
}

const eventNamesOf = (field: string) =>
  Object.fromEntries(Object.entries(eventNames).map(([type, name]) => [`${field}.${type}`, name]))

const german: readonly ResourceTexts[] = [
  ...setup,
  ...bookings,
  ...tenants,
  ...notificationTexts,
  {
    name: 'memberships',
    fields: {
      resourceId: 'Ist die Ressource',
      bookingMails: 'E-Mails über Buchungen',
      weekMail: 'Die Zahlen der Woche per E-Mail',
    },
    choices: {
      'bookingMails.none': 'Keine',
      'bookingMails.own': 'Des eigenen Kalenders',
      'bookingMails.all': 'Alle',
    },
    texts: {
      'help.resourceId': 'Der eigene Kalender dieser Person: eine Friseurin, ein Stadtführer.',
      'help.weekMail': 'An Inhaber, wo die Benachrichtigungen des Unternehmens es vorsehen.',
      'help.bookingMails':
        'Außer bei „Keine“ werden Inhaber und Verwaltung immer um Freigabe gebeten, und Inhaber erfahren, was Kunden selbst tun, wenn es sonst niemand erfährt.',
    },
  },
  {
    name: 'invitations',
    fields: { resourceId: 'Ist die Ressource' },
    texts: { 'help.resourceId': 'Der eigene Kalender dieser Person: eine Friseurin, ein Stadtführer.' },
  },
  {
    name: 'events',
    choices: {
      ...eventNamesOf('type'),
      'subjectType.booking': 'Buchung',
      'subjectType.visit': 'Besuch',
      'subjectType.customer': 'Kunde',
      'subjectType.resource': 'Ressource',
      'subjectType.schedule': 'Zeitplan',
    },
    texts: { empty: 'Was mit Buchungen, Kunden, Ressourcen und Zeitplänen geschieht, steht hier einen Monat lang.' },
  },
  {
    name: 'apiKeys',
    fields: { channelId: 'Nur über' },
    choices: {
      'scopes.availability.read': 'Freie Zeiten, Angebot und Kanäle sehen',
      'scopes.setup.read': 'Die Einrichtung sehen: Zeitpläne, Ressourcen, Regeln, Angebot, Kanäle',
      'scopes.setup': 'Die Einrichtung ändern',
      'scopes.bookings.read': 'Buchungen und ihren Verlauf sehen',
      'scopes.bookings': 'Buchen, verschieben, stornieren und Buchungen ändern',
      'scopes.bookings.override': 'Gegen die Regeln buchen, mit einem Grund',
      'scopes.customers.read': 'Kunden sehen, und wer gebucht hat',
      'scopes.customers': 'Kunden ändern, zusammenführen und anonymisieren',
    },
    texts: { 'help.channelId': 'Er bucht nur über diesen Kanal und sieht nur dessen Buchungen.' },
  },
  {
    name: 'busyCalendars',
    one: 'Fremdkalender',
    many: 'Fremdkalender',
    fields: {
      resourceId: 'Ressource',
      name: 'Name',
      url: 'Adresse',
      isActive: 'Aktiv',
      refreshMinutes: 'Lesen alle (Min.)',
      lastSuccessAt: 'Zuletzt gelesen',
      lastError: 'Problem',
      eventCount: 'Termine',
    },
    choices: {
      'lastError.timeout': 'Zu langsam',
      'lastError.connection': 'Keine Verbindung',
      'lastError.tls': 'Kein vertrauenswürdiges Zertifikat',
      'lastError.dns': 'Den Host gibt es nicht',
      'lastError.blocked_address': 'Die Adresse ist nicht erlaubt',
      'lastError.redirect': 'Sie leitet weiter: Bitte die Adresse eingeben, zu der sie führt',
      'lastError.status': 'Es kam ein Fehler zurück',
      'lastError.too_large': 'Er ist zu groß: höchstens 2 MB',
      'lastError.no_calendar': 'Das ist kein Kalender',
      'lastError.too_many': 'Er hat mehr als 5.000 Termine im Jahr',
    },
    actions: { refresh: { label: 'Jetzt lesen', done: 'Gelesen' } },
    texts: {
      empty: 'Ein Fremdkalender hält Zeiten von Buchungen frei, die anderswo vergeben sind.',
      'help.url':
        'Die geheime Adresse des Kalenders (iCal, https oder webcal). Später werden nur Host und Ende gezeigt.',
    },
  },
  {
    name: 'calendarFeeds',
    one: 'Kalender-Abo',
    many: 'Kalender-Abos',
    fields: {
      name: 'Name',
      scope: 'Buchungen von',
      resourceIds: 'Ressourcen',
      resourceTypeIds: 'Ressourcentypen',
      membershipId: 'Mitglied',
      includesCustomerNames: 'Mit den Namen der Kunden',
      includesPending: 'Mit Buchungen, die auf Freigabe warten',
      isActive: 'Aktiv',
      pastDays: 'Tage zurück',
      futureDays: 'Tage voraus',
      cancelledDays: 'Tage mit stornierten',
      lastReadAt: 'Zuletzt gelesen',
    },
    choices: {
      'scope.tenant': 'Allem',
      'scope.resource': 'Ressourcen',
      'scope.resource_type': 'Ressourcentypen',
      'scope.member': 'Einem Mitglied',
    },
    actions: {
      rotate: {
        label: 'Neue Adresse',
        done: 'Es hat eine neue Adresse',
        confirm: 'Kalender, die die jetzige Adresse lesen, bekommen nichts mehr.',
      },
    },
    texts: {
      empty: 'Ein Kalender-Abo zeigt Buchungen in Google, Outlook oder Apple Kalender, immer auf dem neuesten Stand.',
      'help.name': 'Kalenderprogramme zeigen ihn.',
      'help.includesCustomerNames': 'Auch wer die Adresse kennt, liest sie.',
      'help.cancelledDays': 'So lange erfahren Kalender von einer Stornierung.',
    },
  },
  {
    name: 'webhooks',
    choices: { ...eventPatternNames, ...eventNamesOf('events') },
    texts: {
      'help.includesPersonalData': 'Sonst fehlen Namen, Notizen und Antworten, und von Kunden alles außer der Kennung.',
    },
  },
  { name: 'webhookDeliveries', choices: eventNamesOf('eventType') },
  {
    name: 'deadLetters',
    choices: {
      'queue.mail': 'Eine E-Mail ging nicht hinaus',
      'queue.busy_import': 'Ein Kalender wurde nicht gelesen',
    },
  },
  {
    name: 'channels',
    one: 'Kanal',
    many: 'Kanäle',
    fields: {
      name: 'Name',
      code: 'Kürzel',
      kind: 'Art',
      description: 'Beschreibung',
      sellsAllItems: 'Verkauft alles',
      catalogItemIds: 'Verkauft nur',
      autoConfirm: 'Sofort bestätigen',
      isActive: 'Aktiv',
      hasPage: 'Buchungsseite',
      pageTitle: 'Überschrift',
      pageIntro: 'Einleitung',
      pagePolicy: 'Bedingungen',
      requiredFields: 'Wird von allen erfragt',
      allowedOrigins: 'Websites, die sie zeigen',
      redirectUrl: 'Nach dem Buchen',
      pageTranslations: 'In anderen Sprachen',
      isIndexable: 'Für Suchmaschinen zu finden',
      showsRemaining: 'Zeigt, wie viele Plätze frei sind',
      bookingCount: 'Buchungen',
    },
    choices: {
      'requiredFields.email': 'E-Mail',
      'requiredFields.phone': 'Telefon',
      'requiredFields.notes': 'Notizen',
      'kind.back_office': 'Verwaltung',
      'kind.online': 'Online',
      'kind.phone': 'Telefon',
      'kind.walk_in': 'Laufkundschaft',
      'kind.partner': 'Partner',
      'kind.api': 'API',
    },
    actions: activation,
    texts: {
      empty: 'Kanäle sind die Wege, auf denen Buchungen zu Ihnen kommen: Website, Empfang, Telefon, Partner.',
      'help.code': 'Steht auf Buchungen. Leer: aus dem Namen gebildet.',
      'help.sellsAllItems': 'Auch später hinzugefügte Angebote.',
      'help.autoConfirm': 'Aus: Buchungen von diesem Kanal warten auf Freigabe.',
      'help.isActive': 'Inaktive Kanäle nehmen keine neuen Buchungen an.',
      'sections.page.title': 'Buchungsseite',
      'help.hasPage': 'Veröffentlicht: Kunden buchen selbst.',
      'help.pageTitle': 'Leer: der Name des Betriebs.',
      'help.pagePolicy': 'Wer bucht, stimmt ihnen zu.',
      'help.pageTranslations': 'Für Buchungsseiten in anderen Sprachen als Ihrer.',
      'pageTranslations.name': 'Sprache',
      'pageTranslations.fields.language': 'Sprache',
      'pageTranslations.fields.pageTitle': 'Überschrift',
      'pageTranslations.fields.pageIntro': 'Einleitung',
      'pageTranslations.fields.pagePolicy': 'Bedingungen',
      'help.redirectUrl': 'Die Adresse, zu der Kunden weitergehen, mit der Nummer ihrer Buchung.',
      'help.allowedOrigins': 'Etwa https://beispiel.de.',
    },
  },
]

/** Declarations make the English ones. */
export const resources = germanTexts(german)
