import { hash, verify } from '@node-rs/argon2'
import { AuthError, validationFailed } from './authError'

/** OWASP's first choice for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const minPasswordLength = 8
/** Longer ones are refused, as GoTrue does, so that nobody believes in characters that do not count. */
export const maxPasswordBytes = 72

/** PHC string of argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** What an account without a password is compared with, so that every attempt costs one comparison. */
const nobodysHash = hashPassword('nobody has this password')

/** One hash comparison, whether or not there is such an account: the time taken tells nothing. */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> => {
  const matches = await verify(stored ?? (await nobodysHash), password)
  return matches && stored !== null
}

/** @throws AuthError `weak_password` with its reasons, or `validation_failed` for one that is too long */
export const checkPassword = (password: string): void => {
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw validationFailed(`Password cannot be longer than ${maxPasswordBytes} characters`)
  }
  if (password.length < minPasswordLength) {
    const message = `Password should be at least ${minPasswordLength} characters.`
    throw new AuthError(422, 'weak_password', message, { weak_password: { reasons: ['length'] } })
  }
}
