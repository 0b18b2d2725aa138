import { type AuthService, createAuthService } from '../../../server/auth/createAuthService'
import type { Database } from '../../../server/db/database'

/** The auth service on a database, for tests that send no mail and watch no log. */
export const authServiceOn = (
  database: Database,
  { confirmEmail, admitsDemo }: { confirmEmail: boolean; admitsDemo: boolean },
): Promise<AuthService> =>
  createAuthService({
    ...{ database, confirmEmail, admitsDemo },
    issuer: 'http://localhost/auth/v1',
    siteUrl: 'http://localhost',
    isOwnOrigin: () => false,
    transport: { send: async () => {}, close: () => {} },
    productName: 'Slotwise',
    clientAddress: () => '127.0.0.1',
    log: () => {},
  })
