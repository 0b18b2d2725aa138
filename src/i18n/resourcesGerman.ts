import { bookingsGerman } from './bookingsGerman'
import type { GermanResource } from './germanResource'
import { setupGerman } from './setupGerman'

/** What a resource and its fields are called; toasts and titles follow. */
const messagesOf = ({ name, one, many, fields, choices = {}, texts = {} }: GermanResource): Record<string, string> => {
  const base = `resources.${name}`
  const under = (part: string, texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([key, text]) => [`${base}.${part}.${key}`, text])
  return {
    [`${base}.name`]: `${one} |||| ${many}`,
    ...Object.fromEntries([
      ...under('page', { list: many, create: `${one} anlegen`, edit: `${one} bearbeiten`, show: one }),
      ...under('loading', { list: `${many} werden geladen …`, edit: `${one} wird geladen …` }),
      ...under('notifications', {
        created: `${one} angelegt`,
        updated: `${one} gespeichert`,
        deleted: `${one} gelöscht`,
        createFailed: `${one}: Anlegen fehlgeschlagen`,
        updateFailed: `${one}: Speichern fehlgeschlagen`,
        deleteFailed: `${one}: Löschen fehlgeschlagen`,
      }),
      ...under('fields', { createdAt: 'Angelegt', updatedAt: 'Geändert', version: 'Fassung', ...fields }),
      ...under('choices', choices),
      ...Object.entries(texts).map(([key, text]) => [`${base}.${key}`, text]),
    ]),
  }
}

const german: readonly GermanResource[] = [
  ...setupGerman,
  ...bookingsGerman,
  {
    name: 'tenants',
    one: 'Mandant',
    many: 'Mandanten',
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
      logoUrl: 'Logo',
      brandColor: 'Markenfarbe',
      defaultScheduleId: 'Üblicher Zeitplan',
      defaultChannelId: 'Üblicher Kanal',
      holdMinutes: 'Vormerkung (Minuten)',
      staffKeepToOwn: 'Team bleibt im eigenen Kalender',
      autoComplete: 'Von selbst abschließen',
      retentionMonths: 'Kundendaten behalten (Monate)',
      isActive: 'Aktiv',
    },
    choices: { 'timeFormat.h24': '24 Stunden', 'timeFormat.h12': '12 Stunden' },
    texts: {
      empty: 'Noch keine Mandanten',
      'help.slug': 'Der erste Teil der eigenen Adresse des Mandanten.',
      'help.timeZone': 'Für neue Zeitpläne, und dafür, wo ein Tag endet und der nächste beginnt.',
      'help.defaultScheduleId': 'Die Zeiten der Ressourcen, die keinen eigenen Zeitplan haben.',
      'help.defaultChannelId': 'Woher Buchungen kommen, wenn niemand es sagt: die Verwaltung.',
      'help.holdMinutes': 'Wie lange eine unbestätigte Vormerkung ihren Platz behält.',
      'help.staffKeepToOwn': 'Wer selbst eine Ressource ist, sieht und ändert nur Buchungen dieser Ressource.',
      'help.autoComplete': 'Bestätigte Buchungen gelten als abgeschlossen, wenn sie enden.',
      'help.retentionMonths': 'Wer so lange nicht gebucht hat, wird anonymisiert. Leer: bleibt.',
      'help.isActive': 'Ein stillgelegter Mandant kann ansehen, aber nichts ändern, und nichts ist buchbar.',
      'address.fields.line1': 'Straße',
      'address.fields.line2': 'Zweite Zeile',
      'address.fields.postalCode': 'Postleitzahl',
      'address.fields.city': 'Ort',
      'address.fields.region': 'Region',
      'address.fields.country': 'Land',
      'address.help.country': 'Zwei Buchstaben, etwa DE.',
      'sections.0.title': 'Unternehmen',
      'sections.1.title': 'Ort und Zeit',
      'sections.2.title': 'Kontakt',
      'sections.3.title': 'Aussehen',
      'sections.4.title': 'Buchungen',
    },
  },
  {
    name: 'users',
    one: 'Benutzer',
    many: 'Benutzer',
    fields: {
      email: 'E-Mail',
      name: 'Name',
      userType: 'Art',
      isActive: 'Aktiv',
      phone: 'Telefon',
      avatarUrl: 'Bild',
      locale: 'Sprache',
      timeZone: 'Zeitzone',
      lastSignInAt: 'Letzte Anmeldung',
    },
    choices: { 'userType.superuser': 'Superuser', 'userType.user': 'Benutzer' },
    texts: {
      empty: 'Noch keine Benutzer',
      'help.isActive': 'Inaktive Benutzer können sich nicht anmelden.',
      'help.timeZone': 'Ändert, wie Zeiten gezeigt werden, nie, was sie bedeuten.',
      'sections.0.title': 'Konto',
      'sections.1.title': 'Vorlieben',
    },
  },
  {
    name: 'memberships',
    one: 'Mitglied',
    many: 'Mitglieder',
    fields: {
      tenantId: 'Mandant',
      userId: 'Benutzer',
      role: 'Rolle',
      resourceId: 'Ist die Ressource',
      joinedAt: 'Seit',
      isActive: 'Aktiv',
    },
    choices: {
      'role.owner': 'Inhaber',
      'role.admin': 'Verwaltung',
      'role.staff': 'Team',
      'role.viewer': 'Nur ansehen',
    },
    texts: {
      empty: 'Noch keine Mitglieder',
      'help.resourceId': 'Der eigene Kalender dieser Person: eine Friseurin, ein Führer.',
      'help.isActive': 'Inaktive Mitglieder haben keinen Zugang; ihre Geschichte bleibt.',
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
      bookingCount: 'Buchungen',
    },
    choices: {
      'kind.back_office': 'Verwaltung',
      'kind.online': 'Online',
      'kind.phone': 'Telefon',
      'kind.walk_in': 'Laufkundschaft',
      'kind.partner': 'Partner',
      'kind.api': 'API',
    },
    texts: {
      empty: 'Kanäle sind die Wege, auf denen Buchungen zu Ihnen kommen: Website, Empfang, Telefon, Partner.',
      'help.code': 'Steht auf Buchungen. Leer: aus dem Namen gebildet.',
      'help.sellsAllItems': 'Auch später hinzugefügte Angebote.',
      'help.autoConfirm': 'Aus: Buchungen von diesem Kanal warten auf Zustimmung.',
      'help.isActive': 'Inaktive Kanäle nehmen keine neuen Buchungen an.',
    },
  },
]

export const resourcesGerman: Readonly<Record<string, string>> = Object.assign({}, ...german.map(messagesOf))
