import { readerOfTokens, signedToken } from '../../serve'

const messageOf = (customerId: string): string => `unsubscribe ${customerId}`

/** 70 characters, the same in all mails to a customer. */
export const unsubscribeToken = (tenantId: string, customerId: string, linkSecret: string): string =>
  signedToken([tenantId, customerId], linkSecret, messageOf(customerId))

const readToken = readerOfTokens<[tenantId: string, customerId: string]>(2)

/** `proves`: a tenant's secret made the token. */
export const readUnsubscribeToken = (
  token: string,
): { tenantId: string; customerId: string; proves: (linkSecret: string) => boolean } | null => {
  const read = readToken(token)
  if (!read) return null
  const [tenantId, customerId] = read.ids
  return { tenantId, customerId, proves: linkSecret => read.isOf(linkSecret, messageOf(customerId)) }
}
