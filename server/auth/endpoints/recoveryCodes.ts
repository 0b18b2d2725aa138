import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { lockById } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, validationFailed } from '../authError'
import { authenticate } from '../bearer'
import { hasVerifiedFactor } from '../factors'
import { createRaise } from '../raise'
import { requireRecent } from '../reauthentication'
import { recoveryCodesLeft, redeemRecoveryCode, renewRecoveryCodes } from '../recoveryCodes'
import { readBody, text } from '../requestBody'

const recovery = z.object({ code: text.nullish() })

/** Not part of Supabase's protocol. */
export const recoveryCodeEndpoints = (context: AuthContext): Hono => {
  const { run, now, notice } = context
  const raise = createRaise(context)

  const renewCodes = async (c: Context) => {
    const signedIn = await authenticate(context, c)
    const { account, isAal2 } = signedIn
    if (!isAal2) throw new AuthError(403, 'insufficient_aal', 'AAL2 required to make recovery codes')
    requireRecent(signedIn, now())
    const codes = await run(async trx => {
      await lockById(trx, account.id)
      if (!(await hasVerifiedFactor(trx, account.id))) {
        throw new AuthError(422, 'mfa_factor_not_found', 'Recovery codes need a verified factor')
      }
      await notice(trx, 'recovery_codes_made', account, { c })
      return renewRecoveryCodes(trx, account.id, now())
    })
    return c.json({ codes })
  }

  const useCode = async (c: Context) => {
    const signedIn = await authenticate(context, c)
    const { account } = signedIn
    const { code } = await readBody(c, recovery)
    if (!code) throw validationFailed('Code needs to be non-empty')
    const session = await raise(c, signedIn, [{ limit: 'recoveryCode', subject: account.id }], async trx => {
      if (!(await redeemRecoveryCode(trx, account.id, code, now()))) {
        throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
      }
      await notice(trx, 'recovery_code_used', account, { c })
      return { method: 'recovery_code', factorId: null }
    })
    return c.json(session)
  }

  return new Hono()
    .get('/recovery-codes', async c => {
      const { account } = await authenticate(context, c)
      const { remaining, createdAt } = await run(trx => recoveryCodesLeft(trx, account.id))
      return c.json({ remaining, created_at: createdAt })
    })
    .post('/recovery-codes', renewCodes)
    .post('/recovery-codes/verify', useCode)
}
