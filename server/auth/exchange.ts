import type { Context } from 'hono'
import type { Transaction } from '../db/database'
import { type AccountRow, isFreeAddress, isShutOut, lockById, updateAccount } from './accounts'
import { agreeToAddress, changeKinds } from './addressChange'
import type { AuthContext } from './authContext'
import { AuthError, asEmailExists, emailExists, userBanned, validationFailed } from './authError'
import { removePlantedFactors } from './factorRemoval'
import { takeFormerAddress } from './formerAddresses'
import { attemptsOf, takeAttempts } from './limits'
import { redeemOneTimeToken, type TokenKind } from './oneTimeTokens'
import { endAllSessions } from './sessions'
import { throwOut } from './throwOut'

const kindsOf: ReadonlyMap<string, readonly TokenKind[]> = new Map<string, readonly TokenKind[]>([
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['recovery', ['recovery']],
  ['magiclink', ['magiclink']],
  ['email', ['signup', 'magiclink', 'invite', ...changeKinds]],
  ['email_change', changeKinds],
])

const undoType = 'email_change_undo'

export interface Redeemed {
  account: AccountRow
  codeChallenge: string | null
}

export const expiredToken = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')

const isChange = (kind: TokenKind): kind is (typeof changeKinds)[number] =>
  changeKinds.some(candidate => candidate === kind)

interface Link {
  token: string
  type: string
  email: string | null
}

export const createExchange = (context: AuthContext) => {
  const { run, now } = context

  const lockAccount = async (trx: Transaction, userId: string): Promise<AccountRow> => {
    const account = await lockById(trx, userId)
    if (!account || isShutOut(account, context)) throw userBanned(403)
    return account
  }

  /** A stranger may have added apps, whose codes the owner would need. */
  const dropPlanted = async (trx: Transaction, userId: string, email: string): Promise<void> => {
    const hadPlanted = await removePlantedFactors(trx, userId, { kept: null, now: now() })
    // Without the app, the stranger's sessions would need no second step.
    if (!hadPlanted) return
    await endAllSessions(trx, userId)
    await context.notice(trx, 'factor_removed', { id: userId, email })
  }

  /** Somebody else may know the lost password. */
  const recover = async (trx: Transaction, { id, email }: AccountRow): Promise<void> => {
    await throwOut(trx, id, 'all')
    await dropPlanted(trx, id, email)
  }

  const undoChange = async (trx: Transaction, token: string): Promise<Redeemed> => {
    const { userId, email } = await takeFormerAddress(trx, token, now())
    await lockAccount(trx, userId)
    if (!(await isFreeAddress(trx, { email, userId, now: now() }))) throw emailExists()
    await throwOut(trx, userId, 'none')
    await dropPlanted(trx, userId, email)
    // The author of the change may know the password.
    const values = { email, passwordHash: null, emailConfirmedAt: new Date(now()).toISOString() }
    return { account: await updateAccount(trx, userId, values), codeChallenge: null }
  }

  const redeem = async (
    trx: Transaction,
    token: string,
    type: string,
    email: string | null,
  ): Promise<Redeemed | null> => {
    if (type === undoType) return undoChange(trx, token)
    const kinds = kindsOf.get(type)
    if (!kinds) throw validationFailed('Unsupported verification type')
    const { userId, kind, codeChallenge } = await redeemOneTimeToken(trx, token, kinds, now())
    const account = await lockAccount(trx, userId)
    if (email !== null && email !== (kind === 'email_change_new' ? account.newEmail : account.email))
      throw expiredToken()
    if (isChange(kind)) {
      const changed = await agreeToAddress(trx, context, account, kind)
      return changed && { account: changed, codeChallenge }
    }
    if (kind === 'recovery') await recover(trx, account)
    const emailConfirmedAt = account.emailConfirmedAt ?? new Date(now()).toISOString()
    return { account: await updateAccount(trx, userId, { emailConfirmedAt }), codeChallenge }
  }

  /** One transaction, so that no token is lost. */
  return async <T>(
    c: Context,
    { token, type, email }: Link,
    work: (trx: Transaction, redeemed: Redeemed) => Promise<T>,
  ): Promise<T | null> => {
    await run(trx => takeAttempts(trx, attemptsOf('verify', context.networkOf(c)), now()))
    return run(async trx => {
      const redeemed = await redeem(trx, token, type, email)
      return redeemed && work(trx, redeemed)
    }).catch(error => {
      throw asEmailExists(error)
    })
  }
}
