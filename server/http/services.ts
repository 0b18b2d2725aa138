import type { Context } from 'hono'
import type { AnyResource, ApiScopes } from '../../src/schema'
import type { InvitationMails } from '../auth/invitations'
import type { Database } from '../db/database'
import type { Events } from '../events/toldEvent'
import type { FileSettings } from '../files/storedFiles'
import type { Alarm } from '../jobs/jobs'
import type { LiveEvents } from '../live/LiveEvents'
import type { Log } from '../log'
import type { Site } from '../site'
import type { AttemptOptions } from '../webhooks/attempt'
import type { UserDirectory } from './directory/userDirectory'
import type { FindAccount } from './identity/account'
import type { CallerColumns } from './identity/callerColumns'
import type { HasSecondFactor } from './identity/secondFactor'
import type { VerifyToken } from './identity/tokenVerifier'
import type { Front } from './strangers'
import type { Follow } from './unitOfWork'

/** What the API depends on: everything that it does outside itself goes through one of these. */
export interface Services {
  database: Database
  verifyToken: VerifyToken
  /** Called when the owner of a token calls for the first time. */
  findAccount: FindAccount
  /** Asked about tokens whose owner took the first step of signing in only. */
  hasSecondFactor: HasSecondFactor
  /** Whether superusers must sign in with a second step. */
  superusersNeedSecondFactor: boolean
  /** Whether the demo is on, so that its accounts may call. */
  admitsDemo: boolean
  /** Null without a key to the auth service's accounts; users are then linked when they sign up. */
  users: UserDirectory | null
  /** Null if people without an account cannot be mailed; there are no invitations then. */
  invitationMails: InvitationMails | null
  /** The client's IP address. */
  clientAddress: (c: Context) => string
  /** Where uploaded files are kept, and how many. */
  files: FileSettings
  /** Whether pages of other sites show what is stored here. */
  servesOtherSites: boolean
  /** Announces changes to other people in the tenant. */
  live: LiveEvents
  log: Log
  /** The clock, in epoch milliseconds: what availability and holds are compared with. */
  now: () => number
  /** The entities that the API serves. */
  resources: readonly AnyResource[]
  /** What is told of written records. */
  events: Events
  /** What follows from events. */
  follow: Follow | null
  /** Told of work that is due. */
  alarm: Alarm
  /** Where links in mails lead. */
  site: Site
  /** How webhooks are sent. */
  webhooks: AttemptOptions
  /** The product's own columns of a caller. */
  callerColumns: CallerColumns
  /** The scopes of API keys; null where the product has no keys. */
  apiScopes: ApiScopes | null
  /** Called with the id of a key at each of its calls. @throws Problem `rate_limited` */
  countKeyCall?: (keyId: string) => void
  /** Called when somebody reads what an address alone opens. @throws Problem `rate_limited` after `max` in a minute */
  countRead?: (subject: string, max: number) => void
  /** What strangers may do. */
  strangers: {
    /** Calls of one network in a minute; 0 for any number. */
    callsPerNetwork: number
    /** Holds that one network may have at once; 0 for any number. */
    holdsPerNetwork: number
    /** Bookings that one network may confirm in an hour, and waitlist entries that it may make; 0 for any number. */
    confirmsPerNetwork: number
    /** How hard the work is that a hold takes, in bits; 0 for none. */
    powBits: number
    /** Where they are served. */
    front?: Front
  }
  /** Title of the OpenAPI document. */
  productName: string
}
