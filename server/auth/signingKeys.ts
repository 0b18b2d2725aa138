import {
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'
import { sql } from 'kysely'
import { MINUTE } from '../../src/time/instant'
import type { Transaction } from '../db/database'
import type { AuthContext } from './authContext'
import { newToken } from './secrets'

export interface Signer {
  kid: string
  privateKey: Awaited<ReturnType<typeof importJWK>>
}

export interface SigningKeys {
  signer: () => Signer
  jwks: () => JSONWebKeySet
  verify: JWTVerifyGetKey
  reload: () => Promise<void>
}

export interface SigningKeyRow {
  kid: string
  privateJwk: JWK
  publicJwk: JWK
  signsFrom: string
  /** When its last token expires; null until a newer key signs. */
  neededUntil: string | null
}

/** Longer than any process or cache keeps an old list. */
export const publishedBeforeMs = 10 * MINUTE
export const reloadEveryMs = MINUTE
/** Limits lookups, since anybody can invent key ids. */
const lookAgainAfterMs = 5_000

const table = 'authService.signingKeys'

const generateKey = async (): Promise<Pick<SigningKeyRow, 'kid' | 'privateJwk' | 'publicJwk'>> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const kid = newToken().slice(0, 16)
  const common = { kid, alg: 'ES256', use: 'sig' }
  return {
    kid,
    privateJwk: { ...(await exportJWK(privateKey)), ...common },
    publicJwk: { ...(await exportJWK(publicKey)), ...common },
  }
}

/** Locks until the transaction ends. @returns latest first */
export const lockKeys = async (trx: Transaction, now: number): Promise<SigningKeyRow[]> => {
  await sql`lock table auth_service.signing_keys in exclusive mode`.execute(trx)
  return findKeys(trx, now)
}

const findKeys = (trx: Transaction, now: number): Promise<SigningKeyRow[]> =>
  trx
    .selectFrom(table)
    .selectAll()
    .where(({ eb, or }) => or([eb('neededUntil', 'is', null), eb('neededUntil', '>', new Date(now).toISOString())]))
    .orderBy('signsFrom', 'desc')
    .orderBy('createdAt')
    .$castTo<SigningKeyRow>()
    .execute()

export const addKey = async (trx: Transaction, signsFrom: number): Promise<string> => {
  const { kid, privateJwk, publicJwk } = await generateKey()
  await trx
    .insertInto(table)
    .values({
      kid,
      privateJwk: JSON.stringify(privateJwk),
      publicJwk: JSON.stringify(publicJwk),
      signsFrom: new Date(signsFrom).toISOString(),
    })
    .execute()
  return kid
}

export const signingRow = <Row extends Pick<SigningKeyRow, 'signsFrom'>>(rows: readonly Row[], now: number): Row => {
  const row = rows.find(({ signsFrom }) => Date.parse(signsFrom) <= now)
  if (!row) throw new Error('There is no signing key.')
  return row
}

/** Parallel starts agree on the first key. */
export const settledKeys = async (trx: Transaction, now: number): Promise<SigningKeyRow[]> => {
  const found = await findKeys(trx, now)
  if (found.length > 0) return found
  if ((await lockKeys(trx, now)).length === 0) await addKey(trx, 0)
  return findKeys(trx, now)
}

const importKeys = async (rows: readonly SigningKeyRow[]) => {
  const jwks = { keys: rows.map(({ publicJwk }) => publicJwk) }
  const importSigner = async ({ kid, privateJwk, signsFrom }: SigningKeyRow) => ({
    kid,
    signsFrom,
    privateKey: await importJWK(privateJwk, 'ES256'),
  })
  return { jwks, signers: await Promise.all(rows.map(importSigner)), verify: createLocalJWKSet(jwks) }
}

export const loadSigningKeys = async ({ run, now }: Pick<AuthContext, 'run' | 'now'>): Promise<SigningKeys> => {
  const readKeys = () => run(trx => settledKeys(trx, now()))
  let loaded = await importKeys(await readKeys())
  let lookedAt = Number.NEGATIVE_INFINITY
  const reload = async () => {
    loaded = await importKeys(await readKeys())
  }
  return {
    signer: () => signingRow(loaded.signers, now()),
    jwks: () => loaded.jwks,
    verify: async (header, token) => {
      try {
        return await loaded.verify(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || now() - lookedAt < lookAgainAfterMs) throw error
        lookedAt = now()
        await reload()
        return loaded.verify(header, token)
      }
    },
    reload,
  }
}
