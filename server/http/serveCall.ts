import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { type Body, InvalidBody, isBytesBody } from '../../src/contract'
import type { Actor, Database } from '../db/database'
import { limitsOf } from '../db/rowRules'
import type { About } from '../intake/sharedAnswers'
import type { UploadRoom } from '../intake/uploadRoom'
import { networkOf, networksAround } from '../networkOf'
import { type narrowingOf, respond } from './answer'
import { hiddenIn } from './answerWall'
import { publicPaths } from './apiBase'
import { hasCode } from './databaseProblem'
import type { Environment } from './environment'
import { requireMemberScopes } from './identity/apiKey'
import { type Caller, callerId, type MemberCaller, type Person, rowCallerOf } from './identity/caller'
import { type Authorization, authorizationOf, CallerChanged } from './identity/callerCache'
import { confirmedEmailOf, type createIdentify, type Identification, type Identified } from './identity/identify'
import { lost } from './identity/recheck'
import { unauthorized } from './identity/tokenVerifier'
import {
  bothOrErrors,
  checkParams,
  type paramsReader,
  readJsonObject,
  readQuery,
  readUpload,
  requireOrder,
} from './input'
import { invalid, Problem, problemDocument, refusal } from './problem'
import { readAndWriteOf } from './readAndWrite'
import type { Answer, Route } from './route'
import type { Services } from './services'
import type { Asking } from './strangers'

type Request = Parameters<Route['handler']>[0]
type Served = Answer | Response

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

const askingOf = (route: Route, { network, params, query, body }: Request): Asking => {
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
  request: Request,
  work: (about: About) => Promise<Served>,
): Promise<Served> => {
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

const madeFor = (answer: Served): Served =>
  !(answer instanceof Response) && typeof answer.body === 'function' ? { ...answer, body: answer.body() } : answer

const rightsOf = (caller: Caller | null) => caller && { ...caller, email: null, name: null }

interface Received {
  body: unknown
  /** Stands for the body when a repeated call is compared. */
  told: unknown
}

/** What the calls of a route share. */
export interface Mounted extends ReturnType<typeof createIdentify> {
  route: Route
  services: Services
  room: UploadRoom
  paramsOf: ReturnType<typeof paramsReader>
  narrow: ReturnType<typeof narrowingOf>
}

/** One call, which is answered again if its caller has changed; its body is read once. */
interface Call extends Mounted {
  c: Context<Environment>
  params: Record<string, string>
  ip: string
  identifyCaller: () => Promise<Identification>
  /** The JSON body, also if it is refused. */
  json?: Readonly<Record<string, unknown>>
  received?: Promise<Received>
}

interface Answering extends Authorization {
  caller: Caller | null
}

const receive = async (call: Call, body: Body<unknown>, caller: Caller | null): Promise<Received> => {
  const { c, room } = call
  const upload = (maxBytes: number) => readUpload(c.req, { maxBytes, room, person: caller ? callerId(caller) : '' })
  if (isBytesBody(body)) {
    const bytes = await upload(body.maxBytes)
    return { body: bytes, told: createHash('sha256').update(bytes).digest('hex') }
  }
  const { maxJson } = body
  // A large body counts among the uploads.
  const receiveLarge = maxJson === undefined ? undefined : async () => new TextDecoder().decode(await upload(maxJson))
  const json = await readJsonObject(c.req, receiveLarge)
  call.json = json
  try {
    return { body: body.read(json), told: json }
  } catch (error) {
    throw error instanceof InvalidBody ? invalid(error.errors) : error
  }
}

const inputOf = async (call: Call, caller: Caller | null) => {
  const { c, route, params } = call
  checkParams(route, params)
  const receiveOnce = (): Received | Promise<Received> => {
    if (!route.body) return { body: undefined, told: undefined }
    call.received ??= receive(call, route.body, caller)
    return call.received
  }
  const query = () => queryOf(route, c.req.url, caller)
  // Before an upload.
  if (isBytesBody(route.body)) query()
  return bothOrErrors(query, receiveOnce)
}

const handle = async (call: Call, answering: Answering): Promise<{ answered: Served; isRepeated: boolean }> => {
  const { c, route, params, ip, services, identifyCaller } = call
  const { caller, authorized } = answering
  const [query, { body, told }] = await inputOf(call, caller)
  requireMemberScopes(services.apiScopes, caller, body)

  const { headers } = c.req.raw
  let tellAbout: About = () => {}
  const { method } = route
  const asked = { method, headers, url: c.req.url, body: told, from: { ip, requestId: c.get('requestId') } }
  const transactions = readAndWriteOf(services, answering.database, asked)
  const request: Request = {
    params,
    query,
    body,
    headers,
    // Public routes have no caller, and people's routes no API key.
    caller: caller as Person,
    services: answering.services,
    network: networkOf(ip),
    confirmedEmail: () => authorized().then(() => confirmedEmailOf(services, headers)),
    authorized,
    mayGoOn: async () => isDeepStrictEqual(rightsOf((await (await identifyCaller()).fresh()).caller), rightsOf(caller)),
    ...transactions.as(caller, actorOf(route, caller, services)),
    inTenantOf: who => {
      tellAbout(who.tenant.id)
      const limits = limitsOf(services.resources, rowCallerOf(who))
      return transactions.as(who, { as: 'tenant', tenantId: who.tenant.id, limits })
    },
    isRepeated: transactions.isRepeated,
  }
  const serving = route.path.startsWith(publicPaths)
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

/** Adds to a refused body's errors those that only the database knows. */
const tellAllErrors = async (
  { route, params, services: { resources }, json }: Call,
  { caller, database, services }: Answering,
  error: unknown,
): Promise<never> => {
  const isRefused = error instanceof Problem && error.code === 'validation' && error.options.errors
  if (!route.alsoWrong || !json || !isRefused) throw error
  const others = await route.alsoWrong(json, {
    ...{ params, caller: caller as MemberCaller, services },
    read: work => database.run(actorOf(route, caller, { resources }), work, { readOnly: true }),
  })
  throw invalid({ ...others, ...error.options.errors }, error)
}

const answerAs = async (call: Call, { caller, check }: Identified): Promise<Response> => {
  const { c, route, services, narrow } = call
  c.set('caller', caller)
  const answering = { caller, ...authorizationOf(services, check, call.verify) }
  const wall = { database: answering.database, resources: services.resources }
  const tellSeen = async (error: unknown): Promise<never> => {
    if (error instanceof Problem) await requireSeen(route, caller, wall, problemDocument(error))
    throw error
  }
  // Neither an answer nor a refusal leaves before the caller is authorized.
  const { answered, isRepeated } = await handle(call, answering)
    .catch(error => tellAllErrors(call, answering, error))
    .catch(tellSeen)
    .finally(answering.authorized)
  const isFile = answered instanceof Response
  await requireSeen(route, caller, wall, isFile ? answered : answered.body)
  const reader = { role: caller?.role ?? null, key: caller?.key ?? null }
  const narrowed =
    isFile || !narrow ? answered : { ...answered, body: narrow(answered.body, { ...reader, opened: answered.opened }) }
  const response = respond(c, narrowed)
  if (isRepeated) response.headers.set('Idempotent-Replayed', 'true')
  return response
}

export const serveCall = async (mounted: Mounted, c: Context<Environment>): Promise<Response> => {
  const { route, services, identify, paramsOf } = mounted
  c.set('route', route)
  const params = paramsOf(c.req.param() as Record<string, string>)
  const ip = services.clientAddress(c)
  const { access, scopes = [], method } = route
  const identifyCaller = () => identify({ access, scopes, method, headers: c.req.raw.headers, params, ip })
  const identification = await identifyCaller()
  const call: Call = { ...mounted, c, params, ip, identifyCaller }
  return answerAs(call, await identification.cached()).catch(async error => {
    if (hasCode(error, lost.session)) throw unauthorized('The session has ended.', error)
    if (hasCode(error, lost.rights)) {
      await identification.fresh()
      throw refusal('conflict', 'refusal.deadlock', {}, { cause: error })
    }
    if (!(error instanceof CallerChanged)) throw error
    c.set('caller', null)
    return answerAs(call, await identification.fresh())
  })
}
