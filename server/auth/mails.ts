import type { Links } from './links'
import { type MailKind, mailTexts, type NoticeKind, noticeTexts, toMailLocale } from './mailTexts'
import type { SendMail } from './sendMail'

interface MailOptions {
  send: SendMail
  links: Links
  productName: string
  /** The language of an account's owner, as a tag. */
  localeOf: (userId: string) => Promise<string | null>
}

export interface MailRequest {
  kind: MailKind
  userId: string
  to: string
  /** The link's token. */
  token?: string
  /** Where the link should lead; ignored unless its origin is ours. */
  redirectTo?: string
  /** The account's pending or new address. */
  newEmail?: string
  /** A code for the reader to type. */
  code?: string
}

export type SendAuthMail = (mail: MailRequest) => Promise<void>

/** Sends the mails of the auth service, each in the language of its reader. */
export const createMails =
  ({ send, links, productName, localeOf }: MailOptions): SendAuthMail =>
  async ({ kind, userId, to, token, redirectTo, newEmail = '', code = '' }) => {
    const { subject, text, action } = mailTexts(toMailLocale(await localeOf(userId)), {
      product: productName,
      newEmail,
      code,
    })[kind]
    const link = links.mailLink(kind, token, redirectTo)
    await send({ to, subject, text, ...(action && link && { action, link }) })
  }

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

export type SendNotice = (notice: Notice) => Promise<void>

const instantText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** Whether the reader may no longer know the password. */
const needsReset = (kind: NoticeKind): boolean => kind === 'password_changed'

/** Sends account notices, each in the language of its reader. */
export const createNotices =
  ({ send, productName, localeOf, siteUrl }: Omit<MailOptions, 'links'> & { siteUrl: string }): SendNotice =>
  async ({ kind, userId, to, at, device, network, newEmail, undoLink }) => {
    const wording = noticeTexts(toMailLocale(await localeOf(userId)))
    const { subject, text } = wording.kinds[kind]
    const facts = [
      newEmail && wording.newEmail(newEmail),
      wording.when(instantText(at)),
      device && wording.device(device),
      network && wording.network(network),
    ]
    const [action, path] = needsReset(kind) ? [wording.reset, '/forgot-password'] : [wording.action, '/settings']
    await send({
      to,
      subject: subject(productName),
      text: [text, facts.filter(Boolean).join('\n'), undoLink ? wording.undoAdvice : wording.advice].join('\n\n'),
      action: undoLink ? wording.undo : action,
      link: undoLink ?? new URL(path, siteUrl).href,
    })
  }
