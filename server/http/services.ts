import type { Context } from 'hono'
import type { AnyResource } from '../../src/schema'
import type { Database } from '../db/database'
import type { LiveEvents } from '../live/LiveEvents'
import type { Log } from '../log'
import type { UserDirectory } from './directory/userDirectory'
import type { FindAccount } from './identity/account'
import type { VerifyToken } from './identity/tokenVerifier'

/** What the API stands on; everything that it does outside itself goes through one of these. */
export interface Services {
  database: Database
  verifyToken: VerifyToken
  /** Asked when a token's owner is seen for the first time. */
  findAccount: FindAccount
  /** Null when nobody gave the API a key to the auth service's accounts: users are then linked when they sign up by themselves. */
  users: UserDirectory | null
  /** The address of the person behind a request. */
  clientAddress: (c: Context) => string
  /** Tells people what others change. */
  live: LiveEvents
  log: Log
  /** The clock, in epoch milliseconds: what availability and holds are compared with. */
  now: () => number
  /** The entities that the API serves. */
  resources: readonly AnyResource[]
  /** Title of the OpenAPI document. */
  productName: string
}
