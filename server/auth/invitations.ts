import type { Database } from '../db/database'
import type { Administration } from './administration'
import { AuthError } from './authError'
import { type Attempt, forgetAttempts, takeAttempts } from './limits'
import type { Links } from './links'
import { invitationText, toMailLocale } from './mailTexts'
import type { SendMail } from './sendMail'

/** An invitation to a tenant. */
export interface Invitation {
  to: string
  /** The tenant's name. */
  tenant: string
  /** The inviter's name or address. */
  inviter: string
  /** The tenant's language as a tag, for readers whose own is unknown. */
  locale: string | null
}

export interface InvitationMails {
  /**
   * Counts a mail before it is sent, over all processes: per tenant (if there is one yet), mailbox and network.
   * @returns `taken` for `giveBack`; or, when one of the three is at its limit, the seconds to wait
   */
  take(of: { tenantId?: string; mailbox: string; network: string }): Promise<{ taken: string[] } | { wait: number }>
  /** Takes back the counts of a mail that is not sent. */
  giveBack(taken: readonly string[]): Promise<void>
  /** Mails it after the answer, so that timing does not tell whether the address has an account. */
  send(invitation: Invitation): void
}

/** Counts invitations as the auth service counts attempts. `now`: milliseconds since the epoch. */
export const countInvitations = (
  database: Pick<Database, 'run'>,
  now: () => number,
): Pick<InvitationMails, 'take' | 'giveBack'> => ({
  take: async ({ tenantId, mailbox, network }) => {
    const attempts = [
      ...(tenantId ? [{ limit: 'tenantInvitations', subject: tenantId } as const] : []),
      // Addresses are stored trimmed and in lower case.
      { limit: 'invitation', subject: mailbox.trim().toLowerCase() },
      { limit: 'networkInvitations', subject: network },
    ] satisfies Attempt[]
    try {
      return { taken: await database.run({ as: 'auth' }, trx => takeAttempts(trx, attempts, now()), { retry: true }) }
    } catch (error) {
      if (error instanceof AuthError && error.retryAfter !== null) return { wait: error.retryAfter }
      throw error
    }
  },
  giveBack: taken => database.run({ as: 'auth' }, trx => forgetAttempts(trx, taken)),
})

interface Delivery {
  administration: Administration
  links: Links
  send: SendMail
  productName: string
  siteUrl: string
  localeOf: (accountId: string) => Promise<string | null>
}

/** Mails an invitation of the embedded service. Its link leads to the invitation, or first to a sign-up for those without an account. */
export const mailInvitation = async (
  { administration, links, send, productName, siteUrl, localeOf }: Delivery,
  { to, tenant, inviter, locale }: Invitation,
): Promise<void> => {
  const account = await administration.findByEmail(to)
  const ownLocale = account && (await localeOf(account.id))
  const hasAccount = Boolean(account?.emailConfirmedAt)
  const { subject, text, action } = invitationText(toMailLocale(ownLocale ?? locale), {
    product: productName,
    tenant,
    inviter,
    hasAccount,
  })
  const signUp = () => new URL(`/signup?email=${encodeURIComponent(to)}`, siteUrl).href
  // An account made by somebody else has no password yet, and its owner could not sign up again.
  const isMadeByOthers = account && !hasAccount && !account.passwordHash
  const link = hasAccount
    ? new URL('/settings/invitations', siteUrl).href
    : isMadeByOthers
      ? links.mailLink('invite', await administration.newToken(account.id, 'invite'), undefined)
      : signUp()
  await send({ to, subject, text, action, ...(link && { link }) })
}
