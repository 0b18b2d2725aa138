import { escapeHtml, paragraphs } from '../mails/mail'
import type { MailTransport } from '../mails/transport'

/** A mail of the auth service. */
export interface AuthMail {
  to: string
  subject: string
  /** Sentences before the link; an empty line between paragraphs. */
  text: string
  /** The link's label. */
  action?: string
  link?: string
}

export type SendMail = (mail: AuthMail) => Promise<void>

/** Sends the mails of the auth service. @param sender the name that they come from */
export const authMailsBy =
  (transport: MailTransport, sender: string): SendMail =>
  async ({ to, subject, text, action, link }) => {
    const isLinked = action && link
    await transport.send({
      sender,
      to,
      subject,
      text: isLinked ? `${text}\n\n${action}: ${link}` : text,
      html: `${paragraphs(text)}${isLinked ? `<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>` : ''}`,
    })
  }
