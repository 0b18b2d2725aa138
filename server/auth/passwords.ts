import { hash, verify } from '@node-rs/argon2'
import { AuthError, validationFailed } from './authError'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const minPasswordLength = 8
/** GoTrue's limit. */
export const maxPasswordBytes = 72

export const hashPassword = (password: string): Promise<string> => hash(password, options)

const nobodysHash = hashPassword('nobody has this password')

/** Always verifies a hash, since the duration must not reveal whether an account exists. */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> => {
  const matches = await verify(stored ?? (await nobodysHash), password)
  return matches && stored !== null
}

const weak = (reason: 'length' | 'pwned', message: string) =>
  new AuthError(422, 'weak_password', message, { weak_password: { reasons: [reason] } })

/** Takes 0.1 s and 10 MB, so a start loads it while its database opens. */
export const loadGuesses = () => import('./guessable')

/**
 * @param about facts that a guesser knows
 * @throws AuthError `weak_password` with reasons, or `validation_failed`
 */
export const checkPassword = async (password: string, about: readonly string[]): Promise<void> => {
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw validationFailed(`Password cannot be longer than ${maxPasswordBytes} characters`)
  }
  if (password.length < minPasswordLength) {
    throw weak('length', `Password should be at least ${minPasswordLength} characters.`)
  }
  const { isGuessable } = await loadGuesses()
  if (isGuessable(password, about)) {
    throw weak('pwned', 'Password is known to be weak and easy to guess, please choose a different one.')
  }
}
