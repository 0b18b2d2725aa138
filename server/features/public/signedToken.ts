import { createHmac, timingSafeEqual } from 'node:crypto'

const idBytes = 16
/** 160 bits. */
const codeBytes = 20

/** The size of a signed token with this many ids, before base64url. */
export const tokenBytes = (ids: number): number => ids * idBytes + codeBytes

const codeOf = (secret: string, message: string): Buffer =>
  createHmac('sha256', secret).update(message).digest().subarray(0, codeBytes)

/** Makes a token for a link, in base64url: ids, and a code that only the secret can derive from the message. */
export const signedToken = (ids: readonly string[], secret: string, message: string): string =>
  Buffer.concat([...ids.map(id => Buffer.from(id.replaceAll('-', ''), 'hex')), codeOf(secret, message)]).toString(
    'base64url',
  )

const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

interface ReadToken<Ids extends readonly string[]> {
  /** Unverified. */
  ids: Ids
  isOf: (secret: string, message: string) => boolean
}

/**
 * Makes a reader of signed tokens with `count` ids. It returns null for malformed tokens.
 *
 * @example
 * const readToken = readerOfTokens<[roomId: string]>(1)
 * const isValid = readToken(token)?.isOf(secret, message) ?? false
 */
export const readerOfTokens =
  <Ids extends readonly string[]>(count: Ids['length']) =>
  (token: string): ReadToken<Ids> | null => {
    if (token.length !== Math.ceil((tokenBytes(count) * 8) / 6) || !/^[\w-]*$/.test(token)) return null
    const bytes = Buffer.from(token, 'base64url')
    return {
      ids: Array.from({ length: count }, (_, at) =>
        idOf(bytes.subarray(at * idBytes, (at + 1) * idBytes)),
      ) as readonly string[] as Ids,
      isOf: (secret, message) => timingSafeEqual(bytes.subarray(count * idBytes), codeOf(secret, message)),
    }
  }
