import type { Context, Hono } from 'hono'
import { apiKeys, memberships } from '../../src/core'
import type { AnyResource, ApiScopes, EventCatalogue, Fields, Role } from '../../src/schema'
import type { ServerConfig } from '../config'
import type { ArchiveParts } from '../db/archive/parts'
import type { Database } from '../db/database'
import { askedBy } from '../db/rowRules'
import type { SealedColumn } from '../db/sealed'
import type { CallerColumns } from '../http/identity/caller'
import type { OwnCode, Problem } from '../http/problem'
import type { Route } from '../http/route'
import type { Redrive, Services } from '../http/services'
import type { Front } from '../http/strangers'
import type { Follow, UnitOfWork } from '../http/unitOfWork'
import type { JobQueue } from '../jobs/jobs'
import type { PeriodicJob } from '../jobs/periodicJob'
import type { Log } from '../log'
import type { MailSettings } from '../mails/settings'
import type { MailTransport } from '../mails/transport'
import type { OwnConfig } from '../own'
import { joinSettings, type Settings } from '../settings'
import type { Site } from '../site'
import type { AttemptOptions } from '../webhooks/attempt'
import type { TellTurnedOff } from '../webhooks/health'
import type { ResourceHooks } from './hooks'
import type { Operation } from './routes'
import type { SetupTemplates } from './setup/templates'

/** The argument of a subject's `pages.open`, which serves pages beside the web application. */
export interface PagesOptions {
  database: Database
  site: Site
  now: () => number
  /** Counts against the requesting network. @throws Problem `rate_limited` */
  countCall: (c: Context) => void
  networkOf: (c: Context) => string
  front: Front
  problemOf: (error: unknown) => Problem
  webRoot: string | null
}

/** The services of a subject's job queue. */
export interface QueueServices {
  database: Database
  log: Log
  /** Epoch milliseconds. */
  now: () => number
  transport: MailTransport
  settings: MailSettings
  productName: string
  webhooks: Pick<AttemptOptions, 'settings' | 'sealer'>
}

/** The services of periodic jobs; a `Job` names those that it needs. */
export type JobServices = Pick<
  Services,
  'database' | 'log' | 'live' | 'alarm' | 'now' | 'resources' | 'events' | 'follow' | 'site'
> & {
  config: ServerConfig
}

/**
 * Work that runs when a process starts, then at intervals. An error is logged, and the next run follows.
 *
 * @example
 * const forgetting: Job<'database' | 'now'> = { every: DAY, run: forgetOld, failed: 'old loans were not forgotten' }
 */
export type Job<Needs extends keyof JobServices = keyof JobServices> = PeriodicJob<Pick<JobServices, Needs>>

/** The server's part of one subject; `server/features` has one in the `index.ts` of each room. */
export interface Subject {
  hooks?: Readonly<Record<string, ResourceHooks>>
  routes?: readonly Route[]
  /** As in `ResourceHooks`. */
  beyondRows?: true
  without?: Readonly<Record<string, readonly Operation[]>>
  problemCodes?: readonly OwnCode[]
  queue?: (services: QueueServices) => JobQueue
  redrives?: Readonly<Record<string, Redrive>>
  jobs?: readonly Job[]
  settings?: Settings<Partial<OwnConfig>>
  follow?: Follow
  pages?: { below: `/${string}`; open: (options: PagesOptions) => Promise<Hono> }
  tellTurnedOff?: (site: Site) => TellTurnedOff
  fillTenant?: (unit: UnitOfWork, tenantId: string) => Promise<void>
  /** The platform's role must read their `tenant_id`. */
  countedByTenant?: readonly string[]
  templates?: SetupTemplates
  /** Additions to archives of a tenant, besides declared records, and omissions. */
  archive?: ArchiveParts
  sealed?: readonly SealedColumn[]
}

/** The tenants and people of a demo; `demoOf` makes one with a single tenant. */
export interface Demo {
  slugs: () => readonly string[]
  people: readonly { email: string; name: string; userType?: 'superuser'; roles: Readonly<Record<string, Role>> }[]
  create: (database: Database) => Promise<{ tenantIds: ReadonlyMap<string, string>; noted: object }>
}

interface Given {
  resources: readonly AnyResource[]
  events?: EventCatalogue
  callerColumns: CallerColumns
  labels?: readonly Readonly<Record<string, string>>[]
  apiScopes?: ApiScopes
  demo?: Demo
  /** A folder beside the `server` file of `slotwise.config.ts`: `path.join(import.meta.dirname, 'migrations')`. */
  migrations: string
}

type Merged = 'hooks' | 'routes' | 'without' | 'problemCodes' | 'redrives' | 'jobs' | 'countedByTenant' | 'sealed'
type Single = 'follow' | 'pages' | 'tellTurnedOff' | 'fillTenant' | 'templates'

export interface Product extends Given, Required<Pick<Subject, Merged>>, Pick<Subject, Single> {
  queues: (services: QueueServices) => JobQueue[]
  settings: Settings<OwnConfig>
  archive: readonly ArchiveParts[]
}

export interface GivenProduct extends Given {
  subjects: Readonly<Record<string, Subject>>
}

const withRuleColumns = (columns: CallerColumns, resources: readonly AnyResource[]): CallerColumns => {
  const { settings, owned } = askedBy(resources)
  const named = (name: string, from: 'membership' | 'key') =>
    Object.entries((resources.find(one => one.name === name)?.fields ?? {}) as Fields).flatMap(([column, field]) => {
      const resource = field.kind === 'reference' && !field.computed ? field.options.to().name : ''
      return owned.includes(resource) ? [{ from, column, resource }] : []
    })
  const owners = [...named(memberships.name, 'membership'), ...named(apiKeys.name, 'key')]
  const carried = (from: 'membership' | 'key') => [
    ...new Set([...columns[from], ...owners.flatMap(one => (one.from === from ? one.column : []))]),
  ]
  return {
    ...columns,
    tenant: [...new Set([...columns.tenant, ...settings])],
    membership: carried('membership'),
    key: carried('key'),
    owned: owners,
  }
}

/** @throws if two subjects define the same thing */
export const joinSubjects = ({ subjects, ...given }: GivenProduct): Product => {
  const named = Object.entries(subjects)
  const all = Object.values(subjects)
  const problems: string[] = []
  const owners = new Map<string, string>()
  const claim = (subject: string, what: string): void => {
    const owner = owners.get(what)
    if (owner) problems.push(`The subjects ${owner} and ${subject} both have ${what}.`)
    owners.set(what, subject)
  }
  const byName = <T>(part: string, of: (subject: Subject) => Readonly<Record<string, T>> | undefined) =>
    Object.assign(
      {},
      ...named.map(([subject, value]) => {
        for (const key of Object.keys(of(value) ?? {})) claim(subject, `${part}.${key}`)
        return of(value)
      }),
    ) as Readonly<Record<string, T>>
  const only = <K extends Single>(part: K): Pick<Subject, K> =>
    Object.assign(
      {},
      ...named.map(([subject, { [part]: value }]) => {
        if (value) claim(subject, part)
        return value && { [part]: value }
      }),
    )
  const product: Product = {
    ...given,
    callerColumns: withRuleColumns(given.callerColumns, given.resources),
    hooks: byName('hooks', ({ hooks }) => hooks),
    without: byName('without', ({ without }) => without),
    redrives: byName('redrives', ({ redrives }) => redrives),
    routes: all.flatMap(({ routes = [], beyondRows }) =>
      routes.map(route => (beyondRows && route.method !== 'GET' ? { ...route, beyondRows } : route)),
    ),
    problemCodes: all.flatMap(({ problemCodes = [] }) => problemCodes),
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    archive: all.flatMap(({ archive = [] }) => archive),
    sealed: all.flatMap(({ sealed = [] }) => sealed),
    countedByTenant: all.flatMap(({ countedByTenant = [] }) => countedByTenant),
    queues: services => all.flatMap(({ queue }) => queue?.(services) ?? []),
    settings: joinSettings(all.flatMap(({ settings = [] }) => settings)),
    ...{ ...only('follow'), ...only('pages'), ...only('tellTurnedOff'), ...only('fillTenant'), ...only('templates') },
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return product
}
