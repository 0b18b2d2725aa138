/** A mail ready to send. */
export interface Mail {
  /** The sender's name; the address is the installation's. */
  sender: string
  to: string
  subject: string
  text: string
  html: string
  /** `<id@host>`, the same at every attempt. */
  messageId?: string | undefined
  replyTo?: string | null | undefined
  inReplyTo?: string | null | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** RFC 6047. */
  calendar?: { method: 'PUBLISH' | 'REQUEST' | 'CANCEL'; content: string } | null | undefined
}

/** Escapes a text for HTML, also inside a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** An address that may become a link. */
export interface MailLink {
  url: string
  label?: string
  /** Shows a link on its own line as a button. */
  isButton?: boolean
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const anchor = ({ url, label = url }: MailLink, style = ''): string =>
  `<a href="${escapeHtml(url)}"${style && ` style="${style}"`}>${escapeHtml(label)}</a>`

const button = 'display:inline-block;padding:8px 16px;border:1px solid;border-radius:6px;font-weight:bold'

/** Links only these addresses, since others may be somebody's typed name. */
const linked = (line: string, links: readonly MailLink[]): string => {
  const byUrl = new Map(links.map(link => [link.url, link]))
  const alone = byUrl.get(line.trim())
  if (alone) return anchor(alone, alone.isButton ? button : '')
  // A longer address may begin with a shorter one.
  const urls = [...byUrl.keys()].sort((a, b) => b.length - a.length)
  if (urls.length === 0) return escapeHtml(line)
  return line
    .split(new RegExp(`(${urls.map(literally).join('|')})`))
    .map(part => {
      const link = byUrl.get(part)
      return link ? anchor(link) : escapeHtml(part)
    })
    .join('')
}

/** A text as HTML: escaped, in paragraphs, with only these links. */
export const paragraphs = (text: string, links: readonly MailLink[] = []): string =>
  text
    .split(/\n{2,}/)
    .map(part => {
      const lines = part.split('\n').map(line => linked(line, links))
      return `<p>${lines.join('<br>')}</p>`
    })
    .join('')
