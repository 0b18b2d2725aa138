import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { type Actor, type Database, openDatabase, type Transaction } from '../../../server/db/database'
import { refuseOldServer } from '../../../server/db/postgres'
import { statement } from '../../../server/db/sql'
import { describeOnBoth, describeOnPostgres } from '../support/describeOnDatabase'
import { startTransactionPooler } from '../support/transactionPooler'

const platform: Actor = { as: 'platform' }

describeOnBoth('Transactions', use => {
  const run = <T>(work: (trx: Transaction) => Promise<T>, retry = false) =>
    use().database.run(platform, work, { retry })
  const addUser = (trx: Transaction, email: string) => trx.insertInto('users').values({ email }).execute()
  const emails = () =>
    run(async trx =>
      (await trx.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email),
    )

  it('plan statements over many rows for their values, and leave processors to others', async () => {
    const settings = sql<{ plans: string; workers: number }>`select current_setting('plan_cache_mode') as plans,
      current_setting('max_parallel_workers_per_gather')::int as workers`
    const read = (large: boolean) =>
      use().database.run(platform, async trx => (await settings.execute(trx)).rows[0], { large, readOnly: true })
    const usual = await read(false)
    expect(await read(true)).toEqual({ plans: 'force_custom_plan', workers: 0 })
    expect(usual).toMatchObject({ plans: 'auto' })
    expect(await read(false)).toEqual(usual)
  })

  it('give the same JavaScript values on every kind of database', async () => {
    const { rows } = await run(trx =>
      sql`select
        timestamptz '2026-03-29 02:59:59.9876+02' as instant_value,
        timestamptz '1890-01-01 12:00:00+00' as old_instant,
        date '2026-02-28' as date_value,
        time '09:05' as time_value, time '24:00' as end_of_day, time '09:05:30' as with_seconds,
        timestamp '2026-02-28 09:05' as local_value,
        9007199254740991::int8 as large, count(*) as counted, 12.5::numeric as fraction, 7::int2 as small, 0.5::float8 as half,
        true as flag, null::int as nothing, '018f0000-0000-7000-8000-000000000001'::uuid as id,
        '{"someKey": [1, {"other_key": null}]}'::jsonb as json_value,
        array['a', 'b,c']::text[] as texts, array[1, 2]::int8[] as numbers,
        array[timestamptz '2026-01-01 00:00Z'] as instants, array[date '2026-01-01'] as dates, '{}'::text[] as none
        from generate_series(1, 3)`.execute(trx),
    )
    expect(rows).toEqual([
      {
        instantValue: '2026-03-29T00:59:59.987Z',
        oldInstant: '1890-01-01T12:00:00.000Z',
        dateValue: '2026-02-28',
        timeValue: '09:05',
        endOfDay: '24:00',
        withSeconds: '09:05:30',
        localValue: '2026-02-28 09:05:00',
        large: 9007199254740991,
        counted: 3,
        fraction: 12.5,
        small: 7,
        half: 0.5,
        flag: true,
        nothing: null,
        id: '018f0000-0000-7000-8000-000000000001',
        jsonValue: { someKey: [1, { other_key: null }] },
        texts: ['a', 'b,c'],
        numbers: [1, 2],
        instants: ['2026-01-01T00:00:00.000Z'],
        dates: ['2026-01-01'],
        none: [],
      },
    ])
    const tooLarge = run(trx => sql`select 9007199254740993::int8 as large`.execute(trx))
    await expect(tooLarge).rejects.toThrow('too large')
  })

  it('take back what they are given, to the millisecond', async () => {
    await run(trx => addUser(trx, 'clock@demo.test'))
    const read = (trx: Transaction) =>
      trx.selectFrom('users').selectAll().where('email', '=', 'clock@demo.test').executeTakeFirstOrThrow()
    const before = await run(read)
    expect(before).toMatchObject({
      version: 1,
      userType: 'user',
      createdAt: expect.stringMatching(/^2\d{3}-.*\.\d{3}Z$/),
    })
    const same = await run(trx =>
      trx.selectFrom('users').select('id').where('createdAt', '=', before.createdAt).execute(),
    )
    expect(same).toEqual([{ id: before.id }])

    await run(trx => trx.updateTable('users').set({ name: 'Clock' }).where('id', '=', before.id).execute())
    const after = await run(read)
    expect(after).toMatchObject({ version: 2, name: 'Clock', createdAt: before.createdAt })
    expect(after.updatedAt >= before.updatedAt).toBe(true)
    await run(trx => trx.deleteFrom('users').where('id', '=', before.id).execute())
  })

  it('make ids that follow each other in time', async () => {
    const { rows } = await run(trx =>
      sql<{ id: string }>`select uuid_v7() as id from generate_series(1, 200)`.execute(trx),
    )
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(200)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const madeAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    expect(Math.abs(madeAt(ids[0] ?? '') - Date.now())).toBeLessThan(5_000)
    expect(ids.map(madeAt)).toEqual(ids.map(madeAt).sort((a, b) => a - b))
  })

  it('end with their last statement, with everything or nothing', async () => {
    const { database } = use()
    const count = () => run(async trx => (await trx.selectFrom('users').select('id').execute()).length)
    const before = await count()
    const single = { single: true }
    expect(await database.run(platform, trx => addUser(trx, 'single@demo.test'), single)).toHaveLength(1)
    const twice = async (trx: Transaction) => {
      await trx.selectFrom('users').select('id').execute()
      await addUser(trx, 'second@demo.test')
    }
    await expect(database.run(platform, twice, single)).rejects.toThrow('has ended')
    const failing = { last: (trx: Transaction) => addUser(trx, 'single@demo.test').then(() => {}) }
    await expect(database.run(platform, trx => addUser(trx, 'undone@demo.test'), failing)).rejects.toMatchObject({
      code: '23505',
    })
    expect(await count()).toBe(before + 1)
    const last = { last: (trx: Transaction, email: string) => addUser(trx, email).then(() => {}) }
    const work = (trx: Transaction) => addUser(trx, 'first@demo.test').then(() => 'last@demo.test')
    expect(await database.run(platform, work, last)).toBe('last@demo.test')
    expect(await database.run(platform, async () => 'nothing', { last: async () => {} })).toBe('nothing')
    expect(await count()).toBe(before + 3)
    await run(trx => trx.deleteFrom('users').execute())
  })

  it('run their statements in the order in which they were sent, whether anybody waits for an answer or not', async () => {
    const unawaited = async (trx: Transaction, before: Promise<unknown>) => {
      await before
      const sent = [addUser(trx, 'first@demo.test'), addUser(trx, 'second@demo.test')]
      const { rows } = await sql`select from users`.execute(trx)
      await Promise.all(sent)
      await trx.deleteFrom('users').execute()
      return rows.length
    }
    expect(await run(trx => unawaited(trx, Promise.resolve()))).toBe(2)
    expect(await run(trx => unawaited(trx, sql`select 1`.execute(trx)))).toBe(2)
  })

  it('keep everything or nothing', async () => {
    const failing = run(async trx => {
      await addUser(trx, 'lost@demo.test')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await emails()).toEqual([])

    const twice = run(async trx => {
      await addUser(trx, 'twice@demo.test')
      await addUser(trx, 'twice@demo.test')
    })
    await expect(twice).rejects.toBeInstanceOf(pg.DatabaseError)
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'users_email_key', table: 'users' })
    expect(await emails()).toEqual([])
  })

  it('do not report as kept what PostgreSQL rolled back because an error in it was swallowed', async () => {
    const swallowed = run(async trx => {
      await addUser(trx, 'lost@demo.test')
      await sql`select 1 / 0`.execute(trx).catch(() => {})
    })
    await expect(swallowed).rejects.toThrow('rolled back')
    expect(await emails()).toEqual([])
  })

  it('refuse to be nested where that would wait forever', async () => {
    const nested = run(() => run(async () => 1))
    if (use().database.kind === 'embedded') await expect(nested).rejects.toThrow('inside the work of another run()')
    else expect(await nested).toBe(1)
  })

  it('refuse to be used after their end', async () => {
    let kept: Transaction | undefined
    await run(async trx => {
      kept = trx
    })
    await expect(kept?.selectFrom('users').selectAll().execute()).rejects.toThrow()
    expect(await emails()).toEqual([])
  })

  it('run again once, when asked to, after a failure that may pass', async () => {
    const fail = async (code: string): Promise<never> => {
      throw Object.assign(new Error('try again'), { code })
    }
    for (const [code, retry, attempts] of [
      ['40001', true, 2],
      ['40P01', true, 2],
      ['40001', false, 1],
      ['23505', true, 1],
    ] as const) {
      const work = vi.fn(() => fail(code))
      await expect(run(work, retry)).rejects.toMatchObject({ code })
      expect(work).toHaveBeenCalledTimes(attempts)
    }
    const work = vi
      .fn()
      .mockImplementationOnce(() => fail('40001'))
      .mockResolvedValueOnce('done')
    expect(await run(work, true)).toBe('done')
  })

  it('run side by side as far as the database can, all to their end', async () => {
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        run(async trx => (await sql<{ index: number }>`select ${index}::int as index`.execute(trx)).rows[0]?.index),
      ),
    )
    expect(results).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })

  it('are checked before they write or answer, as another actor, whatever becomes of their own statements', async () => {
    await run(trx => addUser(trx, 'checked@demo.test'))
    const query = statement([], db => db.selectFrom('users').select('email').where('email', '=', 'checked@demo.test'))(
      {},
    )
    const seen: unknown[] = []
    const refused = (rows: readonly object[]): never => {
      seen.push(...rows)
      throw new Error('refused')
    }
    const check = { as: platform, query, verify: refused }
    const tenant: Actor = { as: 'tenant', tenantId: '018f0000-0000-7000-8000-000000000001' }
    const tries: ((trx: Transaction) => Promise<unknown>)[] = [
      trx => sql`select 1`.execute(trx),
      trx => sql`select pg_notify('unchecked', 'x')`.execute(trx),
      trx => sql`insert into channels (name) values ('x')`.execute(trx),
      trx => sql`select broken`.execute(trx),
      async () => 'nothing',
      trx =>
        sql`select 1`
          .execute(trx)
          .catch(() => {})
          .then(() => sql`select 2`.execute(trx).catch(() => 'swallowed')),
    ]
    const heard: unknown[] = []
    const stop = await use().database.listen('unchecked', payload => heard.push(payload))
    for (const work of tries)
      for (const single of [false, true])
        await expect(use().database.run(tenant, work, { check, single })).rejects.toThrow('refused')
    expect(seen).toEqual(Array.from({ length: 2 * tries.length }, () => ({ email: 'checked@demo.test' })))

    await use().database.ping()
    await sleep(50)
    await stop()
    expect(heard).toEqual([])
    const passed = { ...check, verify: () => {} }
    // The check sees users; the tenant's work sees none.
    const users = (trx: Transaction) => sql<{ role: string }>`select current_user::text as role`.execute(trx)
    expect((await use().database.run(tenant, users, { check: passed })).rows).toEqual([{ role: 'slotwise_tenant' }])
  })

  it('send nothing of a work that has failed, not even what waited to be sent', async () => {
    const work = run(trx =>
      Promise.all([
        addUser(trx, 'late@demo.test'),
        Promise.resolve().then(() => Promise.reject(new Error('failed meanwhile'))),
      ]),
    )
    await expect(work).rejects.toThrow('failed meanwhile')
    await use().database.ping()
    expect(await emails()).not.toContain('late@demo.test')
  })

  it('deliver notifications when they commit, and only then', async () => {
    const heard: (string | null)[] = []
    const stop = await use().database.listen('news', payload => heard.push(payload))
    const tell = (text: string) => (trx: Transaction) => sql`select tell_processes('news', ${text})`.execute(trx)
    const undone = run(async trx => {
      await tell('never happened')(trx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await run(tell('first'))
    await expect.poll(() => heard).toEqual(['first'])
    await stop()
    await run(tell('unheard'))
    await use().database.ping()
    await sleep(50)
    expect(heard).toEqual(['first'])
  })
})

const run = <T>(database: Database, work: (trx: Transaction) => Promise<T>): Promise<T> => database.run(platform, work)

const timeouts = (trx: Transaction) =>
  sql<{ milliseconds: number }>`
    select name, setting::int as milliseconds from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout') order by name`.execute(
    trx,
  )

describeOnPostgres('A server', use => {
  it('resolves a deadlock by one run again', async () => {
    const { database } = use()
    await database.run(platform, async trx => {
      await trx
        .insertInto('users')
        .values([{ email: 'a@demo.test' }, { email: 'b@demo.test' }])
        .execute()
    })
    const rename = (emails: string[], name: string) =>
      database.run(
        platform,
        async trx => {
          for (const email of emails) {
            await trx.updateTable('users').set({ name }).where('email', '=', email).execute()
            await sleep(50)
          }
        },
        { retry: true },
      )
    await Promise.all([rename(['a@demo.test', 'b@demo.test'], 'x'), rename(['b@demo.test', 'a@demo.test'], 'y')])
    const names = await database.run(platform, trx => trx.selectFrom('users').select('name').distinct().execute())
    expect(names).toHaveLength(1)
  })

  it('may cut its connections: the next transaction and the next notification arrive all the same', async () => {
    const { database, owner } = use()
    const heard: (string | null)[] = []
    await database.listen('news', payload => heard.push(payload))
    const cut =
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()'
    const during = database.run(platform, async trx => {
      await owner.query(cut)
      await trx.selectFrom('users').selectAll().execute()
    })
    await expect(during).rejects.toThrow()
    await vi.waitFor(
      async () => {
        await database.run(platform, trx => sql`select tell_processes('news', 'again')`.execute(trx))
        // Notifications are lost while nobody listens, and a null says so.
        expect(heard).toEqual(expect.arrayContaining([null, 'again']))
      },
      { timeout: 5_000, interval: 200 },
    )
  })

  it('ends statements and transactions that would hold their locks for ever', async () => {
    const { rows } = await run(use().database, timeouts)
    expect(rows.map(({ milliseconds }) => milliseconds > 0)).toEqual([true, true, true])
  })

  it('may be behind a pooler in transaction mode: settings, plans and notifications do without a session', async () => {
    const pooler = await startTransactionPooler(use().url ?? '')
    const [one, other] = await Promise.all(
      [1, 2].map(() => openDatabase({ databaseUrl: pooler.url, isLent: true, poolSize: 4 })),
    )
    if (!one || !other) throw new Error('Both were opened.')
    try {
      const heard: (string | null)[] = []
      await one.listen('news', payload => heard.push(payload))
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          run(index % 2 ? one : other, async trx => [
            (await timeouts(trx)).rows.every(({ milliseconds }) => milliseconds > 0),
            (await sql<{ role: string }>`select current_user as role`.execute(trx)).rows[0]?.role,
          ]),
        ),
      )
      expect(new Set(answers.map(String))).toEqual(new Set(['true,slotwise_platform']))
      await run(other, trx => sql`select tell_processes('news', 'heard')`.execute(trx))
      await expect.poll(() => heard).toEqual(['heard'])
    } finally {
      await Promise.all([one.close(), other.close()])
      await pooler.close()
    }
  })
})

describe('A server that cannot be used', () => {
  it('is an error at once when it is too old', () => {
    expect(() => refuseOldServer('14.13 (Debian 14.13-1.pgdg120+1)')).toThrow('PostgreSQL 15 or later')
    expect(() => refuseOldServer('15.0')).not.toThrow()
  })

  it('is an error at once when it is not there', async () => {
    await expect(openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow('ECONNREFUSED')
  })
})
