import type { shell as english } from '../../en/machine/shell'

export const shell: Readonly<Record<keyof typeof english, string>> = {
  loading: '%{title} wird geladen …',
  returnToApp: 'Zurück zur App',
  skipToContent: 'Zum Inhalt springen',
  'notFound.title': 'Nicht gefunden',
  'notFound.text':
    'Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen, oder der Link stimmt nicht.',
  'accessDenied.title': 'Kein Zugriff',
  'accessDenied.text': 'Sie haben keinen Zugriff auf diesen Bereich.',
  'accessDenied.superadmin':
    'Mandanten und Benutzer werden von Superusern betreut. Wenden Sie sich an einen von ihnen, wenn sich hier etwas ändern soll.',
  'error.title': 'Etwas ist schiefgegangen!',
  'error.text':
    'Diese Seite konnte nicht angezeigt werden. Oft hilft ein neuer Versuch; Gespeichertes geht nicht verloren.',
  'error.me': 'Ihr Konto konnte nicht geladen werden. Daher ist nicht bekannt, was Sie hier sehen und tun dürfen.',
  'error.show': 'Fehler anzeigen',
  'error.hide': 'Fehler verbergen',
  'error.retry': 'Erneut versuchen',

  'nav.label': 'Hauptnavigation',
  'nav.sheet': 'Navigation',
  'nav.account': 'Konto',
  'nav.overview': 'Überblick',
  'nav.settings': 'Einstellungen',
  'nav.superadmin': 'Super Admin',
  'nav.collapse': 'Seitenleiste einklappen',
  'nav.expand': 'Seitenleiste ausklappen',
  'nav.open': 'Navigation öffnen',
  'nav.close': 'Navigation schließen',
  'user.superuser': 'Superuser',
  'user.logOut': 'Abmelden',
  'user.settings': 'Ihre Einstellungen',
}
