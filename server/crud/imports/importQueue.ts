import { sql } from 'kysely'
import { busyStatuses } from '../../../src/contract'
import { type AnyResource, hasRole } from '../../../src/schema'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY } from '../../../src/time/instant'
import type { Actor, Transaction } from '../../db/database'
import { limitsOf } from '../../db/rowRules'
import { databaseProblem } from '../../http/databaseProblem'
import { type Caller, rowCallerOf } from '../../http/identity/caller'
import { findMember } from '../../http/identity/findMember'
import { forbidden, Problem } from '../../http/problem'
import { Rehearsal } from '../../http/rehearsal'
import type { Services } from '../../http/services'
import { actorIn, runUnitOfWork, sendIn, type UnitOfWork } from '../../http/unitOfWork'
import type { JobQueue } from '../../jobs/jobs'
import { isFree, leased, leaseQueue } from '../../jobs/leaseQueue'
import { noteAction } from '../audit/noteAction'
import { rehearsed } from '../bulk'
import type { ResourceHooks } from '../hooks'
import { importedFields } from './columns'
import { Pace, readTogether } from './Pace'
import { profileOf, rewritten } from './profiles'
import { importRows, isPlain, type Line, type Plan, type RowOutcome } from './rows'
import { recordsIn } from './scan'
import { Seen } from './seen'
import { findImport, forgetPieces, forgetRows, keepRows, piecesOf, type StoredImport } from './store'
import { undoImport } from './undo'

export const importQueue = 'imports'

/** The most rows of a dry run in one transaction, if rows may depend on earlier ones. */
const mostTogether = 2000

type QueueServices = Pick<
  Services,
  'database' | 'log' | 'resources' | 'events' | 'alarm' | 'live' | 'now' | 'callerColumns' | 'labels'
> & { hooks: Readonly<Record<string, ResourceHooks>> }

interface Taken {
  id: string
  status: 'checking' | 'importing' | 'undoing'
}

interface Attempted {
  id: string
  /** The lease belongs to another process, or expires by itself. */
  isStopped?: true
}

class Stopped extends Error {}

const counted = (counts: StoredImport['counts'], outcomes: readonly RowOutcome[]): StoredImport['counts'] => {
  const sums = { ...counts }
  for (const { outcome } of outcomes) sums[outcome]++
  return sums
}

/** Milliseconds between checks of the caller's rights. */
const rightsLast = 1000

async function* ahead<T>(all: AsyncGenerator<T>): AsyncGenerator<T> {
  for (let next = all.next(); ; ) {
    const { done, value } = await next
    if (done) return
    next = all.next()
    // Marks an early failure as handled; the next `await` throws it.
    next.catch(() => {})
    yield value
  }
}

class Step {
  readonly #services: QueueServices
  readonly #tenantId: string
  readonly #taken: Taken
  readonly #signal: AbortSignal
  readonly #pace: Pace
  #country: { code: string | null } | null = null
  #caller: { found: Promise<Caller | null>; until: number } | null = null

  constructor(services: QueueServices, tenantId: string, taken: Taken, signal: AbortSignal) {
    this.#services = services
    this.#pace = new Pace(services.database)
    this.#tenantId = tenantId
    this.#taken = taken
    this.#signal = signal
  }

  get #ofIt() {
    return sql`tenant_id = ${this.#tenantId} and id = ${this.#taken.id}`
  }

  #asking({ actingUserId }: StoredImport): Promise<Caller | null> {
    const { database, callerColumns } = this.#services
    if (actingUserId === null) return Promise.resolve(null)
    if (!this.#caller || performance.now() > this.#caller.until)
      this.#caller = {
        found: findMember({ database, callerColumns }, actingUserId, this.#tenantId),
        until: performance.now() + rightsLast,
      }
    return this.#caller.found
  }

  async #unit<T>(
    stored: StoredImport,
    { large }: { large: boolean },
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    const { resources } = this.#services
    const caller = await this.#asking(stored)
    if (!caller || !hasRole(caller.role, 'admin')) throw forbidden('admin')
    const actor: Actor = {
      ...{ as: 'tenant', tenantId: this.#tenantId },
      ...(caller.userId && { userId: caller.userId }),
      limits: limitsOf(resources, rowCallerOf(caller)),
    }
    const origin = () => ({ actor: actorIn(caller), ip: null, requestId: stored.id })
    const options = { ...this.#services, users: null, follow: null, large, actor, caller, origin }
    const result = await runUnitOfWork({ ...options, now: this.#services.now() }, unit => {
      unit.reason = `Import ${stored.fileName}`
      return work(unit)
    })
    if (stored.status !== 'checking') this.#services.live.announce(this.#tenantId, stored.resource, [])
    return result
  }

  /** @throws Stopped unless the import is where this step left it */
  async #lock(db: Transaction, doneCount: number): Promise<StoredImport> {
    const stored = await findImport(db, this.#tenantId, this.#taken.id, { lock: true })
    if (stored.status !== this.#taken.status || stored.doneCount !== doneCount) throw new Stopped()
    return stored
  }

  async #plan({ caller, db }: UnitOfWork, stored: StoredImport): Promise<Plan> {
    const { resources, hooks, labels } = this.#services
    this.#country ??= { code: (await hooks.tenants?.phoneCountry?.(db, this.#tenantId)) ?? null }
    const resource = this.#resource(stored)
    const fields = importedFields(resource, caller.role)
    const columns = stored.columns.map(({ field: name }) => {
      const field = name === null ? undefined : fields.get(name)
      return name !== null && field ? { name, field } : null
    })
    const { dateFormat, decimal, timeZone, blanks, operation } = stored
    const currency = caller.tenant?.currency ?? 'EUR'
    return {
      ...{
        resource,
        resources,
        caller,
        columns,
        blanks,
        operation,
        hooks: hooks[resource.name] ?? {},
        allHooks: hooks,
      },
      isDryRun: stored.status === 'checking',
      rest: this.#pace.rest,
      reading: { dateFormat, decimal, timeZone, currency, country: this.#country.code, labels },
    }
  }

  #resource({ resource: name }: StoredImport): AnyResource {
    const found = this.#services.resources.find(each => each.name === name)
    if (!found) throw new Problem('not_found', `There are no ${name} any more.`)
    return found
  }

  async *#lines(
    stored: StoredImport,
    after: number,
    size: () => number,
    run: <T>(work: (db: Transaction) => Promise<T>) => Promise<T>,
  ): AsyncGenerator<Line[]> {
    let row = -1
    let lines: Line[] = []
    const headers = stored.columns.map(({ header }) => header)
    const profile = profileOf(this.#services.hooks[stored.resource]?.profiles, headers)
    for await (const { line, cells } of recordsIn(piecesOf(run, this.#tenantId, stored.id), stored)) {
      row++
      if (row === 0 || row <= after) continue
      lines.push({ row, line, cells: rewritten(profile, headers, cells) })
      if (lines.length < size()) continue
      yield lines
      lines = []
    }
    if (lines.length > 0) yield lines
  }

  async #judge(unit: UnitOfWork, stored: StoredImport, seen: Seen, lines: readonly Line[]): Promise<RowOutcome[]> {
    return importRows(unit, await this.#plan(unit, stored), seen, lines)
  }

  #try(unit: UnitOfWork, stored: StoredImport, work: () => Promise<RowOutcome[]>): Promise<RowOutcome[]> {
    return this.#leavesNothing(stored) ? work() : rehearsed(unit, work)
  }

  #leavesNothing(stored: StoredImport): boolean {
    const hooks = this.#services.hooks[stored.resource] ?? {}
    return isPlain(this.#resource(stored))(hooks) || hooks.writes?.rehearses === true
  }

  #keepRows(unit: UnitOfWork, stored: StoredImport, outcomes: readonly RowOutcome[]): void {
    sendIn(unit, keepRows(this.#tenantId, stored.id, outcomes).compile(unit.db))
  }

  async #keepCounts(
    unit: UnitOfWork,
    stored: StoredImport,
    counts: StoredImport['counts'],
    doneCount: number,
  ): Promise<void> {
    const { db } = unit
    const isOver = doneCount >= stored.rowCount
    const isCheck = stored.status === 'checking'
    const now = this.#services.now()
    const status = isOver ? (isCheck ? 'checked' : 'done') : stored.status
    const over = sql`, finished_at = ${formatInstant(now)}, undo_until = ${formatInstant(now + DAY)}`
    const keeping = sql`
      update imports set counts = ${JSON.stringify(counts)}::jsonb, done_count = ${doneCount}, status = ${status},
        leased_until = clock_timestamp() + interval '60 seconds'
        ${isOver && !isCheck ? over : sql``}
      where ${this.#ofIt}`
    sendIn(unit, keeping.compile(db))
    if (isOver && !isCheck) {
      await forgetPieces(db, this.#tenantId, stored.id)
      noteAction(unit, {
        ...{ action: 'imported', resource: this.#resource(stored), record: null, label: stored.fileName },
        changes: Object.fromEntries(Object.entries(counts).map(([name, to]) => [name, { from: null, to }])),
      })
    }
  }

  async #begin(): Promise<StoredImport> {
    const { database } = this.#services
    return database.run({ as: 'tenant', tenantId: this.#tenantId }, async db => {
      const stored = await findImport(db, this.#tenantId, this.#taken.id, { lock: true })
      // A stopped process loses what later rows need from earlier ones, so the check restarts.
      if (stored.status === 'checking' && stored.doneCount > 0) {
        await forgetRows(db, this.#tenantId, stored.id)
        const counts = { create: 0, update: 0, unchanged: 0, error: 0, conflict: 0 }
        await sql`update imports set done_count = 0, counts = ${JSON.stringify(counts)}::jsonb where ${this.#ofIt}`.execute(
          db,
        )
        return { ...stored, doneCount: 0, counts }
      }
      return stored
    })
  }

  async #seenBefore(stored: StoredImport): Promise<Seen> {
    const seen = new Seen()
    if (stored.status !== 'importing' || stored.doneCount === 0) return seen
    const { rows } = await this.#services.database.run({ as: 'tenant', tenantId: this.#tenantId }, db =>
      sql<{ line: number; recordId: string }>`
        select line, record_id from import_rows where tenant_id = ${this.#tenantId} and import_id = ${stored.id}
        and row <= ${stored.doneCount} and record_id is not null`.execute(db),
    )
    for (const { line, recordId } of rows) seen.add(line, recordId, null)
    return seen
  }

  async #inPieces(begun: StoredImport): Promise<void> {
    const { database } = this.#services
    const run = <T>(work: (db: Transaction) => Promise<T>) =>
      database.run({ as: 'tenant', tenantId: this.#tenantId }, work, { readOnly: true })
    const seen = await this.#seenBefore(begun)
    const isCheck = begun.status === 'checking'
    const rehearsal = isCheck && this.#leavesNothing(begun) ? new Rehearsal() : null
    let doneCount = begun.doneCount
    for await (const lines of ahead(this.#lines(begun, doneCount, () => this.#pace.rows, run))) {
      if (this.#signal.aborted) throw new Stopped()
      const kept = await this.#pace.keep(lines.length, () =>
        this.#unit(begun, { large: this.#pace.isLarge }, async unit => {
          const stored = await this.#lock(unit.db, doneCount)
          const layer = new Seen(seen)
          unit.rehearsal = rehearsal
          rehearsal?.begin()
          const work = () => this.#judge(unit, stored, layer, lines)
          const outcomes = isCheck ? await this.#try(unit, stored, work) : await work()
          const next = doneCount + lines.length
          this.#keepRows(unit, stored, outcomes)
          await this.#keepCounts(unit, stored, counted(stored.counts, outcomes), next)
          return { layer, doneCount: next }
        }),
      )
      kept.layer.settle({ isWritten: !isCheck })
      rehearsal?.settle()
      doneCount = kept.doneCount
    }
  }

  /** Locks the import's row only at its end, so others can read or stop it. */
  #together(begun: StoredImport): Promise<void> {
    return this.#unit(begun, { large: true }, async unit => {
      await this.#alone(unit.db)
      const seen = new Seen()
      let { counts, doneCount } = begun
      const tried: RowOutcome[] = []
      const isCheck = begun.status === 'checking'
      const work = async (): Promise<RowOutcome[]> => {
        for await (const lines of this.#lines(
          begun,
          0,
          () => readTogether,
          read => read(unit.db),
        )) {
          const outcomes = await this.#judge(unit, begun, seen, lines)
          counts = counted(counts, outcomes)
          doneCount += lines.length
          if (isCheck) tried.push(...outcomes)
          else {
            this.#keepRows(unit, begun, outcomes)
            await unit.writeSoFar()
          }
        }
        return tried
      }
      if (isCheck) this.#keepRows(unit, begun, await this.#try(unit, begun, work))
      else await work()
      await this.#keepCounts(unit, await this.#lock(unit.db, begun.doneCount), counts, doneCount)
    })
  }

  async #alone(db: Transaction): Promise<void> {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`import ${this.#taken.id}`}, 0)) as is_free`.execute(db)
    if (!rows[0]?.isFree) throw new Stopped()
  }

  #undo(begun: StoredImport): Promise<void> {
    const { resources, hooks } = this.#services
    return this.#unit(begun, { large: true }, async unit => {
      await this.#alone(unit.db)
      const resource = this.#resource(begun)
      await undoImport(unit, begun, { resource, resources, hooks, tenantId: this.#tenantId })
      await this.#lock(unit.db, begun.doneCount)
      await sql`update imports set status = 'undone', undo_until = null where ${this.#ofIt}`.execute(unit.db)
      await forgetPieces(unit.db, this.#tenantId, begun.id)
    })
  }

  #isTriedTogether(begun: StoredImport): boolean {
    return !this.#leavesNothing(begun) && begun.rowCount <= mostTogether
  }

  async run(): Promise<void> {
    const begun = await this.#begin()
    if (begun.status !== this.#taken.status) return
    if (begun.status === 'undoing') return this.#undo(begun)
    const isTogether = begun.status === 'checking' ? this.#isTriedTogether(begun) : begun.onError === 'nothing'
    return isTogether ? this.#together(begun) : this.#inPieces(begun)
  }

  async fail(failure: string): Promise<void> {
    const now = this.#services.now()
    const isUndoing = this.#taken.status === 'undoing'
    const undoUntil = this.#taken.status === 'importing' ? formatInstant(now + DAY) : null
    await this.#services.database.run({ as: 'tenant', tenantId: this.#tenantId }, db =>
      sql`update imports set failure = ${failure.slice(0, 500)}, finished_at = coalesce(finished_at, ${formatInstant(now)}),
        status = ${isUndoing ? 'done' : 'failed'}, undo_until = coalesce(${undoUntil}::timestamptz, undo_until)
        where ${this.#ofIt} and status = ${this.#taken.status}`.execute(db),
    )
  }
}

/** docs/importing.md */
export const createImportQueue = (services: QueueServices): JobQueue => {
  const { database, log, resources } = services
  const isOpen = sql`status = any(${busyStatuses}::text[])`
  return leaseQueue<Taken, Attempted>(
    { database, log },
    {
      ...{ name: importQueue, table: 'imports', due: 'runAt', isOpen, most: 1 },
      note: async (db, tenantId, done) => {
        for (const { id, isStopped } of done)
          if (!isStopped)
            await sql`update imports set leased_until = null where tenant_id = ${tenantId} and id = ${id}`.execute(db)
        return []
      },
      take: async (db, tenantId, { room, inHand }) => {
        const { rows } = await sql<Taken>`
          update imports set ${leased} where tenant_id = ${tenantId} and id in (
            select id from imports where tenant_id = ${tenantId} and ${isOpen} and run_at <= now() and ${isFree('imports')}
            and id <> all(${inHand}::uuid[]) limit ${room} for update skip locked)
          returning id, status`.execute(db)
        return rows
      },
      attempt: async (taken, { tenantId, signal }) => {
        const step = new Step(services, tenantId, taken, signal)
        try {
          await step.run()
        } catch (error) {
          if (error instanceof Stopped) return signal.aborted ? null : { id: taken.id, isStopped: true }
          const problem = error instanceof Problem ? error : databaseProblem(resources, error)
          // The step continues once the database answers.
          if (problem && problem.status >= 500) throw error
          if (!problem) log('error', 'an import failed', { id: taken.id, error: String(error) })
          await step.fail(problem?.message ?? 'Something went wrong on our side.')
        }
        return { id: taken.id }
      },
    },
  )
}
