import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context, Hono } from 'hono'
import { type Body, InvalidBody, isBytesBody } from '../../src/contract'
import type { Actor, Database } from '../db/database'
import { limitsOf } from '../db/rowRules'
import type { About } from '../intake/sharedAnswers'
import { createUploadRoom } from '../intake/uploadRoom'
import { networkOf, networksAround } from '../networkOf'
import { narrowingOf, respond } from './answer'
import { hiddenIn } from './answerWall'
import { publicPaths } from './apiBase'
import { hasCode } from './databaseProblem'
import { requireMemberScopes } from './identity/apiKey'
import { type Caller, callerId, type MemberCaller, type Person, rowCallerOf } from './identity/caller'
import { authorizationOf, CallerChanged } from './identity/callerCache'
import { confirmedEmailOf, createIdentify, type Identified } from './identity/identify'
import { lost } from './identity/recheck'
import { unauthorized } from './identity/tokenVerifier'
import { bothOrErrors, checkParams, paramsReader, readJsonObject, readQuery, readUpload, requireOrder } from './input'
import { invalid, Problem, problemDocument, refusal } from './problem'
import { readAndWriteOf } from './readAndWrite'
import type { Answer, Route } from './route'
import type { Services } from './services'
import type { Asking } from './strangers'

export interface Variables {
  requestId: string
  caller?: Caller | null
  route?: Route
  isOfCrowd?: boolean | undefined
  problem?: string
  failure?: Record<string, unknown> | null
}

export type Environment = { Variables: Variables }

/** `/tenants/{id}` → `/tenants/:id`; `/feeds/{token}.ics` → `/feeds/:token{…\.ics}` */
export const honoPath = (path: string): string =>
  path.replace(/\{(\w+)\}(\.\w+)?/g, (_, name: string, ending?: string) =>
    ending ? `:${name}{[^/]+\\${ending}}` : `:${name}`,
  )

const queryOf = (route: Route, url: string, caller: Caller | null) => {
  const query = readQuery(route.query ?? {}, new URL(url).searchParams, caller?.role ?? null)
  const { from, to, timeZone } = query as Record<string, unknown>
  const zone = typeof timeZone === 'string' ? timeZone : (caller?.tenant?.timeZone ?? 'UTC')
  if (from !== undefined && to !== undefined) requireOrder({ from, to }, zone)
  return query
}

/** The platform for superusers who administer a tenant, and for routes that look beyond the tenant. */
const actorOf = (
  { access, runsAs, beyondRows }: Route,
  caller: Caller | null,
  { resources }: Pick<Services, 'resources'>,
): Actor => {
  const userId = caller?.userId ? { userId: caller.userId } : {}
  const administers = access.who === 'member' && 'param' in access.tenant && caller?.isSuperuser
  const isAboveTenants = runsAs === 'platform' || (administers && runsAs !== 'tenant')
  return access.who === 'member' && caller?.tenant && !isAboveTenants
    ? {
        ...{ as: 'tenant', tenantId: caller.tenant.id, ...userId },
        limits: beyondRows ? null : limitsOf(resources, rowCallerOf(caller)),
      }
    : { as: 'platform', ...userId }
}

/**
 * @param told a body, or a file
 * @throws if a route beyond row rules would reveal records that its caller does not see
 */
const requireSeen = async (
  route: Route,
  caller: Caller | null,
  { database, resources }: Pick<Services, 'resources'> & { database: Database },
  told: unknown,
): Promise<void> => {
  const as = route.beyondRows ? actorOf({ ...route, beyondRows: false }, caller, { resources }) : null
  if (as?.as !== 'tenant' || !as.limits) return
  const hidden = await hiddenIn(told instanceof Response ? await told.clone().text() : told, {
    database,
    resources,
    as,
  })
  if (hidden.length > 0)
    throw new Error(`${route.method} ${route.path} tells of records that rules about rows hide: ${hidden.join(', ')}`)
}

const askingOf = (route: Route, { network, params, query, body }: Parameters<Route['handler']>[0]): Asking => {
  const { fresh, ...asked } = query
  const keyOf = (...more: readonly unknown[]) => JSON.stringify([route.path, params, asked, ...more])
  return {
    network,
    key: route.isShared ? keyOf(body) : null,
    isFresh: fresh !== undefined,
    isWrite: route.method !== 'GET',
    alike: route.refusedAlike ? keyOf(route.refusedAlike(body)) : null,
    token: params.token,
  }
}

const serveStranger = async (
  { strangers, countRead }: Services,
  route: Route,
  request: Parameters<Route['handler']>[0],
  work: (about: About) => Promise<Answer | Response>,
): Promise<Answer | Response> => {
  const { callsPerNetwork, front } = strangers
  if (callsPerNetwork > 0)
    for (const { name, times } of networksAround(request.network))
      countRead?.(`public:${name}`, callsPerNetwork * times)
  if (!front) return work(() => {})
  const answer = await front.serve(askingOf(route, request), work)
  const token = answer instanceof Response ? undefined : (request.params.token ?? route.admits?.(answer.body))
  if (token) front.admit(token)
  return answer
}

const madeFor = (answer: Answer | Response): Answer | Response =>
  !(answer instanceof Response) && typeof answer.body === 'function' ? { ...answer, body: answer.body() } : answer

const rightsOf = (caller: Caller | null) => caller && { ...caller, email: null, name: null }

const bySpecificity = (a: Route, b: Route): number => {
  const key = ({ path }: Route) =>
    path
      .split('/')
      .map(segment => (segment.endsWith('}') ? '2' : segment.startsWith('{') ? '1' : '0'))
      .join('')
  return key(a).localeCompare(key(b))
}

/** Bytes of concurrent uploads. */
const roomForUploads = { all: 128 * 1024 * 1024, ofPerson: 40 * 1024 * 1024 }

interface Sent {
  json?: Readonly<Record<string, unknown>>
}

export const mountRoutes = (app: Hono<Environment>, routes: readonly Route[], services: Services): void => {
  const room = createUploadRoom(roomForUploads)
  const { identify, verify } = createIdentify(services)
  const receive = async (
    c: Context,
    body: Body<unknown>,
    caller: Caller | null,
    sent: Sent,
  ): Promise<{ body: unknown; told: unknown }> => {
    const upload = (maxBytes: number) => readUpload(c.req, { maxBytes, room, person: caller ? callerId(caller) : '' })
    if (isBytesBody(body)) {
      const bytes = await upload(body.maxBytes)
      return { body: bytes, told: createHash('sha256').update(bytes).digest('hex') }
    }
    sent.json = await readJsonObject(
      c.req,
      // A large body counts among the uploads.
      body.maxJson === undefined ? undefined : async () => new TextDecoder().decode(await upload(body.maxJson ?? 0)),
    )
    try {
      return { body: body.read(sent.json), told: sent.json }
    } catch (error) {
      throw error instanceof InvalidBody ? invalid(error.errors) : error
    }
  }
  for (const route of routes.toSorted(bySpecificity)) {
    const narrow = narrowingOf(route.answer.schema, services.resources)
    const paramsOf = paramsReader(route.path)
    const ofStrangers = route.path.startsWith(publicPaths)
    app.on(route.method, honoPath(route.path), async c => {
      c.set('route', route)
      const params = paramsOf(c.req.param() as Record<string, string>)
      const { headers } = c.req.raw
      const ip = services.clientAddress(c)
      const { access, scopes = [], method } = route
      const call = { access, scopes, method, headers, params, ip }
      const identification = await identify(call)
      let received: Promise<Awaited<ReturnType<typeof receive>>> | undefined
      const sent: Sent = {}

      const answer = async ({ caller, check }: Identified): Promise<Response> => {
        c.set('caller', caller)
        const authorization = authorizationOf(services, check, verify)
        const handle = async () => {
          checkParams(route, params)
          const { body: declared } = route
          const receiveOnce = () => {
            if (!declared) return { body: undefined, told: undefined }
            received ??= receive(c, declared, caller, sent)
            return received
          }
          if (isBytesBody(declared)) queryOf(route, c.req.url, caller)
          const [query, { body, told }] = await bothOrErrors(() => queryOf(route, c.req.url, caller), receiveOnce)
          requireMemberScopes(services.apiScopes, caller, body)

          let tellAbout: About = () => {}
          const asked = { method, headers, url: c.req.url, body: told, from: { ip, requestId: c.get('requestId') } }
          const transactions = readAndWriteOf(services, authorization.database, asked)
          const request: Parameters<Route['handler']>[0] = {
            params,
            query,
            body,
            headers,
            // Public routes have no caller, and people's routes no API key.
            caller: caller as Person,
            services: authorization.services,
            network: networkOf(ip),
            confirmedEmail: () => authorization.authorized().then(() => confirmedEmailOf(services, headers)),
            authorized: authorization.authorized,
            mayGoOn: async () =>
              isDeepStrictEqual(rightsOf((await (await identify(call)).fresh()).caller), rightsOf(caller)),
            ...transactions.as(caller, actorOf(route, caller, services)),
            inTenantOf: who => {
              tellAbout(who.tenant.id)
              const limits = limitsOf(services.resources, rowCallerOf(who))
              return transactions.as(who, { as: 'tenant', tenantId: who.tenant.id, limits })
            },
            isRepeated: transactions.isRepeated,
          }
          const serving = ofStrangers
            ? serveStranger(services, route, request, about => {
                tellAbout = about
                return route.handler(request)
              })
            : route.handler(request)
          const answered = await serving.catch(async error => {
            await transactions.forget()
            throw error
          })
          return { answered: madeFor(answered), isRepeated: transactions.isRepeated() }
        }
        const tellAll = async (error: unknown): Promise<never> => {
          const { json } = sent
          const isRefused = error instanceof Problem && error.code === 'validation' && error.options.errors
          if (!route.alsoWrong || !json || !isRefused) throw error
          const others = await route.alsoWrong(json, {
            ...{ params, caller: caller as MemberCaller, services: authorization.services },
            read: work => authorization.database.run(actorOf(route, caller, services), work, { readOnly: true }),
          })
          throw invalid({ ...others, ...error.options.errors }, error)
        }
        const wall = { database: authorization.database, resources: services.resources }
        const tellSeen = async (error: unknown): Promise<never> => {
          if (error instanceof Problem) await requireSeen(route, caller, wall, problemDocument(error))
          throw error
        }
        // Neither an answer nor a refusal leaves before the caller is authorized.
        const { answered, isRepeated } = await handle().catch(tellAll).catch(tellSeen).finally(authorization.authorized)
        await requireSeen(route, caller, wall, answered instanceof Response ? answered : answered.body)
        const told =
          answered instanceof Response || !narrow
            ? answered
            : {
                ...answered,
                body: narrow(answered.body, {
                  ...{ role: caller?.role ?? null, key: caller?.key ?? null },
                  opened: answered.opened,
                }),
              }
        const response = respond(c, told)
        if (isRepeated) response.headers.set('Idempotent-Replayed', 'true')
        return response
      }
      return answer(await identification.cached()).catch(async error => {
        if (hasCode(error, lost.session)) throw unauthorized('The session has ended.', error)
        if (hasCode(error, lost.rights)) {
          await identification.fresh()
          throw refusal('conflict', 'refusal.deadlock', {}, { cause: error })
        }
        if (!(error instanceof CallerChanged)) throw error
        c.set('caller', null)
        return answer(await identification.fresh())
      })
    })
  }
}
