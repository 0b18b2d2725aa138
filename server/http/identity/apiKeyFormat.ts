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

/** A new API key: `sw_`, 256 random bits, and a checksum by which scanners recognize a key. */
export const newApiKey = (): string => {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)
  return prefix + secret + checksumOf(secret)
}

/** The beginning, by which people recognize a key. */
export const shownPart = (key: string): string => key.slice(0, 11)

/** Whether a bearer token is meant as an API key, valid or not. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix)

/** The stored form of a key: its SHA-256. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Whether format and checksum are right. Mistyped and guessed keys are not looked up. */
export const isWellFormed = (key: string): boolean =>
  pattern.test(key) && key.endsWith(checksumOf(key.slice(prefix.length, -checksumLength)))
