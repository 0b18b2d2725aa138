import { newToken } from './secrets'

export interface Mail {
  to: string
  subject: string
  /** Sentences before the link; an empty line between paragraphs. */
  text: string
  /** The link's label. */
  action?: string
  link?: string
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

const base64Lines = (text: string): string => (base64(text).match(/.{1,76}/g) ?? []).join('\r\n')

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

/** RFC 2047 §2: an encoded word has at most 75 characters, and holds whole characters. */
const encodedWords = (text: string): string => {
  const words = ['']
  for (const character of text) {
    const word = `${words.at(-1)}${character}`
    if (Buffer.byteLength(word) > 45) words.push(character)
    else words[words.length - 1] = word
  }
  return words.map(word => `=?utf-8?B?${base64(word)}?=`).join('\r\n ')
}

const isPrintableAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

const unstructured = (text: string): string => (isPrintableAscii(text) ? text : encodedWords(text))

/** RFC 5322 §3.4: a name is quoted, or encoded when it is not ASCII; the address stays as it is. */
const mailbox = (name: string, address: string): string =>
  `${isPrintableAscii(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodedWords(name)} <${address}>`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map(part => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('')

/** An RFC 5322 message with a text and an HTML part. */
export const toMessage = ({ to, subject, text, action, link }: Mail, sender: string, date: Date): string => {
  const boundary = `slotwise-${newToken().slice(0, 16)}`
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(body)}\r\n`
  const anchor = link && action ? `<p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>` : ''
  const plain = link && action ? `${text}\n\n${action}: ${link}\n` : `${text}\n`
  return [
    `From: ${mailbox(oneLine(sender), 'no-reply@slotwise.invalid')}`,
    `To: ${oneLine(to)}`,
    `Subject: ${unstructured(oneLine(subject))}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${newToken().slice(0, 22)}@slotwise.invalid>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', plain)}${part('text/html', `${paragraphs(text)}${anchor}`)}--${boundary}--\r\n`,
  ].join('\r\n')
}
