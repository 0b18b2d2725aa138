import type { problems as english } from '../../en/machine/problems'

export const problems: Readonly<Record<keyof typeof english, string>> = {
  'problems.network': 'Der Server ist nicht erreichbar. Versuchen Sie es noch einmal.',
  'problems.offline': 'Sie sind offline: Nichts wurde gespeichert.',
  'problems.unexpected_answer': 'Der Server hat nicht wie erwartet geantwortet.',
  'problems.forbidden': 'Dafür fehlt Ihnen die Berechtigung.',
  'problems.user_inactive': 'Dieses Konto ist nicht aktiv. Wenden Sie sich an einen Administrator.',
  'problems.not_found': 'Das gibt es nicht oder nicht mehr.',
  'problems.conflict': 'Das passt nicht zu dem, was inzwischen gespeichert ist.',
  'problems.in_use': 'Es wird noch verwendet.',
  'problems.stale': 'Das wurde inzwischen von jemand anderem geändert.',
  'problems.too_slow': 'Das kam nicht rechtzeitig an. Bitte noch einmal versuchen.',
  'problems.too_large': 'Das ist zu groß.',
  'problems.validation': 'Bitte prüfen Sie die Angaben.',
  'problems.rate_limited': 'Zu viele Anfragen. Versuchen Sie es in einem Moment noch einmal.',
  'problems.internal': 'Bei uns ist etwas schiefgegangen.',
  'problems.unavailable': 'Der Dienst ist gerade ausgelastet. Versuchen Sie es in einem Moment noch einmal.',
  'problems.auth_unavailable': 'Der Anmeldedienst antwortet nicht.',
}
