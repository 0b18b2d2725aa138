import { setTimeout as wait } from 'node:timers/promises'
import { DAY, formatInstant, HOUR } from '../../src/declare'
import { random as seeded } from '../bench/support/random'
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
  /** Addresses of customers in files that were brought in, by import. */
  imported: Map<string, readonly string[]>
}

type Random = () => number

interface Business {
  tenantId: string
  /** Of a person. */
  headers: Readonly<Record<string, string>>
  /** Of a program, whose key does not run out while clocks are set. */
  keyHeaders: Readonly<Record<string, string>>
  memberIds: readonly string[]
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

const scopes = ['bookings', 'availability.read', 'customers', 'setup', 'setup.read']

/** The businesses in which people of the demo work, signed in anew; each tells `world.hookUrl` what happens. */
export const openBusinesses = async (world: World): Promise<Business[]> => {
  const { headers } = await signInOverHttp(world.urls[0] ?? '', accounts[0])
  const tenants = await world.query<{ id: string }>('select id from tenants order by name')
  return Promise.all(
    tenants.map(async ({ id }) => {
      const own = { ...headers, 'x-tenant-id': id }
      const make = async (what: string, body: object) => {
        const answer = await fetch(`${world.urls[0]}/api/${what}`, {
          method: 'POST',
          headers: own,
          body: JSON.stringify(body),
        })
        if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as { key?: string }
      }
      const { key } = await make('api-keys', { name: 'History', scopes })
      await make('webhooks', { url: `${world.hookUrl}/${id}`, events: ['booking.*', 'customer.*', 'visit.*'] })
      return {
        tenantId: id,
        headers: own,
        keyHeaders: { ...own, authorization: `Bearer ${key}` },
        memberIds: await idsOf(world, 'memberships', id, "role = 'staff'"),
        variantIds: await idsOf(world, 'variants', id, "duration_type = 'fixed'"),
        waitedFor: await idsOf(world, 'variants', id, 'waitlist_enabled'),
        customerIds: await idsOf(world, 'customers', id, 'not is_blocked'),
        resourceIds: await idsOf(world, 'resources', id),
      }
    }),
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
  isProgram: boolean
  /** Rules of its own, in the state that it was told of. */
  rules: { id: string; isActive: boolean }[]
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
const call = async (
  client: Client,
  kind: string,
  method: string,
  path: string,
  body?: object | string,
): Promise<Heard> => {
  const { world, business, random, session } = client
  const requestId = `${client.name}-${client.calls++}`
  const answer = await fetch(`${pick(random, world.urls)}/api${path}`, {
    method,
    headers: {
      ...(client.isProgram ? business.keyHeaders : business.headers),
      'x-request-id': requestId,
      ...(typeof body === 'string' && { 'content-type': 'text/csv' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
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
      ...(hold ? { hold } : { customerId: pick(random, business.customerIds), notify: random() < 0.5 }),
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
  visit: async client => {
    const { business, random } = client
    const variantId = pick(random, business.variantIds) ?? ''
    const from = Math.ceil(Date.now() / DAY) * DAY + Math.floor(random() * 2) * DAY
    const parts = [{ variantId }, { variantId: pick(random, business.variantIds) ?? '' }]
    const range = { from: formatInstant(from), to: formatInstant(from + DAY) }
    const { body } = await call(client, 'free times', 'POST', '/availability/visits', { parts, ...range })
    const slots = (body?.slots ?? []) as { startsAt: string }[]
    const startsAt = pick(random, slots.slice(0, 4))?.startsAt
    if (!startsAt) return
    const customerId = pick(random, business.customerIds)
    const heard = await call(client, 'visit', 'POST', '/bookings/visits', { parts, startsAt, customerId, notify: true })
    if (isDone(heard) && random() < 0.4)
      await call(client, 'cancel visit', 'POST', `/bookings/visits/${heard.body?.id}/cancel`, { reason: 'A history' })
  },
  rule: async client => {
    const { rules } = client
    const known = pick(client.random, rules)
    if (!known || client.random() < 0.5) {
      const name = `Rule ${client.name}-${client.calls}`
      const parameters = { startDate: '2099-01-01', endDate: '2099-01-02' }
      const rule = { name, ruleType: 'blackout', parameters, applyToAllResources: true }
      const { body, ...heard } = await call(client, 'rule', 'POST', '/bookings/resource-rules', rule)
      if (isDone({ body, ...heard }) && body?.id) rules.push({ id: body.id, isActive: true })
      return
    }
    const isActive = !known.isActive
    const heard = await call(client, 'rule', 'PATCH', `/bookings/resource-rules/${known.id}`, { isActive })
    if (isDone(heard)) known.isActive = isActive
    else rules.splice(rules.indexOf(known), 1)
  },
  member: async client => {
    const { business, random } = client
    const id = pick(random, business.memberIds)
    if (!id || client.isProgram) return
    const path = `/tenants/${business.tenantId}/members/${id}`
    // Whether it changes anything is up to the others.
    await call(client, 'member', 'PATCH', path, { bookingMails: random() < 0.5 ? 'all' : 'own' })
  },
  file: async client => {
    if (client.isProgram) return
    const emails = [1, 2, 3].map(at => `${client.name}-${client.calls}-${at}@file.example`)
    const file = ['name,email', ...emails.map(email => `Guest,${email}`)].join('\n')
    const { body } = await call(client, 'file', 'POST', '/imports?resource=customers&fileName=guests.csv', file)
    if (!body?.id) return
    client.session.imported.set(body.id, emails)
    for (const step of ['check', 'start']) {
      await call(client, 'file', 'POST', `/imports/${body.id}/${step}`)
      await wait(1000)
    }
  },
}

const weights = {
  ...{ book: 10, cancel: 3, restore: 2, confirm: 2, move: 4, series: 1, wait: 2, block: 1, customer: 1 },
  ...{ visit: 2, rule: 1, member: 1, file: 1 },
}
const deck = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name))

/** Does what the numbers name, one after the other, as staff of one business: the same number is the same deed. */
export const runClient = async (
  world: World,
  business: Business,
  { name, deeds: numbers, isProgram }: { name: string; deeds: readonly number[]; isProgram: boolean },
): Promise<Session> => {
  const session: Session = { heard: [], known: [], imported: new Map() }
  const client: Client = { world, business, random: Math.random, name, isProgram, calls: 0, rules: [], session }
  for (const number of numbers) {
    client.random = seeded(number)
    // The first numbers of close seeds are close.
    client.random()
    await deeds[pick(client.random, deck) ?? 'book']?.(client)
  }
  return session
}
