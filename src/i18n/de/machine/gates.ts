import type { gates as english } from '../../en/machine/gates'

export const gates: Readonly<Record<keyof typeof english, string>> = {
  'noTenant.title': 'Willkommen',
  'noTenant.text': 'Sie sind als %{email} angemeldet, gehören aber noch zu keinem Mandanten.',
  'noTenant.ask': 'Bitten Sie die Inhaberin oder den Inhaber Ihrer Organisation, diese E-Mail-Adresse einzuladen.',
  'noTenant.then': 'Kommen Sie dann wieder und prüfen Sie erneut: Die Einladung wird hier sein.',
  'noTenant.superuser': 'Als Superuser können Sie den ersten Mandanten anlegen.',
  'noTenant.newTenant': 'Neuer Mandant',
  'noTenant.checkAgain': 'Erneut prüfen',
  'chooseTenant.title': 'Mandant wählen',
  'chooseTenant.text': 'Diese Seite gehört zu einem Mandanten. Wählen Sie den, in dem Sie arbeiten möchten.',
  'unknownTenant.text': 'Unter dieser Adresse gibt es keinen Mandanten, oder Sie gehören nicht zu ihm.',
  'secondFactor.title': 'Anmeldung in zwei Schritten einrichten',
  'secondFactor.superuser': 'Superuser melden sich hier mit einem zweiten Schritt an.',
  'secondFactor.tenant': '%{tenant} verlangt sie von Inhabern und Administratoren.',
  'secondFactor.text': 'Es dauert eine Minute: Sie brauchen nur eine Authenticator-App auf Ihrem Telefon.',
  'secondFactor.setUp': 'Jetzt einrichten',
}
