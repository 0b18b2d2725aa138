import { spokenLocale } from '../../src/schema/locales'
import type { Database, Transaction } from '../db/database'
import type { Administration } from './administration'
import { AuthError } from './authError'
import { type Attempt, attemptsOf, forgetAttempts, takeAttempts } from './limits'
import type { Links } from './links'
import type { WrittenMail } from './mails'
import { invitationText } from './mailTexts'
import { issueOneTimeToken } from './oneTimeTokens'

export interface Invitation {
  to: string
  tenant: string
  inviter: string
  locale: string | null
}

export interface InvitationMails {
  /** @returns `taken` for `giveBack`, or seconds to wait */
  take(of: { tenantId?: string; mailbox: string; network: string }): Promise<{ taken: string[] } | { wait: number }>
  giveBack(taken: readonly string[]): Promise<void>
  /** Sends after the answer, whose duration must not reveal whether an account exists. */
  send(invitation: Invitation): void
}

export const countInvitations = (
  database: Pick<Database, 'run'>,
  now: () => number,
): Pick<InvitationMails, 'take' | 'giveBack'> => ({
  take: async ({ tenantId, mailbox, network }) => {
    const attempts = [
      ...(tenantId ? [{ limit: 'tenantInvitations', subject: tenantId } as const] : []),
      { limit: 'invitation', subject: mailbox.trim().toLowerCase() },
      ...attemptsOf('networkInvitations', network),
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
  run: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>
  write: (trx: Transaction, mail: WrittenMail) => Promise<void>
  now: () => number
  productName: string
  siteUrl: string
  localeOf: (accountId: string) => Promise<string | null>
}

export const mailInvitation = async (
  { administration, links, run, write, now, productName, siteUrl, localeOf }: Delivery,
  { to, tenant, inviter, locale }: Invitation,
): Promise<void> => {
  const account = await administration.findByEmail(to)
  const ownLocale = account && (await localeOf(account.id))
  const hasAccount = Boolean(account?.emailConfirmedAt)
  const { subject, text, action } = invitationText(spokenLocale(ownLocale ?? locale), {
    product: productName,
    tenant,
    inviter,
    hasAccount,
  })
  const signUp = () => new URL(`/signup?email=${encodeURIComponent(to)}`, siteUrl).href
  // An administrator's account has no password, and its owner cannot sign up again.
  const isMadeByOthers = account && !hasAccount && !account.passwordHash
  await run(async trx => {
    const token = isMadeByOthers
      ? await issueOneTimeToken(trx, { userId: account.id, kind: 'invite', now: now() })
      : undefined
    const link = hasAccount
      ? new URL('/settings/invitations', siteUrl).href
      : (links.mailLink('invite', token, undefined) ?? signUp())
    await write(trx, { type: 'words', userId: account?.id ?? null, token, to, subject, text, action, link })
  })
}
