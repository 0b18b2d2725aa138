import { setTimeout as wait } from 'node:timers/promises'
import { DAY, formatInstant, HOUR } from '../../src/declare'
import { signInOverHttp } from '../e2e/support/api'
import type { World } from './world'

/** A call as its client knows it. `status` is null where no answer came: then all of it happened, or nothing did. */
export interface Heard {
  tenantId: string
  kind: string
  /** Of the call, by which the log of changes and the ledger of events name it. */
  requestId: string
  status: number | null
  body: Answer | null
}

export interface Answer {
  id?: string
  status?: string
  startsAt?: string
  code?: string
  [name: string]: unknown
}

/** A booking as its client knows it: what the last answer said, and whether a call since then has gone without an answer. */
export interface Known {
  tenantId: string
  id: string
  status: string
  startsAt: string
  isUncertain: boolean
}

export interface Session {
  heard: Heard[]
  known: Known[]
}

type Random = () => number

interface Business {
  tenantId: string
  headers: Readonly<Record<string, string>>
  variantIds: readonly string[]
  waitedFor: readonly string[]
  customerIds: readonly string[]
  resourceIds: readonly string[]
}

const accounts = ['admin@demo.test', 'staff@demo.test']

const idsOf = async (world: World, table: string, tenantId: string, and = 'true'): Promise<string[]> => {
  const rows = await world.query<{ id: string }>(
    `select id from ${table} where tenant_id = $1 and ${and} order by id`,
    [tenantId],
  )
  return rows.map(({ id }) => id)
}

/** The businesses in which people of the demo work, signed in anew. */
export const openBusinesses = async (world: World): Promise<Business[]> => {
  const { headers } = await signInOverHttp(world.urls[0] ?? '', accounts[0])
  const tenants = await world.query<{ id: string }>('select id from tenants order by name')
  return Promise.all(
    tenants.map(async ({ id }) => ({
      tenantId: id,
      headers: { ...headers, 'x-tenant-id': id },
      variantIds: await idsOf(world, 'variants', id, "duration_type = 'fixed'"),
      waitedFor: await idsOf(world, 'variants', id, 'waitlist_enabled'),
      customerIds: await idsOf(world, 'customers', id, 'not is_blocked'),
      resourceIds: await idsOf(world, 'resources', id),
    })),
  )
}

const pick = <T>(random: Random, values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]

interface Client {
  world: World
  business: Business
  random: Random
  session: Session
  name: string
  calls: number
}

/** Null for nothing, and for what a process could not say to its end. */
const readJson = (text = ''): Answer | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A try at one of the servers; never repeated, so that each call happens once or not at all. */
const call = async (client: Client, kind: string, method: string, path: string, body?: object): Promise<Heard> => {
  const { world, business, random, session } = client
  const requestId = `${client.name}-${client.calls++}`
  const answer = await fetch(`${pick(random, world.urls)}/api${path}`, {
    method,
    headers: { ...business.headers, 'x-request-id': requestId },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  }).then(
    async response => ({ status: response.status, text: await response.text() }),
    () => null,
  )
  // A process that is gone refuses at once: what is left to do is for when it is back.
  if (!answer || answer.status >= 500) await wait(300)
  const heard = {
    tenantId: business.tenantId,
    kind,
    requestId,
    status: answer?.status ?? null,
    body: readJson(answer?.text),
  }
  session.heard.push(heard)
  return heard
}

const isDone = ({ status }: Heard): boolean => status !== null && status < 300
/** The process or its database was hurt before it could say what became of the call. */
const isOpen = ({ status }: Heard): boolean => status === null || status >= 500

/** A free time of the next days, the same few for everybody, so that clients want the same places. */
const freeTime = async (client: Client, variantId: string): Promise<string | null> => {
  const from = Math.ceil(Date.now() / DAY) * DAY + Math.floor(client.random() * 2) * DAY
  const query = `variantId=${variantId}&from=${formatInstant(from)}&to=${formatInstant(from + DAY)}`
  const { body } = await call(client, 'free times', 'GET', `/availability?${query}`)
  const slots = Array.isArray(body) ? (body as { startsAt: string }[]) : []
  return pick(client.random, slots.slice(0, 4))?.startsAt ?? null
}

const keep = (client: Client, { body }: Heard, known?: Known): void => {
  if (!body?.id || !body.status || !body.startsAt) return
  const { id, status, startsAt } = body
  if (known) Object.assign(known, { status, startsAt })
  else client.session.known.push({ tenantId: client.business.tenantId, id, status, startsAt, isUncertain: false })
}

const ownOf = (client: Client, ...statuses: string[]): Known | undefined =>
  pick(
    client.random,
    client.session.known.filter(({ tenantId, status, isUncertain }) => {
      return tenantId === client.business.tenantId && !isUncertain && statuses.includes(status)
    }),
  )

const change = async (client: Client, kind: string, known: Known | undefined, body: object = {}) => {
  if (!known) return
  const heard = await call(client, kind, 'POST', `/bookings/${known.id}/${kind}`, body)
  if (isDone(heard)) keep(client, heard, known)
  if (isOpen(heard)) known.isUncertain = true
}

const deeds: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  book: async client => {
    const { business, random } = client
    const variantId = pick(random, business.variantIds) ?? ''
    const startsAt = await freeTime(client, variantId)
    if (!startsAt) return
    const hold = random() < 0.2
    const heard = await call(client, 'book', 'POST', '/bookings', {
      variantId,
      startsAt,
      ...(hold ? { hold } : { customerId: pick(random, business.customerIds) }),
    })
    if (isDone(heard)) keep(client, heard)
  },
  cancel: client => change(client, 'cancel', ownOf(client, 'confirmed', 'pending'), { reason: 'A history' }),
  restore: client => change(client, 'restore', ownOf(client, 'cancelled')),
  confirm: client => {
    const customerId = pick(client.random, client.business.customerIds)
    return change(client, 'confirm', ownOf(client, 'held'), { customerId })
  },
  move: async client => {
    const known = ownOf(client, 'confirmed', 'pending')
    const startsAt = known && (await freeTime(client, pick(client.random, client.business.variantIds) ?? ''))
    if (startsAt) await change(client, 'reschedule', known, { startsAt, anyResource: true, reason: 'A history' })
  },
  series: async client => {
    const variantId = pick(client.random, client.business.variantIds) ?? ''
    const startsAt = await freeTime(client, variantId)
    if (!startsAt) return
    const customerId = pick(client.random, client.business.customerIds)
    const rrule = `FREQ=WEEKLY;COUNT=${2 + Math.floor(client.random() * 3)}`
    await call(client, 'series', 'POST', '/bookings/series', {
      ...{ variantId, startsAt, customerId, rrule, onConflict: 'skip' },
    })
  },
  wait: async client => {
    if (client.business.waitedFor.length === 0) return
    const from = Math.ceil(Date.now() / DAY) * DAY
    await call(client, 'wait', 'POST', '/bookings/waitlist', {
      variantId: pick(client.random, client.business.waitedFor),
      customerId: pick(client.random, client.business.customerIds),
      windows: [{ startsAt: formatInstant(from), endsAt: formatInstant(from + 3 * DAY) }],
    })
  },
  block: async client => {
    const from = Math.ceil(Date.now() / DAY) * DAY + (7 + Math.floor(client.random() * 14)) * 2 * HOUR
    await call(client, 'block', 'POST', '/blocks', {
      resourceIds: [pick(client.random, client.business.resourceIds)],
      startsAt: formatInstant(from),
      endsAt: formatInstant(from + HOUR),
    })
  },
  customer: client => call(client, 'customer', 'POST', '/customers', { name: `Guest ${client.name}-${client.calls}` }),
}

const weights = { book: 10, cancel: 3, restore: 2, confirm: 2, move: 4, series: 1, wait: 2, block: 1, customer: 1 }
const deck = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name))

/** Does `count` things, one after the other, as staff of one business. */
export const runClient = async (
  world: World,
  business: Business,
  { name, count, random }: { name: string; count: number; random: Random },
): Promise<Session> => {
  const client: Client = { world, business, random, name, calls: 0, session: { heard: [], known: [] } }
  for (let done = 0; done < count; done++) await deeds[pick(random, deck) ?? 'book']?.(client)
  return client.session
}
