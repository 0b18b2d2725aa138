import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { expect, it } from 'vitest'
import type { Actor, Transaction } from '../../../server/db/database'
import { anyTable } from '../../../server/db/sql'
import { resources } from '../../../src/resources'
import { addSamples, recordIn } from '../../../testing/samples'
import { samples } from '../http/support/samples'
import { describeOnBoth } from '../support/describeOnDatabase'

addSamples(samples)

const one = '01900000-0000-7000-8000-000000000001'
const two = '01900000-0000-7000-8000-000000000002'
const stranger = '01900000-0000-7000-8000-000000000003'
const asOne: Actor = { as: 'tenant', tenantId: one }
const asTwo: Actor = { as: 'tenant', tenantId: two }
const platform: Actor = { as: 'platform' }
const aboveTenants = ['tenants', 'users']
const channel = (tenantId: string, name: string) => ({ tenantId, name, code: name.toLowerCase() })

describeOnBoth('Tenant isolation', use => {
  const run = <T>(actor: Actor, work: (trx: Transaction) => Promise<T>) => use().database.run(actor, work)
  const tenantTables = async (): Promise<string[]> => {
    const { rows } = await use().owner.query<{ relname: string }>(
      `select relname from pg_class join pg_attribute on attrelid = pg_class.oid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'tenant_id'`,
    )
    return rows.map(({ relname }) => relname)
  }

  it('is set up with two tenants, each with a row in every table', async () => {
    for (const [tenantId, slug] of [
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      await run(platform, async trx => {
        await trx.insertInto('tenants').values({ id: tenantId, name: slug, slug, timeZone: 'UTC' }).execute()
        const user = { id: tenantId, email: `${slug}@demo.test` }
        await trx.insertInto('users').values(user).execute()
        await trx.insertInto('memberships').values({ tenantId, userId: user.id }).execute()
      })
      await run({ as: 'tenant', tenantId }, trx =>
        trx.insertInto('channels').values(channel(tenantId, 'Web')).execute(),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        trx
          .insertInto('auditEntries')
          .values({ tenantId, actorType: 'system', action: 'created', entityType: 'channels' })
          .execute(),
      )
      await run({ as: 'tenant', tenantId }, trx => trx.insertInto('eventClocks').values({ tenantId }).execute())
      for (const resource of resources) {
        if (resource.scope === 'tenant' && !['memberships', 'channels'].includes(resource.name))
          await recordIn(use(), resource, tenantId)
      }
    }
    await use().owner.query(
      `insert into webhook_states (tenant_id, webhook_id, secret, secret_hint) select tenant_id, id, 'plain:x', 'x' from webhooks`,
    )
    // Leaves the one channel that everything refers to.
    const { rows: references } = await use().owner.query<{ table: string; column: string }>(
      `select conrelid::regclass::text as table, attname as column from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = conkey[2]
       where confrelid = 'channels'::regclass and conkey[1] in (select attnum from pg_attribute where attrelid = conrelid
       and attname = 'tenant_id') and conrelid <> 'channels_catalog_item_ids'::regclass`,
    )
    for (const { table, column } of references) {
      await use().owner.query(
        `update ${table} as referrer set ${column} = channels.id
         from channels where channels.tenant_id = referrer.tenant_id and channels.name = 'Web'`,
      )
    }
    await use().owner.query(
      `delete from channels where name <> 'Web';
       insert into channels_catalog_item_ids (tenant_id, owner_id, target_id, position)
       select channels.tenant_id, channels.id, min(catalog_items.id::text)::uuid, 0
       from channels join catalog_items on catalog_items.tenant_id = channels.tenant_id group by 1, 2`,
    )
    // Leaves the first member of each tenant.
    await use().owner.query(
      `update calendar_feeds set scope = 'tenant', membership_id = null;
       delete from memberships where id <> (select others.id from memberships as others
         where others.tenant_id = memberships.tenant_id order by others.created_at, others.id limit 1)`,
    )
    await run(platform, trx => trx.insertInto('users').values({ id: stranger, email: 'x@demo.test' }).execute())
    for (const tenantId of [one, two]) {
      const hash = createHash('sha256').update(tenantId).digest()
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into api_key_secrets (tenant_id, api_key_id, hash)
          select tenant_id, id, ${hash} from api_keys limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`with put as (
            insert into trash (tenant_id, entity_type, entity_id, deleted_at, deleted_by_type)
            values (${tenantId}, 'customers', ${tenantId}, now(), 'system'))
          insert into trash_files (tenant_id, entity_type, entity_id, file_id)
          select tenant_id, 'customers', tenant_id, id from files limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into calendar_feed_secrets (tenant_id, calendar_feed_id, hash)
          select tenant_id, id, ${hash} from calendar_feeds limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into busy_calendar_states (tenant_id, busy_calendar_id, address, next_read_at)
          select tenant_id, id, 'plain:x', now() from busy_calendars limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into busy_times (tenant_id, busy_calendar_id, starts_at, ends_at)
          select tenant_id, id, now(), now() + interval '1 hour' from busy_calendars limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`with made as (
            insert into imports (tenant_id, resource, file_name, encoding, delimiter, time_zone, columns, row_count)
            values (${tenantId}, 'customers', 'a.csv', 'utf-8', ',', 'UTC', '[]', 1) returning tenant_id, id)
          insert into import_pieces (tenant_id, import_id, piece, bytes) select tenant_id, id, 0, '' from made`.execute(
          trx,
        ),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into import_rows (tenant_id, import_id, row, line, outcome)
          select tenant_id, id, 1, 2, 'create' from imports`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into import_mappings (tenant_id, resource, headers, mapping)
          values (${tenantId}, 'customers', 'x', '{}')`.execute(trx),
      )
      await run({ as: 'tenant', tenantId, userId: tenantId }, trx =>
        sql`insert into saved_view_defaults (tenant_id, user_id, resource, view_id)
          select tenant_id, ${tenantId}, resource, id from saved_views limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId, userId: stranger }, trx =>
        sql`insert into checklists_put_away (tenant_id, user_id) values (${tenantId}, ${stranger})`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into set_ups (tenant_id, template, made) values (${tenantId}, 'salon', '[]')`.execute(trx),
      )
      // A feed has resources or types, never both.
      for (const [link, target] of [
        ['calendar_feeds_resource_ids', 'resources'],
        ['calendar_feeds_resource_type_ids', 'resource_types'],
      ] as const) {
        await run({ as: 'tenant', tenantId }, trx =>
          sql`insert into ${sql.table(link)} (tenant_id, owner_id, target_id, position)
            select feeds.tenant_id, feeds.id, targets.id, 0 from calendar_feeds as feeds, ${sql.table(target)} as targets limit 1
            on conflict do nothing`.execute(trx),
        )
      }
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into public_bookings (tenant_id, booking_id, held_at)
          select tenant_id, id, now() from bookings limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into public_waitlist_entries (tenant_id, entry_id, network, joined_at)
          select tenant_id, id, 'a', now() from waitlist_entries limit 1`.execute(trx),
      )
      await run({ as: 'tenant', tenantId }, trx =>
        sql`insert into used_challenges (tenant_id, id, expires_at) values (${tenantId}, 'x', now())`.execute(trx),
      )
    }
    await use().owner.query(`update saved_views set owner_id = tenant_id,
      visibility = case tenant_id when '${one}' then 'private' else 'shared' end`)
    for (const table of await tenantTables()) {
      const { rows } = await use().owner.query(`select count(distinct tenant_id) as tenants from ${table}`)
      expect({ table, ...rows[0] }).toEqual({ table, tenants: 2 })
    }
  })

  it('forces row-level security on every table, and leads every key of a tenant table with the tenant', async () => {
    const open = await use().owner.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not (relrowsecurity and relforcerowsecurity) and relname not in ('migrations', 'migration_lock')`,
    )
    expect(open.rows).toEqual([])
    const loose = await use().owner.query(
      `select indexrelid::regclass::text from pg_index join pg_attribute on attrelid = indrelid and attname = 'tenant_id'
       where indisunique and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
       and indkey[0] <> attnum`,
    )
    expect(loose.rows).toEqual([])
    // Exclusions, and references to tenants' tables.
    const across = await use().owner.query(
      `select conname from pg_constraint join pg_attribute own on own.attrelid = conrelid and own.attname = 'tenant_id'
       left join pg_attribute target on target.attrelid = confrelid and target.attname = 'tenant_id'
       where connamespace = 'public'::regnamespace and conkey[1] <> own.attnum
       and (contype = 'x' or contype = 'f' and target.attnum is not null)`,
    )
    expect(across.rows).toEqual([])
  })

  it('shows no row of any tenant table to a role without a tenant', async () => {
    const tables = await tenantTables()
    expect(tables).toEqual(expect.arrayContaining(['channels', 'memberships', 'variant_resources']))
    const client = await use().owner.connect()
    try {
      await client.query('begin; set local role slotwise_tenant')
      for (const table of [...tables, 'tenants', 'users']) {
        const { rows } = await client.query(`select count(*) as seen from ${table}`)
        expect({ table, ...rows[0] }).toEqual({ table, seen: 0 })
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('shows a tenant its own rows only, its own tenant, and the users who are its members', async () => {
    const seen = await run(asOne, async trx => ({
      channels: await trx.selectFrom('channels').select('tenantId').execute(),
      memberships: await trx.selectFrom('memberships').select('tenantId').execute(),
      tenants: await trx.selectFrom('tenants').select('id').execute(),
      users: await trx.selectFrom('users').select('id').execute(),
    }))
    expect(seen).toEqual({
      channels: [{ tenantId: one }],
      memberships: [{ tenantId: one }],
      tenants: [{ id: one }],
      users: [{ id: one }],
    })
  })

  it('lets a tenant neither write into another one, nor move a row there, nor change what is there', async () => {
    const insert = run(asOne, trx => trx.insertInto('channels').values(channel(two, 'Theirs')).execute())
    await expect(insert).rejects.toMatchObject({ code: '42501' })
    const move = run(asOne, trx => trx.updateTable('channels').set({ tenantId: two }).execute())
    await expect(move).rejects.toMatchObject({ code: '42501' })
    const touched = await run(asOne, async trx => [
      (await trx.updateTable('channels').set({ name: 'Mine' }).where('tenantId', '=', two).execute())[0]
        ?.numUpdatedRows,
      (await trx.deleteFrom('channels').where('tenantId', '=', two).execute())[0]?.numDeletedRows,
      (await trx.updateTable('tenants').set({ name: 'Mine' }).where('id', '=', two).execute())[0]?.numUpdatedRows,
    ])
    expect(touched).toEqual([0n, 0n, 0n])
    expect(await run(asTwo, trx => trx.selectFrom('channels').select('name').execute())).toEqual([{ name: 'Web' }])
  })

  it('refuses members what is a superuser’s', async () => {
    const works: ((trx: Transaction) => Promise<unknown>)[] = [
      trx => trx.updateTable('tenants').set({ isActive: true }).execute(),
      trx => trx.deleteFrom('tenants').execute(),
      trx => trx.updateTable('users').set({ userType: 'superuser' }).execute(),
      trx => trx.insertInto('users').values({ email: 'new@demo.test' }).execute(),
    ]
    for (const work of works) await expect(run(asOne, work)).rejects.toMatchObject({ code: '42501' })
  })

  it('keeps the platform out of what belongs to tenants, and the auth service out of both', async () => {
    const readChannels = (trx: Transaction) => trx.selectFrom('channels').selectAll().execute()
    await expect(run(platform, readChannels)).rejects.toMatchObject({ code: '42501' })
    for (const table of ['channels', 'users', 'tenants', 'memberships']) {
      const read = run({ as: 'auth' }, trx => anyTable(trx).selectFrom(table).selectAll().execute())
      await expect(read, table).rejects.toMatchObject({ code: '42501' })
    }
  })

  it('keeps everybody but the auth service out of its accounts', async () => {
    for (const actor of [asOne, platform]) {
      const read = run(actor, trx => trx.selectFrom('authService.users').selectAll().execute())
      await expect(read).rejects.toMatchObject({ code: '42501' })
    }
    expect(await run({ as: 'auth' }, trx => trx.selectFrom('authService.users').selectAll().execute())).toEqual([])
  })

  it('cannot refer across tenants, not even with the rights of the owner', async () => {
    const { owner } = use()
    const { rows } = await owner.query('select id from channels where tenant_id = $1', [two])
    await owner.query(
      'create table parts (tenant_id uuid, channel_id uuid, foreign key (tenant_id, channel_id) references channels)',
    )
    const refer = (tenantId: string) => owner.query('insert into parts values ($1, $2)', [tenantId, rows[0]?.id])
    await expect(refer(one)).rejects.toMatchObject({ code: '23503' })
    await refer(two)
    await owner.query('drop table parts')
  })

  /** What people of tenant `one` see of a table and may write there, to tell whether a policy makes a difference. */
  const reachOf = async (client: PoolClient, table: string, columns: string, row: object): Promise<object> => {
    const tryTo = async (text: string, values?: unknown[]): Promise<unknown> => {
      await client.query('savepoint attempt')
      const answer = await client.query(text, values).then(
        ({ rows, rowCount }) => rows[0] ?? rowCount,
        ({ code }: { code: string }) => code,
      )
      await client.query('rollback to attempt')
      return answer
    }
    const insert = `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`
    const [tenant, touch] = aboveTenants.includes(table) ? ['id', "name = 'x'"] : ['tenant_id', `tenant_id = '${one}'`]
    const reach: Record<string, unknown> = {}
    for (const [role, person] of [
      ['slotwise_tenant', one],
      ['slotwise_tenant', stranger],
      ['slotwise_limited', stranger],
    ]) {
      await client.query(
        // Without references, so that a row that may be deleted is.
        `savepoint probe; set local session_replication_role = 'replica'; set local role ${role}; set local app.tenant_id = '${one}'; set local app.user_id = '${person}';
         set local app.limits = '{}'`,
      )
      const { seen, foreign } = (await tryTo(
        `select count(*)::int as seen, count(*) filter (where ${tenant} = '${two}')::int as foreign from ${table}`,
      )) as { seen: number; foreign: number }
      const [own, theirs] = [await tryTo(insert, [row]), await tryTo(insert, [{ ...row, [tenant as string]: two }])]
      // Without a condition, only the policies of the command itself apply.
      const touched = await tryTo(`update ${table} set ${touch}`)
      reach[`${role} ${person}`] = { seen, foreign, own, theirs, touched, deleted: await tryTo(`delete from ${table}`) }
      await client.query('rollback to probe')
    }
    return reach
  }

  it('is lost with each policy that is dropped, or lets everything through', async () => {
    const { rows: policies } = await use().owner.query<{ table: string; name: string; command: string }>(
      `select tablename as table, policyname as name, cmd as command from pg_policies
       where schemaname = 'public' and roles && array['slotwise_tenant', 'slotwise_limited']::name[] order by 1, 2`,
    )
    const tables = [...(await tenantTables()), ...aboveTenants]
    const client = await use().owner.connect()
    const makesNoDifference: string[] = []
    try {
      for (const { table, name, command } of policies.filter(each => tables.includes(each.table))) {
        await client.query('begin')
        const { rows: named } = await client.query<{ columns: string }>(
          `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute where attrelid = $1::regclass
           and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
          [table],
        )
        // A customer without bookings is not hidden from staff who keep to their own.
        const { rows } = await client.query(
          `select to_jsonb(t) as row from ${table} t where ${aboveTenants.includes(table) ? 'id' : 'tenant_id'} = $1
           order by to_jsonb(t) ->> 'has_bookings_by_customer_id' desc nulls last limit 1`,
          [one],
        )
        const reach = () => reachOf(client, table, named[0]?.columns ?? '', rows[0]?.row)
        const before = await reach()
        for (const person of Object.values(before))
          expect({ table, ...person }).toMatchObject({ foreign: 0, theirs: '42501' })
        const policy = `${name} on ${table}`
        const through: Record<string, readonly string[]> = {
          ALL: ['using (true)', 'with check (true)'],
          INSERT: ['with check (true)'],
          UPDATE: ['using (true) with check (true)'],
        }
        for (const change of [
          `drop policy ${policy}`,
          ...(through[command] ?? ['using (true)']).map(condition => `alter policy ${policy} ${condition}`),
        ]) {
          await client.query(`savepoint change; ${change}`)
          if (isDeepStrictEqual(await reach(), before)) makesNoDifference.push(change)
          await client.query('rollback to change')
        }
        await client.query('rollback')
      }
    } finally {
      client.release()
    }
    expect(makesNoDifference).toEqual([])
  })

  it('has no way out of the actor’s role', async () => {
    for (const statement of [
      'reset role',
      '  Set local role postgres',
      'set session authorization default',
      `select set_config('app.tenant_id', '${two}', true)`,
      `select set_config ('role', 'none', true)`,
      'rollback',
      'commit',
      'do $$ begin reset role; end $$',
    ])
      await expect(
        run(asOne, trx => sql.raw(statement).execute(trx)),
        statement,
      ).rejects.toThrow('Not allowed')
    const smuggled = run(asOne, trx => sql.raw('select 1; reset role; select 2').execute(trx))
    await expect(smuggled).rejects.toMatchObject({ code: '42601' })
    const temporary = run(asOne, trx => sql`create temporary table channels ()`.execute(trx))
    await expect(temporary).rejects.toMatchObject({ code: '42501' })
    const table = run(asOne, trx => sql`create table mine ()`.execute(trx))
    await expect(table).rejects.toMatchObject({ code: '42501' })
  })

  it('refuses an actor whose id is not a UUID', async () => {
    const actor: Actor = { as: 'tenant', tenantId: `${one}'; reset role; --` }
    await expect(run(actor, trx => trx.selectFrom('channels').selectAll().execute())).rejects.toThrow('Not a UUID')
  })

  it('leaves nothing of one actor to the next', async () => {
    await run(asOne, trx => trx.selectFrom('channels').selectAll().execute())
    const { rows } = await use().owner.query(
      "select current_user = session_user as own, current_setting('app.tenant_id', true) as tenant, current_tenant_id() as id",
    )
    expect(rows[0]).toMatchObject({ own: true, id: null })
    const failed = run(asTwo, trx => sql`select 1 / 0`.execute(trx))
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    const [now] = await run(
      asOne,
      async trx => (await sql`select current_tenant_id() as id, current_user_id() as person`.execute(trx)).rows,
    )
    expect(now).toEqual({ id: one, person: null })
  })
})
