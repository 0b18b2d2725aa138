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
  /** Defaults to the account's current address. */
  to?: string
  /** The mail names this request's device and network. */
  c?: Context
  newEmail?: string
  undoLink?: string | null
}

export interface AuthContext extends Admission {
  issuer: string
  /** The default issuer in authenticator apps. */
  issuerName: string
  /** Requires a mailed confirmation of sign-ups and new addresses. */
  confirmEmail: boolean
  /** Admits to a closed sign-up; null where it is open. */
  mayStillSignUp: ((email: string) => Promise<boolean> | boolean) | null
  keys: SigningKeys
  sessionLimits: SessionLimits
  links: Links
  log: Log
  writeMail: (trx: Transaction, mail: WrittenMail) => Promise<void>
  /** Writes a mail in the transaction that creates its link. It goes out after the commit. */
  mail: (trx: Transaction, mail: MailRequest) => Promise<void>
  /** In the owner's language, after the commit. */
  notice: (
    trx: Transaction,
    kind: NoticeKind,
    account: { id: string; email: string },
    details?: NoticeDetails,
  ) => Promise<void>
  networkOf: (c: Context) => string
  /** One transaction on the service's own schema, repeated after a deadlock. */
  run: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>
  wait: (ms: number) => Promise<void>
  /** After the answer, so that timing does not reveal whether there is an account. */
  later: (work: () => Promise<void>) => void
}
