import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inBatch, type Step, stepsOf } from './steps'

type Session = Pick<pg.ClientBase, 'query'>

/** Milliseconds to wait for a table's lock, longer than PostgreSQL needs to stop its vacuuming. */
const tablePatience = 3_000

/** Shorter than PostgreSQL's deadlock timeout, so that it never ends a request. */
const rowPatience = 500

const pause = 250

/** Pages of 8 kB. */
const batchPages = 32

/** Lock not available, deadlock, serialization failure. */
const passing = new Set(['55P03', '40P01', '40001'])

const isPassing = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && passing.has(String(error.code))) || isPassing(error.cause))

/** Nothing queues behind it for long. */
export const untilFree = async <T>(work: () => Promise<T>): Promise<T> => {
  while (true) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await sleep(pause)
    }
  }
}

const inTurn = (session: Session, patience: number, work: () => Promise<void>): Promise<void> =>
  untilFree(async () => {
    await session.query(`begin; set local lock_timeout to ${patience}`)
    try {
      await work()
      await session.query('commit')
    } catch (error) {
      await session.query('rollback').catch(() => {})
      throw error
    }
  })

const schema = 'slotwise_migrating'

interface Progress {
  step: number
  page: number
}

const readProgress = async (session: Session, name: string): Promise<Progress | undefined> => {
  await session.query(
    `create schema if not exists ${schema};
    create table if not exists ${schema}.progress (name text primary key, step integer not null, page bigint not null)`,
  )
  const { rows } = await session.query<Progress>(
    `select step, page::float8 as page from ${schema}.progress where name = $1`,
    [name],
  )
  return rows[0]
}

export const hasBegun = async (session: Session, name: string): Promise<boolean> =>
  (await readProgress(session, name)) !== undefined

const noteProgress = (session: Session, name: string, { step, page }: Progress) =>
  session.query(
    `insert into ${schema}.progress values ($1, $2, $3) on conflict (name) do update set step = $2, page = $3`,
    [name, step, page],
  )

const policy = 'owner_fills_for_migration'
const dropPolicies = (tables: readonly string[]): string =>
  tables.map(table => `drop policy if exists ${policy} on ${table}`).join('; ')

/** Row-level security also binds the owner, who would silently change no row. */
const admitOwner = (session: Session, tables: readonly string[]): Promise<void> =>
  inTurn(session, tablePatience, async () => {
    const condition = `current_setting('app.filling', true) = 'on'`
    const create = tables.map(
      table => `create policy ${policy} on ${table} to current_user using (${condition}) with check (${condition})`,
    )
    await session.query([dropPolicies(tables), ...create].join('; '))
  })

/** Triggers fill rows that are inserted or changed meanwhile. */
const fill = async (
  session: Session,
  { table, tables, sql }: Extract<Step, { kind: 'fill' }>,
  from: number,
  note: (page: number) => Promise<unknown>,
): Promise<void> => {
  await admitOwner(session, tables)
  const { rows } = await session.query<{ pages: number }>(
    `select pg_relation_size(to_regclass($1)) / current_setting('block_size')::int as pages`,
    [table],
  )
  const pages = Number(rows[0]?.pages ?? 0)
  for (let page = from; page < pages; page += batchPages)
    await inTurn(session, rowPatience, async () => {
      await session.query("set local slotwise.deriving to 'on'; set local app.filling to 'on'")
      await session.query(inBatch(sql, `${table}.ctid >= '(${page},0)' and ${table}.ctid < '(${page + batchPages},0)'`))
      await note(page + batchPages)
    })
  await inTurn(session, tablePatience, async () => void (await session.query(dropPolicies(tables))))
}

/** An interrupted build leaves an index that is written but never read. */
const buildIndex = async (session: Session, { name, sql }: Extract<Step, { kind: 'index' }>): Promise<void> => {
  const { rows } = await session.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.isValid) return
  if (rows[0]) await session.query(`drop index concurrently ${name}`)
  await session.query(sql)
}

const isAlone = /^(?:drop index concurrently|vacuum|analyze|reindex) /

export const runOnline = async (
  session: Session,
  name: string,
  text: string,
  onStep: (sql: string) => void,
): Promise<void> => {
  const done = (await readProgress(session, name)) ?? { step: 0, page: 0 }
  // The first step may commit without being recorded.
  await noteProgress(session, name, done)
  for (const [position, step] of stepsOf(text).entries()) {
    if (position < done.step) continue
    onStep(step.sql)
    if (step.kind === 'index') await buildIndex(session, step)
    else if (step.kind === 'fill')
      await fill(session, step, position === done.step ? done.page : 0, page =>
        noteProgress(session, name, { step: position, page }),
      )
    else if (isAlone.test(step.sql)) await session.query(step.sql)
    else await inTurn(session, tablePatience, async () => void (await session.query(step.sql)))
    await noteProgress(session, name, { step: position + 1, page: 0 })
  }
}

export const forgetProgress = `drop schema if exists ${schema} cascade`
