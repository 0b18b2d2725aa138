import { createHmac, timingSafeEqual } from 'node:crypto'

const codeBytes = 20
const tokenPattern = /^[\w-]{70}$/

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const codeOf = (customerId: string, linkSecret: string): Buffer =>
  createHmac('sha256', linkSecret).update(`unsubscribe ${customerId}`).digest().subarray(0, codeBytes)

/** With it whoever got a mail ends reminders and offers: 70 characters, the same in all mails of a customer. */
export const unsubscribeToken = (tenantId: string, customerId: string, linkSecret: string): string =>
  Buffer.concat([bytesOf(tenantId), bytesOf(customerId), codeOf(customerId, linkSecret)]).toString('base64url')

/** Whom a token names, if it is one; `proves` says whether a tenant's secret made it. */
export const readUnsubscribeToken = (
  token: string,
): { tenantId: string; customerId: string; proves: (linkSecret: string) => boolean } | null => {
  if (!tokenPattern.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const customerId = idOf(bytes.subarray(16, 32))
  return {
    tenantId: idOf(bytes.subarray(0, 16)),
    customerId,
    proves: linkSecret => timingSafeEqual(bytes.subarray(32), codeOf(customerId, linkSecret)),
  }
}
