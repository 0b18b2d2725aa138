import type { Locale } from '../../src/schema/locales'

export type MailKind =
  | 'recovery'
  | 'invite'
  | 'signup'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

export type NoticeKind =
  | 'new_device'
  | 'password_changed'
  | 'email_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'

interface MailText {
  subject: string
  text: string
  action?: string
}

interface MailValues {
  product: string
  newEmail: string
  code: string
}

type MailTexts = Record<MailKind, MailText>

const english = ({ product, newEmail, code }: MailValues): MailTexts => ({
  recovery: {
    subject: `${product}: choose a new password`,
    text: 'Somebody, hopefully you, asked for a new password. The link works once, for an hour. If it was not you, ignore this mail.',
    action: 'Choose a new password',
  },
  invite: {
    subject: `You are invited to ${product}`,
    text: `You were invited to ${product}. Choose a password to accept; the link works for seven days.`,
    action: 'Accept the invitation',
  },
  signup: {
    subject: `${product}: confirm your e-mail address`,
    text: 'Please confirm that this address is yours. The link works for a day.',
    action: 'Confirm the address',
  },
  email_change_current: {
    subject: `${product}: change of your e-mail address?`,
    text: `Somebody who is signed in to your account asked to change its address to ${newEmail}. It only changes when you agree here and the new address agrees as well. If it was not you, do not follow the link: change your password, which signs everybody else out.`,
    action: 'Agree to the new address',
  },
  email_change_new: {
    subject: `${product}: confirm your new e-mail address`,
    text: 'Please confirm that this is your new address. Until then, and until the old address has agreed as well, the old one stays in force.',
    action: 'Confirm the new address',
  },
  reauthentication: {
    subject: `${product}: ${code} is your code`,
    text: `Type ${code} to show that it is you; the code works for ten minutes. If you did not ask for it, somebody is signed in to your account: change your password.`,
  },
})

const german = ({ product, newEmail, code }: MailValues): MailTexts => ({
  recovery: {
    subject: `${product}: Neues Passwort wählen`,
    text: 'Jemand, hoffentlich Sie, hat ein neues Passwort angefordert. Der Link funktioniert einmal, eine Stunde lang. Wenn Sie das nicht waren, beachten Sie diese E-Mail nicht.',
    action: 'Neues Passwort wählen',
  },
  invite: {
    subject: `Sie sind zu ${product} eingeladen`,
    text: `Sie wurden zu ${product} eingeladen. Wählen Sie ein Passwort, um anzunehmen; der Link funktioniert sieben Tage lang.`,
    action: 'Einladung annehmen',
  },
  signup: {
    subject: `${product}: Bestätigen Sie Ihre E-Mail-Adresse`,
    text: 'Bitte bestätigen Sie, dass dies Ihre Adresse ist. Der Link funktioniert einen Tag lang.',
    action: 'Adresse bestätigen',
  },
  email_change_current: {
    subject: `${product}: Soll sich Ihre E-Mail-Adresse ändern?`,
    text: `Jemand, der in Ihrem Konto angemeldet ist, möchte dessen Adresse in ${newEmail} ändern. Sie ändert sich nur, wenn Sie hier zustimmen und die neue Adresse ebenfalls. Wenn Sie das nicht waren, folgen Sie dem Link nicht: Ändern Sie Ihr Passwort, das meldet alle anderen ab.`,
    action: 'Der neuen Adresse zustimmen',
  },
  email_change_new: {
    subject: `${product}: Bestätigen Sie Ihre neue E-Mail-Adresse`,
    text: 'Bitte bestätigen Sie, dass dies Ihre neue Adresse ist. Bis dahin, und bis auch die alte Adresse zugestimmt hat, gilt die alte.',
    action: 'Neue Adresse bestätigen',
  },
  reauthentication: {
    subject: `${product}: ${code} ist Ihr Code`,
    text: `Geben Sie ${code} ein, um zu zeigen, dass Sie es sind; der Code gilt zehn Minuten lang. Wenn Sie ihn nicht angefordert haben, ist jemand in Ihrem Konto angemeldet: Ändern Sie Ihr Passwort.`,
  },
})

interface InvitationValues {
  product: string
  tenant: string
  inviter: string
  hasAccount: boolean
}

const englishInvitation = ({ product, tenant, inviter, hasAccount }: InvitationValues): Required<MailText> => ({
  subject: `${tenant} invites you to ${product}`,
  text: [
    `${inviter} invites you to work with “${tenant}” in ${product}.`,
    hasAccount
      ? 'Sign in with this address to accept or decline. The invitation stands for 14 days.'
      : 'Sign up with this address to accept or decline. The invitation stands for 14 days.',
    'If you do not know who that is, ignore this mail: nothing happens unless you accept.',
  ].join('\n\n'),
  action: hasAccount ? 'See the invitation' : 'Sign up',
})

const germanInvitation = ({ product, tenant, inviter, hasAccount }: InvitationValues): Required<MailText> => ({
  subject: `${tenant} lädt Sie zu ${product} ein`,
  text: [
    `${inviter} lädt Sie ein, in ${product} bei „${tenant}“ mitzuarbeiten.`,
    hasAccount
      ? 'Melden Sie sich mit dieser Adresse an, um anzunehmen oder abzulehnen. Die Einladung gilt 14 Tage lang.'
      : 'Registrieren Sie sich mit dieser Adresse, um anzunehmen oder abzulehnen. Die Einladung gilt 14 Tage lang.',
    'Wenn Sie nicht wissen, wer das ist, beachten Sie diese E-Mail nicht: Es geschieht nichts, solange Sie nicht annehmen.',
  ].join('\n\n'),
  action: hasAccount ? 'Einladung ansehen' : 'Registrieren',
})

interface NoticeWording {
  kinds: Record<NoticeKind, { subject: (product: string) => string; text: string }>
  when: (at: string) => string
  device: (name: string) => string
  network: (name: string) => string
  newEmail: (email: string) => string
  advice: string
  action: string
  reset: string
  undoAdvice: string
  undo: string
}

const englishNotices: NoticeWording = {
  kinds: {
    new_device: {
      subject: product => `${product}: new sign-in to your account`,
      text: 'Somebody signed in to your account on a device or from a network that was not used for it before.',
    },
    password_changed: {
      subject: product => `${product}: your password was changed`,
      text: 'The password of your account was changed.',
    },
    email_changed: {
      subject: product => `${product}: your e-mail address was changed`,
      text: 'The e-mail address of your account was changed. This address no longer signs in to it.',
    },
    factor_added: {
      subject: product => `${product}: two-step sign-in was set up`,
      text: 'An authenticator app was added to your account. Signing in now asks for its code, too.',
    },
    factor_removed: {
      subject: product => `${product}: an authenticator app was removed`,
      text: 'An authenticator app was removed from your account. Its codes no longer sign in.',
    },
    recovery_codes_made: {
      subject: product => `${product}: new recovery codes`,
      text: 'New recovery codes were made for your account. Older ones no longer work.',
    },
    recovery_code_used: {
      subject: product => `${product}: a recovery code was used`,
      text: 'A recovery code was used to sign in to your account. It does not work again.',
    },
  },
  when: at => `When: ${at} (UTC)`,
  device: name => `Device: ${name}`,
  network: name => `Network: ${name}`,
  advice:
    'If it was you, there is nothing to do. If it was not, choose a new password at once and end all other sessions.',
  action: 'Look at your sign-in and sessions',
  newEmail: email => `New address: ${email}`,
  reset: 'Choose a new password',
  undoAdvice:
    'If it was you, there is nothing to do. If it was not, undo it within seven days: this address is in force again then, everybody is signed out, and you choose a new password.',
  undo: 'Undo the change',
}

const germanNotices: NoticeWording = {
  kinds: {
    new_device: {
      subject: product => `${product}: Neue Anmeldung bei Ihrem Konto`,
      text: 'Jemand hat sich auf einem Gerät oder aus einem Netz bei Ihrem Konto angemeldet, das dafür bisher nicht benutzt wurde.',
    },
    password_changed: {
      subject: product => `${product}: Ihr Passwort wurde geändert`,
      text: 'Das Passwort Ihres Kontos wurde geändert.',
    },
    email_changed: {
      subject: product => `${product}: Ihre E-Mail-Adresse wurde geändert`,
      text: 'Die E-Mail-Adresse Ihres Kontos wurde geändert. Mit dieser Adresse kann man sich nicht mehr anmelden.',
    },
    factor_added: {
      subject: product => `${product}: Anmeldung in zwei Schritten eingerichtet`,
      text: 'Zu Ihrem Konto wurde eine Authenticator-App hinzugefügt. Beim Anmelden wird jetzt auch nach ihrem Code gefragt.',
    },
    factor_removed: {
      subject: product => `${product}: Eine Authenticator-App wurde entfernt`,
      text: 'Eine Authenticator-App wurde aus Ihrem Konto entfernt. Mit ihren Codes kann man sich nicht mehr anmelden.',
    },
    recovery_codes_made: {
      subject: product => `${product}: Neue Wiederherstellungscodes`,
      text: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Ältere gelten nicht mehr.',
    },
    recovery_code_used: {
      subject: product => `${product}: Ein Wiederherstellungscode wurde benutzt`,
      text: 'Mit einem Wiederherstellungscode hat sich jemand bei Ihrem Konto angemeldet. Der Code gilt nicht noch einmal.',
    },
  },
  when: at => `Wann: ${at} (UTC)`,
  device: name => `Gerät: ${name}`,
  network: name => `Netz: ${name}`,
  advice:
    'Waren Sie das selbst, müssen Sie nichts tun. Wenn nicht, wählen Sie sofort ein neues Passwort und beenden Sie alle anderen Sitzungen.',
  action: 'Anmeldung und Sitzungen ansehen',
  newEmail: email => `Neue Adresse: ${email}`,
  reset: 'Neues Passwort wählen',
  undoAdvice:
    'Waren Sie das selbst, müssen Sie nichts tun. Wenn nicht, machen Sie es innerhalb von sieben Tagen rückgängig: Dann gilt wieder diese Adresse, alle werden abgemeldet, und Sie wählen ein neues Passwort.',
  undo: 'Änderung rückgängig machen',
}

const byLocale = { en: english, de: german }

const noticesByLocale = { en: englishNotices, de: germanNotices }

const invitationsByLocale = { en: englishInvitation, de: germanInvitation }

export const noticeTexts = (locale: Locale): NoticeWording => noticesByLocale[locale]

export const mailTexts = (locale: Locale, values: MailValues): MailTexts => byLocale[locale](values)

export const invitationText = (locale: Locale, values: InvitationValues): Required<MailText> =>
  invitationsByLocale[locale](values)
