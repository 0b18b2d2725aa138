import type { Context } from 'hono'
import type { Transaction } from '../db/database'
import type { Log } from '../log'
import type { Links } from './links'
import type { MailToken } from './mails'
import type { SigningKeys } from './signingKeys'

/** What the parts of the auth service share. */
export interface AuthContext {
  issuer: string
  /** Sign-ups and new addresses wait for a link in a mail. */
  confirmEmail: boolean
  keys: SigningKeys
  links: Links
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  mail: MailToken
  /** The network of the person behind a request, as limits count it. */
  networkOf: (c: Context) => string
  /** Runs `work` in one transaction on the service's own schema; twice when it met a deadlock. */
  run: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>
  /** Does `work` after the answer, so that the time taken does not tell whether there is an account. */
  later: (work: () => Promise<void>) => void
}
