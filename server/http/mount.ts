import type { Context, Hono } from 'hono'
import type { Actor } from '../db/database'
import { readJsonObject } from './body'
import { type Caller, identify, isUuid } from './identity/caller'
import { notFound } from './problem'
import { readQuery } from './queryParams'
import type { Answer, Route } from './route'
import type { Services } from './services'
import { runUnitOfWork } from './unitOfWork'

export interface Variables {
  requestId: string
  /** For the log; set as soon as it is known. */
  caller?: Caller | null
}

export type Environment = { Variables: Variables }

/** `/tenants/{id}` → `/tenants/:id` */
const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** @throws Problem `not_found` for what cannot be the name of anything */
const checkParams = (route: Route, params: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(params)) {
    const isPossible = route.params?.[name]?.(value) ?? isUuid(value)
    if (!isPossible) throw notFound()
  }
}

/**
 * The database role that a call runs as: the tenant's wherever a call is about one tenant. Superusers who administer a tenant
 * write what its members cannot, and some routes look beyond the tenant.
 */
const actorOf = ({ access, runsAs }: Route, caller: Caller | null): Actor => {
  const userId = caller ? { userId: caller.userId } : {}
  const administers = access.who === 'member' && 'param' in access.tenant && caller?.isSuperuser
  const isAboveTenants = runsAs === 'platform' || (administers && runsAs !== 'tenant')
  return access.who === 'member' && caller?.tenant && !isAboveTenants
    ? { as: 'tenant', tenantId: caller.tenant.id, ...userId }
    : { as: 'platform', ...userId }
}

const respond = (c: Context, answer: Answer | Response): Response => {
  if (answer instanceof Response) return answer
  return answer.status === 204 ? c.body(null, 204, answer.headers) : c.json(answer.body, answer.status, answer.headers)
}

/** Static segments win over parameters: `/users/me` over `/users/{id}`. */
const bySpecificity = (a: Route, b: Route): number => {
  const key = ({ path }: Route) =>
    path
      .split('/')
      .map(segment => (segment.startsWith('{') ? '1' : '0'))
      .join('')
  return key(a).localeCompare(key(b))
}

/** Registers every route of the table: identity, permission and input are settled before its handler runs. */
export const mountRoutes = (app: Hono<Environment>, routes: readonly Route[], services: Services): void => {
  for (const route of routes.toSorted(bySpecificity)) {
    app.on(route.method, honoPath(route.path), async c => {
      const params = c.req.param() as Record<string, string>
      const { headers } = c.req.raw
      const caller = await identify(services, { access: route.access, method: route.method, headers, params })
      c.set('caller', caller)
      checkParams(route, params)
      const query = route.query ? readQuery(route.query, new URL(c.req.url).searchParams) : {}
      const body = route.body?.read(await readJsonObject(c.req))

      const { database, users } = services
      const from = { ip: services.clientAddress(c), requestId: c.get('requestId') }
      const actor = actorOf(route, caller)
      const answer = await route.handler({
        params,
        query,
        body,
        headers,
        // A route that anyone may call has none, and its type says so.
        caller: caller as Caller,
        services,
        read: work => database.run(actor, work),
        write: work => runUnitOfWork({ database, users, actor, caller: caller as Caller, from }, work),
      })
      return respond(c, answer)
    })
  }
}
