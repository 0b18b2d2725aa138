import type { Context } from 'hono'
import type { AnyResource, ApiScopes } from '../../src/schema'
import type { InvitationMails } from '../auth/invitations'
import type { Database } from '../db/database'
import type { Events } from '../events/events'
import type { FileSettings } from '../files/storedFiles'
import type { Alarm } from '../jobs/jobs'
import type { LiveEvents } from '../live/LiveEvents'
import type { Log } from '../log'
import type { OwnConfig } from '../own'
import type { Site } from '../site'
import type { AttemptOptions } from '../webhooks/attempt'
import type { UserDirectory } from './directory/userDirectory'
import type { FindAccount, HasSecondFactor } from './identity/account'
import type { CallerColumns } from './identity/caller'
import type { Identity, VerifyToken } from './identity/tokenVerifier'
import type { Front } from './strangers'
import type { Follow, UnitOfWork } from './unitOfWork'

/** Makes an abandoned job due again. @returns the queue to wake */
export type Redrive = (unit: UnitOfWork, tenantId: string, subjectId: string) => Promise<string | null>

/** The dependencies of the API's handlers, and their only ways outside. */
export interface Services {
  database: Database
  verifyToken: VerifyToken
  findAccount: FindAccount
  hasSecondFactor: HasSecondFactor
  /** Epoch milliseconds of the sign-in, or of the last proof that the session's user owns the account. */
  provedAt: (session: Pick<Identity, 'sessionId' | 'signedInAt'>) => Promise<number>
  superusersNeedSecondFactor: boolean
  admitsDemo: boolean
  /** Null without access to accounts. */
  users: UserDirectory | null
  invitationMails: InvitationMails | null
  clientAddress: (c: Context) => string
  files: FileSettings
  servesOtherSites: boolean
  live: LiveEvents
  log: Log
  /** Epoch milliseconds. */
  now: () => number
  resources: readonly AnyResource[]
  events: Events
  follow: Follow | null
  alarm: Alarm
  redrives: Readonly<Record<string, Redrive>>
  site: Site
  webhooks: AttemptOptions
  callerColumns: CallerColumns
  apiScopes: ApiScopes | null
  /** @throws Problem `rate_limited` */
  countKeyCall?: (keyId: string) => void
  /** @throws Problem `rate_limited` after `max` in a minute */
  countRead?: (subject: string, max: number) => void
  strangers: {
    callsPerNetwork: number
    front?: Front
  }
  /** By key: `resources.rooms.fields.name`. */
  labels: readonly Readonly<Record<string, string>>[]
  own: OwnConfig
  productName: string
}
