import { readerOfTokens, signedToken } from '../public/signedToken'

/** A customer's reminders and offers, or an owner's weekly figures. */
export type Ending = 'customer' | 'owner'

const messageOf = (of: Ending, id: string): string =>
  of === 'customer' ? `unsubscribe ${id}` : `unsubscribe from figures ${id}`

/** The same in all mails to a person. */
export const unsubscribeToken = (tenantId: string, of: Ending, id: string, linkSecret: string): string =>
  signedToken([tenantId, id], linkSecret, messageOf(of, id))

const readToken = readerOfTokens<[tenantId: string, id: string]>(2)

/** `provenBy` returns the kind for which the tenant's secret made the token; null for a forgery. */
export const readUnsubscribeToken = (
  token: string,
): { tenantId: string; id: string; provenBy: (linkSecret: string) => Ending | null } | null => {
  const read = readToken(token)
  if (!read) return null
  const [tenantId, id] = read.ids
  const endings: readonly Ending[] = ['customer', 'owner']
  return { tenantId, id, provenBy: secret => endings.find(of => read.isOf(secret, messageOf(of, id))) ?? null }
}
