import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** For secrets that the product must read again. The key is not in the database. */
export interface Sealer {
  /** @param purpose the only one for which the sealed text opens */
  seal: (secret: string, purpose: string) => string
  /** @throws for another key or purpose */
  open: (sealed: string, purpose: string) => string
}

const algorithm = 'aes-256-gcm'

/** @param key 32 bytes; null stores plain text */
export const createSealer = (key: Buffer | null): Sealer => ({
  seal: (secret, purpose) => {
    if (!key) return `plain:${secret}`
    const nonce = randomBytes(12)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return `v1:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`
  },
  open: (sealed, purpose) => {
    if (sealed.startsWith('plain:')) return sealed.slice('plain:'.length)
    if (!key) throw new Error('This secret was sealed with SECRETS_KEY, and there is none now.')
    const bytes = Buffer.from(sealed.slice('v1:'.length), 'base64')
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  },
})
