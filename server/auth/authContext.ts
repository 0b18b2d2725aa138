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
  to?: string
  c?: Context
  newEmail?: string
  undoLink?: string | null
}

export interface AuthContext extends Admission {
  issuer: string
  issuerName: string
  confirmEmail: boolean
  /** Who may sign up while sign-up is closed; null if it is open. */
  mayStillSignUp: ((email: string) => Promise<boolean> | boolean) | null
  keys: SigningKeys
  sessionLimits: SessionLimits
  links: Links
  log: Log
  writeMail: (trx: Transaction, mail: WrittenMail) => Promise<void>
  /** Called in the transaction that makes the link; sent after the commit. */
  mail: (trx: Transaction, mail: MailRequest) => Promise<void>
  notice: (
    trx: Transaction,
    kind: NoticeKind,
    account: { id: string; email: string },
    details?: NoticeDetails,
  ) => Promise<void>
  networkOf: (c: Context) => string
  /** Retries after a deadlock. */
  run: <T>(work: (trx: Transaction) => Promise<T>) => Promise<T>
  wait: (ms: number) => Promise<void>
  /** Runs after the answer, whose duration must not reveal whether an account exists. */
  later: (work: () => Promise<void>) => void
}
