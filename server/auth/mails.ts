import { escapeHtml, type Mail, paragraphs } from '../mails/mail'
import type { Links } from './links'
import { type MailKind, mailTexts, type NoticeKind, noticeTexts, toMailLocale } from './mailTexts'

/** A mail with a link or a code. */
export interface MailRequest {
  kind: MailKind
  userId: string
  to: string
  /** The link's token. */
  token?: string | undefined
  /** Where the link should lead; ignored unless its origin is ours. */
  redirectTo?: string | undefined
  /** The account's pending or new address. */
  newEmail?: string | undefined
  /** A code for the reader to type. */
  code?: string | undefined
}

/** Something that happened to an account. */
export interface Notice {
  kind: NoticeKind
  userId: string
  to: string
  /** Milliseconds since the epoch. */
  at: number
  /** Such as "Firefox on Windows", when known. */
  device?: string | undefined
  /** The network that the request came from. */
  network?: string | undefined
  /** The account's new address. */
  newEmail?: string | undefined
  /** A page that undoes the change; the mail links there instead of to the settings. */
  undoLink?: string | null | undefined
}

/** What a mail says. */
export interface MailWords {
  to: string
  subject: string
  /** Sentences before the link; an empty line between paragraphs. */
  text: string
  /** The link's label. */
  action?: string | undefined
  link?: string | undefined
}

/** A mail that waits: put into words when it is sent, but for those whose words are given. */
export type WrittenMail =
  | ({ type: 'link' } & MailRequest)
  | ({ type: 'notice'; token?: undefined } & Notice)
  | ({ type: 'words'; userId: string | null; token?: string | undefined } & MailWords)

/** A mail of the auth service, ready to be sent. @param sender the name that it comes from */
export const toMail = ({ to, subject, text, action, link }: MailWords, sender: string): Mail => {
  const isLinked = action && link
  return {
    sender,
    to,
    subject,
    text: isLinked ? `${text}\n\n${action}: ${link}` : text,
    html: `${paragraphs(text)}${isLinked ? `<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>` : ''}`,
  }
}

interface WordsOptions {
  links: Links
  siteUrl: string
  productName: string
  /** The language of an account's owner, as a tag. */
  localeOf: (userId: string) => Promise<string | null>
}

const instantText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** Whether the reader may no longer know the password. */
const needsReset = (kind: NoticeKind): boolean => kind === 'password_changed'

/** Puts mails into words, each in the language of its reader. */
export const createWords = ({ links, siteUrl, productName, localeOf }: WordsOptions) => {
  const ofLink = async ({ kind, userId, to, token, redirectTo, newEmail = '', code = '' }: MailRequest) => {
    const { subject, text, action } = mailTexts(toMailLocale(await localeOf(userId)), {
      product: productName,
      newEmail,
      code,
    })[kind]
    const link = links.mailLink(kind, token, redirectTo)
    return { to, subject, text, ...(action && link && { action, link }) }
  }
  const ofNotice = async ({ kind, userId, to, at, device, network, newEmail, undoLink }: Notice) => {
    const wording = noticeTexts(toMailLocale(await localeOf(userId)))
    const { subject, text } = wording.kinds[kind]
    const facts = [
      newEmail && wording.newEmail(newEmail),
      wording.when(instantText(at)),
      device && wording.device(device),
      network && wording.network(network),
    ]
    const [action, path] = needsReset(kind) ? [wording.reset, '/forgot-password'] : [wording.action, '/settings']
    return {
      to,
      subject: subject(productName),
      text: [text, facts.filter(Boolean).join('\n'), undoLink ? wording.undoAdvice : wording.advice].join('\n\n'),
      action: undoLink ? wording.undo : action,
      link: undoLink ?? new URL(path, siteUrl).href,
    }
  }
  return async (mail: WrittenMail): Promise<MailWords> => {
    if (mail.type === 'words') return mail
    return mail.type === 'link' ? ofLink(mail) : ofNotice(mail)
  }
}
