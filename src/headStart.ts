import { keptSession, sessionStorageOf } from './authProvider/keptSession'
import { needsSecondStep } from './authProvider/secondStep'
import { config } from './config'
import { mePath } from './dataProvider/fetchMe'
import { callHeaders, giveHeadStart } from './dataProvider/headStart'
import { firstTenantsPath } from './tenant/fetchTenants'
import { resolveHost } from './tenant/host'
import { readChoice } from './tenant/tenantChoice'
import { MINUTE } from './time/instant'

/** Milliseconds; auth-js first renews a session that ends sooner. */
const renewedBefore = 1.5 * MINUTE

const chosenTenant = (userId: string, host: string): string | null => {
  const choice = readChoice()
  const isByHost = resolveHost(host, config.mainDomain).mode === 'subdomain'
  return !isByHost && choice?.userId === userId ? choice.tenantId : null
}

/**
 * Requests the user, their tenants and the page's list while the application loads (server/web/preloads.ts).
 * @param list paths and queries, separated by spaces
 */
export const begin = (list: string | undefined, host = location.host): void => {
  const session = keptSession(sessionStorageOf(config.mainDomain))
  const lasts = (session?.expires_at ?? 0) * 1000 - Date.now() > renewedBefore
  // The application asks after renewal.
  if (!session || !lasts || needsSecondStep(session)) return
  const token = session.access_token
  const tenantId = chosenTenant(session.user.id, host)
  const ask = (path: string, tenant: string | null) => giveHeadStart([config.apiUrl + path], callHeaders(token, tenant))
  ask(mePath, null)
  if (tenantId) for (const path of list ? list.split(' ') : []) ask(path, tenantId)
  ask(firstTenantsPath, null)
}

try {
  const { list } = document.currentScript?.dataset ?? {}
  begin(list)
} catch {
  // The application retries and reports.
}
