import { spokenLocale } from '../../src/schema/locales'
import { escapeHtml, type Mail, paragraphs } from '../mails/mail'
import type { Links } from './links'
import { type MailKind, mailTexts, type NoticeKind, noticeTexts } from './mailTexts'

export interface MailRequest {
  kind: MailKind
  userId: string
  to: string
  token?: string | undefined
  /** Ignored unless its origin is our own. */
  redirectTo?: string | undefined
  newEmail?: string | undefined
  code?: string | undefined
}

export interface Notice {
  kind: NoticeKind
  userId: string
  to: string
  at: number
  device?: string | undefined
  network?: string | undefined
  newEmail?: string | undefined
  undoLink?: string | null | undefined
}

export interface MailWords {
  to: string
  subject: string
  text: string
  action?: string | undefined
  link?: string | undefined
}

/** Composed when sent, except for `words`. */
export type WrittenMail =
  | ({ type: 'link' } & MailRequest)
  | ({ type: 'notice'; token?: undefined } & Notice)
  | ({ type: 'words'; userId: string | null; token?: string | undefined } & MailWords)

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
  localeOf: (userId: string) => Promise<string | null>
}

const instantText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** Somebody else may have changed the password. */
const needsReset = (kind: NoticeKind): boolean => kind === 'password_changed'

export const createWords = ({ links, siteUrl, productName, localeOf }: WordsOptions) => {
  const ofLink = async ({ kind, userId, to, token, redirectTo, newEmail = '', code = '' }: MailRequest) => {
    const { subject, text, action } = mailTexts(spokenLocale(await localeOf(userId)), {
      product: productName,
      newEmail,
      code,
    })[kind]
    const link = links.mailLink(kind, token, redirectTo)
    return { to, subject, text, ...(action && link && { action, link }) }
  }
  const ofNotice = async ({ kind, userId, to, at, device, network, newEmail, undoLink }: Notice) => {
    const wording = noticeTexts(spokenLocale(await localeOf(userId)))
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
