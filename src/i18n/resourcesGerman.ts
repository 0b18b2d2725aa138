interface GermanResource {
  name: string
  one: string
  many: string
  fields: Readonly<Record<string, string>>
  choices?: Readonly<Record<string, string>>
}

/** What a resource and its fields are called; toasts and titles follow. */
const messagesOf = ({ name, one, many, fields, choices = {} }: GermanResource): Record<string, string> => {
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
      ...under('fields', { createdAt: 'Angelegt', updatedAt: 'Geändert', ...fields }),
      ...under('choices', choices),
    ]),
  }
}

const german: readonly GermanResource[] = [
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
      holdMinutes: 'Vormerkung (Minuten)',
      isActive: 'Aktiv',
    },
    choices: { 'timeFormat.h24': '24 Stunden', 'timeFormat.h12': '12 Stunden' },
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
  },
  {
    name: 'memberships',
    one: 'Mitglied',
    many: 'Mitglieder',
    fields: { userId: 'Benutzer', role: 'Rolle', joinedAt: 'Seit', isActive: 'Aktiv' },
    choices: {
      'role.owner': 'Inhaber',
      'role.admin': 'Verwaltung',
      'role.staff': 'Team',
      'role.viewer': 'Nur ansehen',
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
      autoConfirm: 'Sofort bestätigen',
      isActive: 'Aktiv',
    },
    choices: {
      'kind.back_office': 'Verwaltung',
      'kind.online': 'Online',
      'kind.phone': 'Telefon',
      'kind.walk_in': 'Laufkundschaft',
      'kind.partner': 'Partner',
      'kind.api': 'API',
    },
  },
]

export const resourcesGerman: Readonly<Record<string, string>> = Object.assign({}, ...german.map(messagesOf))
