import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { type AccountRow, lockById } from '../accounts'
import type { AuthContext } from '../authContext'
import { AuthError, validationFailed } from '../authError'
import { authenticate } from '../bearer'
import { issueChallenge, redeemChallenge } from '../challenges'
import { removeFactor } from '../factorRemoval'
import {
  acceptCode,
  deleteGivenUp,
  type FactorRow,
  findFactor,
  findFactors,
  insertFactor,
  maxFactors,
} from '../factors'
import type { Attempt } from '../limits'
import { createRaise } from '../raise'
import { requireRecent } from '../reauthentication'
import { readBody, text } from '../requestBody'
import { newTotp, stepOf } from '../totp'

const enrolment = z.object({
  factor_type: text.nullish(),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
})
const verification = z.object({ challenge_id: text.nullish(), code: text.nullish() })

const isId = (value: string): boolean => z.guid().safeParse(value).success

const factorIdOf = (c: Context): string => {
  const id = c.req.param('id') ?? ''
  if (!isId(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  return id
}

const requireTotp = (type: string | null | undefined): void => {
  if (type === 'totp') return
  if (type === 'phone') {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  }
  if (type === 'webauthn') {
    throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
  }
  throw validationFailed('factor_type needs to be totp, phone, or webauthn')
}

const requireRoom = (factors: readonly FactorRow[], name: string, isAal2: boolean): void => {
  if (name !== '' && factors.some(({ friendlyName }) => friendlyName === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw new AuthError(422, 'mfa_factor_name_conflict', message)
  }
  if (factors.length >= maxFactors) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
  }
  if (factors.some(({ isVerified }) => isVerified) && !isAal2) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}

const wrongCode = () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')

export const createFactorAdministration = ({ run, notice }: AuthContext) => ({
  remove: async (account: AccountRow, factorId: string): Promise<void> => {
    await run(async trx => {
      await lockById(trx, account.id)
      const found = await findFactor(trx, account.id, factorId)
      await removeFactor(trx, account.id, found)
      if (found.isVerified) await notice(trx, 'factor_removed', account)
    })
  },
})

export const factorEndpoints = (context: AuthContext): Hono => {
  const { run, now, networkOf, notice } = context

  const raise = createRaise(context)

  const enrol = async (c: Context) => {
    const signedIn = await authenticate(context, c)
    const { account, sessionId, isAal2 } = signedIn
    const body = await readBody(c, enrolment)
    requireTotp(body.factor_type)
    const friendlyName = body.friendly_name?.trim() ?? ''
    const { secret, uri, svg } = newTotp(body.issuer || context.issuerName, account.email)
    const factor = await run(async trx => {
      await lockById(trx, account.id)
      await deleteGivenUp(trx, account.id, now())
      requireRoom(await findFactors(trx, account.id), friendlyName, isAal2)
      requireRecent(signedIn, now())
      return insertFactor(trx, { userId: account.id, friendlyName, secret, enrolledBy: sessionId, now: now() })
    })
    return c.json({
      id: factor.id,
      type: 'totp',
      friendly_name: friendlyName,
      totp: { qr_code: svg, secret, uri },
    })
  }

  const challenge = async (c: Context) => {
    const { account } = await authenticate(context, c)
    const factorId = factorIdOf(c)
    const { id, expiresAt } = await run(async trx => {
      await findFactor(trx, account.id, factorId)
      return issueChallenge(trx, { factorId, network: networkOf(c), now: now() })
    })
    return c.json({ id, type: 'totp', expires_at: Math.floor(expiresAt / 1000) })
  }

  const verify = async (c: Context) => {
    const signedIn = await authenticate(context, c)
    const { account } = signedIn
    const factorId = factorIdOf(c)
    const { code, challenge_id: challengeId } = await readBody(c, verification)
    const factor = await run(trx => findFactor(trx, account.id, factorId))
    if (!code) throw validationFailed('Code needs to be non-empty')
    if (!challengeId || !isId(challengeId)) throw validationFailed('challenge_id must be an UUID')
    if (!factor.isVerified) requireRecent(signedIn, now())
    const guesses: Attempt[] = [
      { limit: 'code', subject: account.id },
      { limit: 'codeDay', subject: account.id },
    ]
    const session = await raise(c, signedIn, guesses, async trx => {
      const current = await findFactor(trx, account.id, factorId)
      await redeemChallenge(trx, { id: challengeId, factorId, network: networkOf(c), now: now() })
      const step = stepOf(code.trim(), current.secret, now())
      if (step === null || (current.lastStep !== null && step <= Number(current.lastStep))) throw wrongCode()
      await acceptCode(trx, current, step, now())
      if (!current.isVerified) await notice(trx, 'factor_added', account, { c })
      return { method: 'totp', factorId }
    })
    return c.json(session)
  }

  const unenrol = async (c: Context) => {
    const signedIn = await authenticate(context, c)
    const { account, isAal2 } = signedIn
    const factorId = factorIdOf(c)
    await run(async trx => {
      await lockById(trx, account.id)
      const found = await findFactor(trx, account.id, factorId)
      if (found.isVerified && !isAal2) {
        throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      }
      if (found.isVerified) requireRecent(signedIn, now())
      await removeFactor(trx, account.id, found)
      if (found.isVerified) await notice(trx, 'factor_removed', account, { c })
    })
    return c.json({ id: factorId })
  }

  return new Hono()
    .post('/factors', enrol)
    .post('/factors/:id/challenge', challenge)
    .post('/factors/:id/verify', verify)
    .delete('/factors/:id', unenrol)
}
