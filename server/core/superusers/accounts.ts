import { findByEmail, insertAccount, isShutOut, updateAccount } from '../../auth/accounts'
import { issueOneTimeToken } from '../../auth/oneTimeTokens'
import type { Database } from '../../db/database'
import { type SupabaseProject, supabaseClient } from '../../supabaseClient'
import type { SuperuserAccounts } from './superusers'

export const embeddedAccounts = (database: Database, now: () => number = Date.now): SuperuserAccounts => ({
  prepare: (email, { wantsLink }) =>
    database.run({ as: 'auth' }, async trx => {
      const account =
        (await findByEmail(trx, email)) ??
        (await insertAccount(trx, { email, invitedAt: new Date(now()).toISOString() }, now()))
      if (!account) throw new Error(`${email} is kept for an account that had it before.`)
      if (account.isDemo) throw new Error(`${email} is a demo account: its password stands in the README.`)
      if (isShutOut(account, { now, admitsDemo: false })) throw new Error(`The account of ${email} is shut out.`)
      // Without a confirmed address, the person who signed up may not own it.
      if (!account.emailConfirmedAt) await updateAccount(trx, account.id, { passwordHash: null })
      const hasPassword = account.passwordHash !== null && account.emailConfirmedAt !== null
      const type = hasPassword ? 'recovery' : 'invite'
      if (type === 'recovery' && !wantsLink) return { authId: account.id, token: null }
      const hash = await issueOneTimeToken(trx, { userId: account.id, kind: type, now: now() })
      return { authId: account.id, token: { hash, type } }
    }),
})

/** A project does not reveal whether an account has a password, so there is always a link. */
export const hostedAccounts = (project: SupabaseProject): SuperuserAccounts => {
  const { admin } = supabaseClient(project, 10_000).auth
  const linkOf = async (email: string, type: 'invite' | 'recovery') => {
    const { data, error } = await admin.generateLink({ type, email })
    if (error?.code === 'email_exists') return null
    if (error) throw new Error(`SUPABASE_URL: the project answered ${error.code ?? error.status ?? error.message}`)
    return { authId: data.user.id, token: { hash: data.properties.hashed_token, type } }
  }
  return {
    prepare: async email => {
      const made = (await linkOf(email, 'invite')) ?? (await linkOf(email, 'recovery'))
      if (!made) throw new Error(`SUPABASE_URL: the project makes no link for ${email}.`)
      return made
    },
  }
}
