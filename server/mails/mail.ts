/** A mail, ready to be sent. */
export interface Mail {
  /** The name of the sender; the address is the installation's. */
  sender: string
  to: string
  subject: string
  text: string
  html: string
  /** `<id@host>`: the same at every attempt. */
  messageId?: string | undefined
  replyTo?: string | null | undefined
  /** The Message-ID of the mail that it belongs to. */
  inReplyTo?: string | null | undefined
  /** Further headers, by name. */
  headers?: Readonly<Record<string, string>> | undefined
  /** An invitation for calendars (RFC 6047). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string } | null | undefined
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g

/** Escaped, with its addresses as links. */
const linked = (text: string): string => {
  const parts: string[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    parts.push(escapeHtml(text.slice(at, index)), `<a href="${escapeHtml(found)}">${escapeHtml(found)}</a>`)
    at = index + found.length
  }
  return [...parts, escapeHtml(text.slice(at))].join('')
}

/** A text as HTML: escaped, in paragraphs, with links. */
export const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map(part => `<p>${linked(part).replaceAll('\n', '<br>')}</p>`)
    .join('')
