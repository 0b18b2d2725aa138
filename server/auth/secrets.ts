import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** A fast hash suffices, since tokens cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const keyOf = (token: string): Buffer => createHash('sha256').update(`seal:${token}`).digest()

/** Only the holder of `token` can read the text. */
export const seal = (text: string, token: string): Buffer => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export const unseal = (sealed: Uint8Array, token: string): string => {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}

/** RFC 7636 §4.6. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
