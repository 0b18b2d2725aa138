import type { Links } from './links'
import type { Mail } from './message'
import type { TokenKind } from './oneTimeTokens'
import type { SendMail } from './outbox'

type MailedKind = Exclude<TokenKind, 'pkce' | 'magiclink'>

const texts = (product: string): Record<MailedKind, Pick<Mail, 'subject' | 'text' | 'action'>> => ({
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
  email_change: {
    subject: `${product}: confirm your new e-mail address`,
    text: 'Please confirm that this is your new address. Until then the old one stays in force.',
    action: 'Confirm the new address',
  },
})

interface MailOptions {
  send: SendMail
  links: Links
  productName: string
}

export type MailToken = (kind: MailedKind, to: string, token: string, redirectTo?: string) => Promise<void>

/** Sends the mails of the auth service, each with the link for its token. */
export const createMails = ({ send, links, productName }: MailOptions): MailToken => {
  const byKind = texts(productName)
  return (kind, to, token, redirectTo) => send({ to, ...byKind[kind], link: links.mailLink(token, kind, redirectTo) })
}
