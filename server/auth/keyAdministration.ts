import { importJWK, SignJWT } from 'jose'
import { sql } from 'kysely'
import * as z from 'zod'
import { MINUTE } from '../../src/time/instant'
import type { AuthContext } from './authContext'
import { accessTokenLifetime } from './sessions'
import { addKey, lockKeys, publishedBeforeMs, settledKeys, signingRow } from './signingKeys'

type KeyContext = Pick<AuthContext, 'run' | 'now' | 'issuer'>

export const serviceRole = 'service_role'

export interface ServiceKey {
  id: string
  name: string
  createdAt: string
  expiresAt: string
}

/** A slow process, or one with a wrong clock, may still sign with an old key. */
const slackMs = 5 * MINUTE

const keys = 'authService.signingKeys'
const serviceKeys = 'authService.serviceKeys'

export const signServiceToken = (
  { issuer, now }: Pick<AuthContext, 'issuer' | 'now'>,
  { kid, privateKey }: { kid: string; privateKey: Parameters<SignJWT['sign']>[0] },
  { expiresAt, id }: { expiresAt: number; id?: string },
): Promise<string> => {
  const token = new SignJWT({ role: serviceRole })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(serviceRole)
    .setIssuedAt(Math.floor(now() / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
  return (id ? token.setJti(id) : token).sign(privateKey)
}

export const keyAdministration = ({ run, now, issuer }: KeyContext) => {
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    /** Older keys stay until their tokens expire. */
    rotate: (): Promise<{ kid: string; signsFrom: string }> =>
      run(async trx => {
        await lockKeys(trx, now())
        const signsFrom = now() + publishedBeforeMs
        const neededUntil = at(signsFrom + accessTokenLifetime * 1000 + slackMs)
        await trx
          .updateTable(keys)
          .set({
            neededUntil: sql`greatest(${neededUntil}::timestamptz,
              (select max(expires_at) from auth_service.service_keys where service_keys.kid = signing_keys.kid))`,
          })
          .where('neededUntil', 'is', null)
          .execute()
        return { kid: await addKey(trx, signsFrom), signsFrom: at(signsFrom) }
      }),
    /** Voids the tokens of other keys at once. */
    revoke: (): Promise<{ kid: string }> =>
      run(async trx => {
        await lockKeys(trx, now())
        await trx.deleteFrom(keys).execute()
        return { kid: await addKey(trx, 0) }
      }),
    createServiceKey: (name: string, lifetimeMs: number): Promise<ServiceKey & { token: string }> =>
      run(async trx => {
        const row = signingRow(await settledKeys(trx, now()), now())
        const expiresAt = now() + lifetimeMs
        const key = (await trx
          .insertInto(serviceKeys)
          .values({ name, kid: row.kid, createdAt: at(now()), expiresAt: at(expiresAt) })
          .returning(['id', 'name', 'createdAt', 'expiresAt'])
          .executeTakeFirstOrThrow()) as ServiceKey
        await trx
          .updateTable(keys)
          .set({ neededUntil: sql`greatest(needed_until, ${at(expiresAt)}::timestamptz)` })
          .where('kid', '=', row.kid)
          .where('neededUntil', 'is not', null)
          .execute()
        const signer = { kid: row.kid, privateKey: await importJWK(row.privateJwk, 'ES256') }
        return { ...key, token: await signServiceToken({ issuer, now }, signer, { expiresAt, id: key.id }) }
      }),
    serviceKeys: (): Promise<ServiceKey[]> =>
      run(trx =>
        trx
          .selectFrom(serviceKeys)
          .select(['id', 'name', 'createdAt', 'expiresAt'])
          .where('expiresAt', '>', at(now()))
          .orderBy('id')
          .$castTo<ServiceKey>()
          .execute(),
      ),
    revokeServiceKey: (id: string): Promise<boolean> =>
      run(async trx => {
        if (!z.guid().safeParse(id).success) return false
        const { numDeletedRows } = await trx.deleteFrom(serviceKeys).where('id', '=', id).executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}
