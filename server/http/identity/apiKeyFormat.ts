import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'sw_'
/** 256 bits. */
const secretLength = 43
const checksumLength = 6
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

const inBase62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

const checksumOf = (secret: string): string => inBase62(BigInt(crc32(secret)), checksumLength)

/** `sw_`, 256 random bits, and a checksum by which scanners recognize a key. */
export const newApiKey = (): string => {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return prefix + secret + checksumOf(secret)
}

export const shownPart = (key: string): string => key.slice(0, 11)

/** Also true for an invalid key. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix)

export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Spares lookups of mistyped and guessed keys. */
export const isWellFormed = (key: string): boolean =>
  pattern.test(key) && key.endsWith(checksumOf(key.slice(prefix.length, -checksumLength)))
