import type { Context } from 'hono'
import type { Transaction } from '../db/database'
import type { Log } from '../log'
import type { Admission } from './accounts'
import type { Links } from './links'
import type { MailRequest, WrittenMail } from './mails'
import type { NoticeKind } from './mailTexts'
import type { SessionLimits } from './sessionLimits'
import type { SigningKeys } from './signingKeys'

export interface NoticeDetails {
  /** The address to notify, if it is not the account's current one. */
  to?: string
  /** The request that caused it. The mail names its device and network. */
  c?: Context
  newEmail?: string
  undoLink?: string | null
}

export interface AuthContext extends Admission {
  issuer: string
  /** The default issuer in authenticator apps. */
  issuerName: string
  /** Sign-ups and new addresses must then be confirmed by a mailed link. */
  confirmEmail: boolean
  /** Who may sign up where sign-up is closed; null where it is open. */
  mayStillSignUp: ((email: string) => Promise<boolean> | boolean) | null
  keys: SigningKeys
  sessionLimits: SessionLimits
  links: Links
  log: Log
  writeMail: (trx: Transaction, mail: WrittenMail) => Promise<void>
  /** Writes a mail in the transaction that creates its link. It goes out after the commit. */
  mail: (trx: Transaction, mail: MailRequest) => Promise<void>
  /** Notifies an account's owner in their language, after the commit. */
  notice: (
    trx: Transaction,
    kind: NoticeKind,
    account: { id: string; email: string },
    details?: NoticeDetails,
  ) => Promise<void>
  /** The client's network as rate limits count it. */
  networkOf: (c: Context) => string
  /** Runs `work` in one transaction on the service's own schema, and again after a deadlock. */
  run: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>
  wait: (ms: number) => Promise<void>
  /** Does `work` after the answer, so that timing does not reveal whether there is an account. */
  later: (work: () => Promise<void>) => void
}
