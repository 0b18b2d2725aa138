import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedServer, startWorker } from '../../../server/db/embedded/startWorker'
import { migrate } from '../../../server/db/migrate'
import { planUpgrade } from '../../../server/db/upgrade/planUpgrade'

const first = `create table tools (id integer primary key, name text not null, price integer not null);
  create table shelves (id integer primary key)`

/** Its rows are those of the real database. */
const tools = { table: 'public.tools', rows: 1000 }

let folder: string
let server: EmbeddedServer

/** A product's migrations: the first, which has run, and those of the version to come. */
const withNext = async (...next: string[]): Promise<string> => {
  const place = await mkdtemp(path.join(folder, 'migrations-'))
  for (const [index, text] of [first, ...next].entries())
    await writeFile(path.join(place, `${String(index + 1).padStart(4, '0')}_step.sql`), text)
  return place
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-upgrade-'))
  server = await startWorker({})
  await migrate(server.pool, await withNext())
  await server.pool.query(`insert into tools select n, 'Saw', 100 from generate_series(1, 1000) as n; analyze tools`)
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

test('nothing pending is nothing to do', async () => {
  expect(await planUpgrade(server.pool, await withNext())).toEqual([])
})

// One after the other: each builds on those before it.
const steps: [text: string, plan: object][] = [
  [
    'create table boxes (id integer); alter table tools add column weight integer',
    {
      breaks: [],
      tables: [{ ...tools, shutFor: 'reads and writes', isRewritten: false, isWritten: false, seconds: 0 }],
    },
  ],
  [
    "update tools set name = 'Axe'; create index tools_name on tools (name)",
    { breaks: [], tables: [{ ...tools, shutFor: 'writes', isWritten: true, indexes: ['tools_name'] }] },
  ],
  [
    'alter table tools alter column price type bigint',
    { breaks: ['public.tools.price becomes bigint'], tables: [{ ...tools, isRewritten: true }] },
  ],
  ['alter table shelves add column room text not null', { breaks: ['public.shelves.room must be given'] }],
  ['alter table tools drop column price', { breaks: ['public.tools.price is gone'] }],
  [
    'alter table tools rename column name to label',
    { breaks: ['public.tools.name is gone', 'public.tools.label must be given'] },
  ],
  ['drop table shelves', { breaks: ['the table public.shelves is gone'] }],
  [
    `create function worth(amount integer) returns integer return amount;
    create function note() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger tools_note before update on tools for each row execute function note();
    create policy tools_all on tools using (true);
    alter table tools add column code text unique check (code <> '')`,
    { breaks: [] },
  ],
  [
    'drop function worth; create function worth(amount bigint) returns bigint return amount',
    { breaks: ['the function public.worth(amount integer) integer is gone'] },
  ],
  ['alter policy tools_all on tools using (id > 0)', { breaks: ['the policies of public.tools are others'] }],
  [
    'create policy tools_few on tools as restrictive using (true)',
    { breaks: ['the policies of public.tools are others'] },
  ],
  ['drop policy tools_few on tools; drop index tools_name', { breaks: [] }],
  ['drop trigger tools_note on tools', { breaks: ['the trigger tools_note of public.tools is gone'] }],
  [
    'create unique index tools_label on tools (label)',
    { breaks: ['the rule tools_label of public.tools is stricter'] },
  ],
  [
    `alter table tools add constraint kinds check (label in ('Axe', 'Saw')), add constraint limits check (weight between 1 and 9)`,
    { breaks: ['the rule kinds of public.tools is stricter', 'the rule limits of public.tools is stricter'] },
  ],
  [
    `alter table tools drop constraint kinds, drop constraint limits,
      add constraint kinds check (label in ('Axe', 'File', 'Saw')), add constraint limits check (weight between 0 and 10)`,
    { breaks: [] },
  ],
  [
    `alter table tools drop constraint kinds, drop constraint limits,
      add constraint kinds check (label in ('Axe')), add constraint limits check (weight between 1 and 10)`,
    { breaks: ['the rule kinds of public.tools is stricter', 'the rule limits of public.tools is stricter'] },
  ],
]

test('each migration says which tables it shuts, rewrites and fills, and what the version before would miss', async () => {
  const plans = await planUpgrade(server.pool, await withNext(...steps.map(([text]) => text)))
  expect(plans).toMatchObject(steps.map(([, plan]) => plan))
  expect(plans[2]?.tables[0]?.seconds).toBeGreaterThan(0)
  const { rows } = await server.pool.query(`select name from migrations where name like 'product/%'`)
  expect(rows, 'the real database stays as it is').toEqual([{ name: 'product/0001_step' }])
})

test('a database of a newer version is refused', async () => {
  const older = await mkdtemp(path.join(folder, 'older-'))
  await expect(planUpgrade(server.pool, older)).rejects.toThrow('newer than this program: it has run product/0001_step')
})

test('the version before goes on after what only adds, and says what it lacks after that', async () => {
  const added = 'create table boxes (id integer); alter table tools add column weight integer'
  const older = await withNext()
  const newer = await withNext(added)
  expect(await migrate(server.pool, newer)).toBe(true)
  expect(await migrate(server.pool, older)).toBe(false)
  await migrate(server.pool, await withNext(added, 'alter table tools drop column price'))
  const refused = 'newer than this program, which cannot go on with it: product/0003_step (public.tools.price is gone).'
  for (const version of [older, newer]) await expect(migrate(server.pool, version)).rejects.toThrow(refused)
  await server.pool.query("update migrations set breaks = null where name = 'product/0003_step'")
  await expect(migrate(server.pool, newer)).rejects.toThrow('product/0003_step (not known to only add)')
})

test('a newer database is refused, too, where its ledger does not note what migrations took', async () => {
  await server.pool.query('alter table migrations drop column breaks')
  await expect(migrate(server.pool, await withNext())).rejects.toThrow('product/0003_step (not known to only add)')
})
