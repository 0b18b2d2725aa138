import { fillIn } from './fillIn'
import { preferredLocale } from './locale'

const en = {
  'signIn.title': 'Sign in',
  'signIn.button': 'Sign in',
  'signIn.continue': 'Sign in to go on to where you were.',
  'signIn.expired': 'Your session has ended. Sign in again to go on where you were.',
  'signIn.toSignUp': 'No account yet?',
  'signIn.toForgot': 'Forgot your password?',
  'signUp.title': 'Create an account',
  'signUp.button': 'Create account',
  'signUp.toSignIn': 'Already have an account?',
  'signUp.mailTitle': 'Check your mail',
  'signUp.mailText': 'We have sent a link to %{email}. Open it to confirm your address, then sign in.',
  'forgot.title': 'Forgotten password',
  'forgot.text': 'Enter your e-mail address, and we will send you a link to choose a new password.',
  'forgot.button': 'Send link',
  'forgot.mailText': 'If there is an account for %{email}, a link to choose a new password is on its way.',
  'forgot.toSignIn': 'Back to sign in',
  'newPassword.title': 'Choose a new password',
  'newPassword.button': 'Save password',
  'newPassword.expired': 'This link has expired or was used already.',
  'newPassword.again': 'Ask for a new link',
  'confirm.title': 'Confirm your address',
  'confirm.text': 'One click, and your e-mail address is confirmed.',
  'confirm.button': 'Confirm',
  'field.email': 'E-mail',
  'field.name': 'Name',
  'field.password': 'Password',
  'field.newPassword': 'New password',
  'field.passwordHelp': 'A few words that belong to nobody else make a good one.',
  'field.show': 'Show password',
  'field.hide': 'Hide password',
  'field.required': 'Required',
  'fatal.title': 'Something went wrong!',
  'fatal.text': 'The application could not be loaded. Check your connection, then reload.',
  'fatal.reload': 'Reload',
  'fatal.show': 'Show Error',
  'fatal.hide': 'Hide Error',
  working: 'One moment…',
  unreachable: 'Unknown error. The service could not be reached: try again in a moment.',
} as const

export type EntryKey = keyof typeof en

const de: Record<EntryKey, string> = {
  'signIn.title': 'Anmelden',
  'signIn.button': 'Anmelden',
  'signIn.continue': 'Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  'signIn.expired': 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an, um dort weiterzumachen, wo Sie waren.',
  'signIn.toSignUp': 'Noch kein Konto?',
  'signIn.toForgot': 'Passwort vergessen?',
  'signUp.title': 'Konto anlegen',
  'signUp.button': 'Konto anlegen',
  'signUp.toSignIn': 'Sie haben schon ein Konto?',
  'signUp.mailTitle': 'Sehen Sie in Ihre E-Mails',
  'signUp.mailText':
    'Wir haben einen Link an %{email} gesendet. Bestätigen Sie damit Ihre Adresse und melden Sie sich dann an.',
  'forgot.title': 'Passwort vergessen',
  'forgot.text':
    'Geben Sie Ihre E-Mail-Adresse ein; wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  'forgot.button': 'Link senden',
  'forgot.mailText': 'Wenn es zu %{email} ein Konto gibt, ist ein Link für ein neues Passwort unterwegs.',
  'forgot.toSignIn': 'Zurück zur Anmeldung',
  'newPassword.title': 'Neues Passwort wählen',
  'newPassword.button': 'Passwort speichern',
  'newPassword.expired': 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  'newPassword.again': 'Neuen Link anfordern',
  'confirm.title': 'Adresse bestätigen',
  'confirm.text': 'Ein Klick, und Ihre E-Mail-Adresse ist bestätigt.',
  'confirm.button': 'Bestätigen',
  'field.email': 'E-Mail',
  'field.name': 'Name',
  'field.password': 'Passwort',
  'field.newPassword': 'Neues Passwort',
  'field.passwordHelp': 'Ein paar Wörter, die sonst niemand benutzt, sind gut.',
  'field.show': 'Passwort anzeigen',
  'field.hide': 'Passwort verbergen',
  'field.required': 'Pflichtfeld',
  'fatal.title': 'Etwas ist schiefgegangen!',
  'fatal.text': 'Die Anwendung konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie dann neu.',
  'fatal.reload': 'Neu laden',
  'fatal.show': 'Fehler anzeigen',
  'fatal.hide': 'Fehler verbergen',
  working: 'Einen Moment …',
  unreachable: 'Unbekannter Fehler. Der Dienst ist nicht erreichbar: Versuchen Sie es gleich noch einmal.',
}

const messages = { en, de }

/** A text of the pages before sign-in, in the language of this device. */
export const entryText = (key: EntryKey, args?: Readonly<Record<string, string | number>>): string =>
  fillIn(messages[preferredLocale()][key], args)
