import { MINUTE } from '../../src/declare'
import type { Session } from './clients'
import type { World } from './world'

/** A database that is looked at as its owner, whom no policy limits. */
export interface Looked extends Partial<Pick<World, 'mails' | 'receiver'>> {
  query: World['query']
  /** Alone; all of them unless given. */
  tenantId?: string
  /** Epoch ms; the real time unless given. */
  now?: number
  /** Epoch ms, before which events are no longer kept. */
  eventsFrom?: number
}

/** What a promise is broken by; empty if it holds. */
type Check = (world: Looked, sessions: readonly Session[]) => Promise<string[]>

interface Row {
  resource: string
  parent: string | null
  booking: string
  mode: string
  sharing: string
  quantity: number
  capacity: number
  start: Date
  end: Date
  from: Date
  until: Date
  /** Minutes after the start, such as `{[0,45),[75,105)}`. */
  spans: string
}

interface Taken extends Omit<Row, 'from' | 'until'> {
  from: number
  until: number
}

/** One for each time in which the resource is taken: what comes before the start belongs to the first, what comes after the end to the last. */
const takenBy = (row: Row): Taken[] => {
  const [from = 0, until = 0, start = 0, end = 0] = [row.from, row.until, row.start, row.end].map(at =>
    Number(new Date(at)),
  )
  const spans = Array.from(
    row.spans.matchAll(/(\d+),(\d+)/g),
    ([, begin, over]) => [Number(begin), Number(over)] as const,
  )
  if (spans.length === 0) return [{ ...row, from, until }]
  return spans.map(([begin, over], index) => ({
    ...row,
    from: index === 0 ? from : start + begin * MINUTE,
    until: start + over * MINUTE + (index === spans.length - 1 ? until - end : 0),
  }))
}

/** Slow and obvious: every pair of what takes one resource, or it and its part, at one time. */
const places: Check = async ({ query, tenantId = null, now = Date.now() }) => {
  const rows = await query<Row>(
    `select a.resource_id as resource, r.parent_resource_id as parent, a.booking_id as booking, a.capacity_mode as mode,
      a.sharing, a.quantity, r.capacity, a.starts_at as start, a.ends_at as "end", a.blocked_from as "from",
      a.blocked_until as until, a.spans::text as spans
    from allocations a join resources r on r.tenant_id = a.tenant_id and r.id = a.resource_id
    where a.status not in ('cancelled', 'declined') and (a.status <> 'held' or a.hold_expires_at > $2) and a.blocked_until > $2::timestamptz - interval '1 hour'
      and ($1::uuid is null or a.tenant_id = $1)`,
    [tenantId, new Date(now)],
  )
  const taken = rows.flatMap(takenBy)
  const wrong: string[] = []
  for (const one of taken) {
    const atOnce = taken.filter(other => other.from < one.until && one.from < other.until)
    const beside = atOnce.filter(other => other.resource === one.resource)
    for (const other of beside) {
      const shares = other.sharing === one.sharing || (one.mode === 'pooled' && other.mode === 'pooled')
      if (!shares) wrong.push(`${one.booking} and ${other.booking} both take ${one.resource}`)
    }
    // All that take it in one moment: the moment in which this one begins.
    const units = beside.filter(({ from }) => from <= one.from).reduce((sum, { quantity }) => sum + quantity, 0)
    if (one.mode !== 'exclusive' && units > one.capacity)
      wrong.push(`${units} of ${one.capacity} are taken of ${one.resource} at ${new Date(one.from).toISOString()}`)
    for (const other of atOnce.filter(({ parent }) => parent === one.resource))
      wrong.push(`${one.booking} takes ${one.resource}, and ${other.booking} a part of it`)
  }
  return wrong
}

/** A booking has what it takes, in the state and at the time that it says. */
const wholes: Check = async ({ query, tenantId = null }) => {
  const rows = await query<{ id: string; why: string }>(
    `select b.id, case when a.booking_id is null then 'takes nothing' else 'differs from what it takes' end as why
    from bookings b left join allocations a on a.tenant_id = b.tenant_id and a.booking_id = b.id
    where ($1::uuid is null or b.tenant_id = $1) and (a.booking_id is null
      or a.status <> b.status or a.starts_at <> b.starts_at or a.ends_at <> b.ends_at or a.quantity <> b.quantity
      or (a.active <> (b.status in ('held', 'pending', 'confirmed', 'completed', 'no_show')) and b.status <> 'held'))`,
    [tenantId],
  )
  return rows.map(({ id, why }) => `booking ${id} ${why}`)
}

/** What a client was told last is what is stored; what went without an answer may be either. */
const acknowledged: Check = async ({ query, tenantId = null }, sessions) => {
  const rows = await query<{ id: string; status: string; startsAt: Date }>(
    'select id, status, starts_at as "startsAt" from bookings where $1::uuid is null or tenant_id = $1',
    [tenantId],
  )
  const stored = new Map(rows.map(row => [row.id, row]))
  return sessions
    .flatMap(({ known }) => known)
    .filter(({ isUncertain }) => !isUncertain)
    .flatMap(({ id, status, startsAt }) => {
      const row = stored.get(id)
      if (!row) return [`booking ${id} was acknowledged and is gone`]
      // Time alone ends a hold.
      const isAt = new Date(row.startsAt).toISOString()
      const isSame = row.status === status || (status === 'held' && row.status === 'expired')
      return isSame && isAt === startsAt
        ? []
        : [`booking ${id} was said to be ${status} at ${startsAt}, and is ${row.status} at ${isAt}`]
    })
}

/** Calls that may change nothing, or only later. */
const silent: ReadonlySet<string> = new Set(['free times', 'look', 'member', 'file'])

const writes = (sessions: readonly Session[]) =>
  sessions.flatMap(({ heard }) => heard).filter(({ kind }) => !silent.has(kind))

/** Of each call that was done: entries in the log of changes; of each that was refused: none. */
const entries: Check = async ({ query, tenantId = null }, sessions) => {
  const rows = await query<{ id: string }>(
    'select distinct request_id as id from audit_entries where $1::uuid is null or tenant_id = $1',
    [tenantId],
  )
  const logged = new Set(rows.map(({ id }) => id))
  return writes(sessions).flatMap(({ requestId, kind, status }) => {
    if (status === null || status >= 500) return []
    const isDone = status < 300
    if (isDone === logged.has(requestId)) return []
    return [
      `${kind} ${requestId} was ${isDone ? 'done' : 'refused'} with ${status}, and has ${isDone ? 'no entry' : 'entries'}`,
    ]
  })
}

/** The ledger has an event for each entry about a booking, each version once, none missing between two. */
const ledger: Check = async ({ query, tenantId = null, eventsFrom = 0 }) => {
  const rows = await query<{ why: string }>(
    `select 'events of ' || subject_id || ' have a gap or a double' as why from events
    where subject_type = 'booking' and ($1::uuid is null or tenant_id = $1)
    group by tenant_id, subject_id having count(distinct sequence) <> count(*) or max(sequence) - min(sequence) + 1 <> count(*)
    union all
    select 'booking ' || e.entity_id || ' changed with ' || e.request_id || ' and no event says so' from audit_entries e
    where e.entity_type = 'bookings' and e.action in ('created', 'status_changed') and e.request_id like 'c%-%' and e.at >= $2
      and ($1::uuid is null or e.tenant_id = $1) and not exists (select 1 from events v where v.tenant_id = e.tenant_id and v.subject_id = e.entity_id and v.request_id = e.request_id)`,
    [tenantId, new Date(eventsFrom)],
  )
  return rows.map(({ why }) => why)
}

/** No answer is a mistake of ours, and none has a record of another tenant. */
const answers: Check = async (_, sessions) =>
  sessions
    .flatMap(({ heard }) => heard)
    .flatMap(({ kind, requestId, status, body, tenantId }) => {
      if (status === 500) return [`${kind} ${requestId} was answered with 500`]
      const foreign = JSON.stringify(body ?? {}).match(/"tenantId":"([^"]+)"/g) ?? []
      return foreign.some(each => !each.includes(tenantId)) ? [`${kind} ${requestId} told of another tenant`] : []
    })

/** Webhooks of the histories, which are made before their first call; the demo has others. */
const ours = 'http://127.0.0.1%'

/** Every event of the ledger has arrived, at least once, under its own id, and nothing else has. */
const webhooks: Check = async ({ query, receiver }) => {
  if (!receiver) return []
  const rows = await query<{ id: string; type: string }>(
    `select e.id, e.type from events e join webhooks w on w.tenant_id = e.tenant_id and e.occurred_at > w.created_at and w.url like $1
      where e.subject_type in ('booking', 'visit', 'customer')`,
    [ours],
  )
  const arrived = new Map<string, Set<string>>()
  for (const { headers, body } of receiver.received) {
    const id = String(headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? new Set()).add(body))
  }
  const known = new Set(rows.map(({ id }) => id))
  return [
    ...rows.filter(({ id }) => !arrived.has(id)).map(({ id, type }) => `event ${id} (${type}) has not arrived`),
    ...[...arrived.keys()].filter(id => !known.has(id)).map(id => `${id} has arrived and is no event`),
    ...[...arrived]
      .filter(([, bodies]) => bodies.size > 1)
      .map(([id]) => `event ${id} arrived with different contents`),
  ]
}

/** Every mail that is noted as sent has arrived, under its own id. */
const mailed: Check = async ({ query, mails }) => {
  if (!mails) return []
  const rows = await query<{ id: string; status: string; carried: string | null; isDue: boolean }>(
    `select id, status, carried_by as carried, due_at < now() - interval '1 minute' as "isDue" from notifications
      where created_at > (select min(created_at) from webhooks where url like $1)`,
    [ours],
  )
  const arrived = new Set(mails.mails.flatMap(({ messageId }) => /<([^@]+)@/.exec(messageId ?? '')?.[1] ?? []))
  const sent = rows.filter(({ status, carried }) => status === 'sent' && carried === null)
  return [
    ...sent.filter(({ id }) => !arrived.has(id)).map(({ id }) => `mail ${id} is noted as sent and has not arrived`),
    ...rows.filter(({ status, isDue }) => status === 'queued' && isDue).map(({ id }) => `mail ${id} still waits`),
  ]
}

/** A file that was brought in is there, each of its lines once. */
const files: Check = async ({ query }, sessions) => {
  const wrong: string[] = []
  for (const [id, emails] of sessions.flatMap(({ imported }) => [...imported])) {
    const [file] = await query<{ status: string }>('select status from imports where id = $1', [id])
    if (file?.status === 'checking' || file?.status === 'importing') wrong.push(`file ${id} is still ${file.status}`)
    const [there] = await query<{ count: number }>(
      'select count(*)::int as count from customers where email = any($1)',
      [emails],
    )
    const wanted = file?.status === 'done' ? emails.length : 0
    if (there?.count !== wanted)
      wrong.push(`of file ${id}, which is ${file?.status}, ${there?.count} of ${emails.length} lines are there`)
  }
  return wrong
}

export const checks: Readonly<Record<string, Check>> = {
  ...{ places, wholes, acknowledged, entries, ledger, answers },
  ...{ webhooks, mailed, files },
}
