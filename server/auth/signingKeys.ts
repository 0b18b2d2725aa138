import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'
import { sql } from 'kysely'
import type { Database } from '../db/database'
import { newToken } from './secrets'

export interface SigningKeys {
  kid: string
  privateKey: Awaited<ReturnType<typeof importJWK>>
  /** What `/.well-known/jwks.json` answers. */
  jwks: JSONWebKeySet
  /** For `jwtVerify`, without asking over HTTP. */
  verify: JWTVerifyGetKey
}

const newKey = async (): Promise<{ kid: string; privateJwk: JWK; publicJwk: JWK }> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = newToken().slice(0, 16)
  const common = { kid, alg: 'ES256', use: 'sig' }
  return {
    kid,
    privateJwk: { ...(await exportJWK(privateKey)), ...common },
    publicJwk: { ...(await exportJWK(publicKey)), ...common },
  }
}

/** The keys in the database; the first one is made at the first start. The oldest signs, all verify. */
export const loadSigningKeys = async (database: Database): Promise<SigningKeys> => {
  const fresh = await newKey()
  const rows = await database.run({ as: 'auth' }, async trx => {
    // Two processes may start at once, and must agree on one key.
    await sql`lock table auth_service.signing_keys in exclusive mode`.execute(trx)
    const found = await trx.selectFrom('authService.signingKeys').selectAll().orderBy('createdAt').execute()
    if (found.length > 0) return found as { kid: string; privateJwk: JWK; publicJwk: JWK }[]
    await trx
      .insertInto('authService.signingKeys')
      .values({
        kid: fresh.kid,
        privateJwk: JSON.stringify(fresh.privateJwk),
        publicJwk: JSON.stringify(fresh.publicJwk),
      })
      .execute()
    return [fresh]
  })
  const [first] = rows
  if (!first) throw new Error('There is no signing key.')
  const jwks = { keys: rows.map(({ publicJwk }) => publicJwk) }
  return {
    kid: first.kid,
    privateKey: await importJWK(first.privateJwk, 'ES256'),
    jwks,
    verify: createLocalJWKSet(jwks),
  }
}
