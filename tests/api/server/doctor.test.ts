import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { diagnose } from '../../../server/commands/doctor'
import { ownerPool } from '../../../server/db/postgres'
import { settleSecrets } from '../../../server/db/sealed'
import { openServer } from '../../../server/db/server'
import { product } from '../../../server/product'
import { createSealer } from '../../../server/seal'
import { secretPurpose } from '../../../server/webhooks/settings'
import { settingsOf } from '../../../testing/testDatabase'
import { describeOnPostgres } from '../support/describeOnDatabase'
import { startTransactionPooler } from '../support/transactionPooler'

vi.mock('node:fs/promises', async original => {
  const files = await original<typeof import('node:fs/promises')>()
  return { ...files, statfs: vi.fn(files.statfs) }
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Environment = Readonly<Record<string, string>>

/** Findings that are not ok, by check. */
const complaints = async (environment: Environment): Promise<Record<string, string>> => {
  const findings = await diagnose(product, { DATA_DIR: folder, ...environment })
  return Object.fromEntries(
    findings.filter(({ state }) => state !== 'ok').map(({ check, state, said }) => [check, `${state}: ${said}`]),
  )
}

it('finds nothing wrong with a folder that no start has used', async () => {
  const findings = await diagnose(product, { DATA_DIR: folder })
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
})

const onThisMachine: [name: string, environment: Environment, check: string, said: RegExp][] = [
  ['settings', { DEMO_MODE: 'off', PORT: 'x' }, 'settings', /failed: DEMO_MODE is not a setting.*; PORT must be/],
  ['a data folder', { DATA_DIR: '/proc/slotwise' }, 'disk', /failed: DATA_DIR cannot be written/],
  [
    'a mail server',
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    'mail server',
    /failed: SMTP_URL: .*ECONNREFUSED.*Check host, port and firewall/,
  ],
  ['a public address', { PUBLIC_URL: 'http://127.0.0.1:1' }, 'public address', /warning: .*not reached from here/],
  ['an API', { API_URL: 'http://127.0.0.1:1/api' }, 'API', /failed/],
  ['a project', { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_ANON_KEY: 'x' }, 'Supabase project', /failed/],
  ['sign-up that is open', { HOST: '0.0.0.0' }, 'sign-up', /failed: .*AUTH_CONFIRM_EMAIL=on/],
  ['proxies', { PUBLIC_URL: 'https://127.0.0.1:1' }, 'proxies', /warning: .*TRUSTED_PROXIES/],
  ['webhooks', { HOST: '0.0.0.0', WEBHOOK_ALLOW_PRIVATE: 'on' }, 'webhooks', /failed: .*WEBHOOK_ALLOW_PRIVATE=off/],
  [
    'a database server',
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    'database',
    /failed: DATABASE_URL: no server listens there/,
  ],
]
it.each(onThisMachine)('names what is wrong with %s', async (_, environment, check, said) => {
  expect((await complaints(environment))[check]).toMatch(said)
})

it('says how little room a disk has', async () => {
  const { bsize, ...disk } = await statfs(folder)
  const withFree = (megabytes: number) =>
    vi.mocked(statfs).mockResolvedValueOnce({ ...disk, bsize, bavail: (megabytes * 1024 * 1024) / bsize } as never)
  withFree(50)
  expect((await complaints({})).disk).toMatch(/^failed: 50 MB free in .*: make room/)
  withFree(500)
  expect((await complaints({})).disk).toMatch(/^warning: 500 MB free/)
})

/** Answers by the beginning of the path, in JSON. */
const withSite = async (
  answers: Readonly<Record<string, [status: number, body: object]>>,
  work: (url: string) => Promise<void>,
): Promise<void> => {
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const [status, body] = Object.entries(answers).find(([start]) => url.startsWith(start))?.[1] ?? [404, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const site = createServer(answer).listen(0, '127.0.0.1')
  await new Promise(resolve => site.once('listening', resolve))
  try {
    await work(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
  } finally {
    site.closeAllConnections()
    await new Promise(resolve => site.close(resolve))
  }
}

it('notices a public address that leads elsewhere', async () => {
  await withSite({}, async url => {
    expect((await complaints({ PUBLIC_URL: url }))['public address']).toMatch(
      /^warning: .* answers 404: does its proxy/,
    )
  })
  await withSite({ '/healthz': [200, {}] }, async url => {
    expect(await complaints({ PUBLIC_URL: url })).not.toHaveProperty('public address')
  })
})

it('asks a Supabase project for its keys, the rights of ours, and the bucket', async () => {
  const keys: [number, object] = [200, { keys: [{ kid: 'a' }] }]
  const users: [number, object] = [200, { users: [] }]
  const said = async (answers: Parameters<typeof withSite>[0], serviceKey = 'service') => {
    let found: string | undefined
    await withSite(answers, async url => {
      const key: Environment = serviceKey ? { SUPABASE_SERVICE_ROLE_KEY: serviceKey } : {}
      found = (await complaints({ SUPABASE_URL: url, SUPABASE_ANON_KEY: 'anon', ...key }))['Supabase project']
    })
    return found
  }
  const jwks = '/auth/v1/.well-known/jwks.json'
  expect(await said({ [jwks]: [200, { keys: [] }] })).toMatch(/^failed: .*no signing keys/)
  expect(await said({ [jwks]: keys }, '')).toMatch(/^warning: without SUPABASE_SERVICE_ROLE_KEY/)
  expect(await said({ [jwks]: keys, '/auth/v1/admin/users': [401, { msg: 'no' }] })).toMatch(/^failed: .* is refused/)
  const bucket = { id: 'slotwise', name: 'slotwise' }
  const withBucket = (isPublic: boolean) =>
    said({ [jwks]: keys, '/auth/v1/admin/users': users, '/storage/v1/bucket/': [200, { ...bucket, public: isPublic }] })
  expect(await withBucket(true)).toMatch(/^failed: the bucket .* is public/)
  expect(await withBucket(false)).toBeUndefined()
})

it('refuses a database server that is too old', async () => {
  const message = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 65_535)])
  const ready = message('Z', Buffer.from('I'))
  const version = '14.11'
  const row = [
    message(
      'T',
      int16(1),
      Buffer.from('server_version\0'),
      int32(0),
      int16(0),
      int32(25),
      int16(-1),
      int32(-1),
      int16(0),
    ),
    message('D', int16(1), int32(version.length), Buffer.from(version)),
    message('C', Buffer.from('SHOW\0')),
    ready,
  ]
  const server = net.createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.on(
        'data',
        asked => void (asked[0] === 'Q'.charCodeAt(0) ? socket.write(Buffer.concat(row)) : socket.end()),
      )
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const found = await complaints({ DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` })
  await new Promise(resolve => server.close(resolve))
  expect(found.database).toBe('failed: PostgreSQL 15 or later is needed; the server of DATABASE_URL has 14.11.')
})

const hidden = (objects: string): string =>
  `${objects}; do $$ begin execute format('alter database %I set search_path to public, pg_catalog', current_database()); end $$`
const shown = (objects: string): string =>
  `do $$ begin execute format('alter database %I reset search_path', current_database()); end $$; ${objects}`

describeOnPostgres('The doctor of a server', use => {
  const key = randomBytes(32)
  const on = (environment: Environment = {}): Promise<Record<string, string>> =>
    complaints({
      ...(environment.DATABASE_URL ? {} : settingsOf(use().url)),
      ...{ DEMO: 'off', SECRETS_KEY: key.toString('base64'), ...environment },
    })

  it('looks at twenty things and more, and has little to say of a fresh one', async () => {
    const findings = await diagnose(product, { DATA_DIR: folder, ...settingsOf(use().url) })
    expect(findings.length).toBeGreaterThanOrEqual(20)
    expect(Object.keys(await on())).toEqual(['superusers', 'last backup'])
  })

  const broken: [name: string, breaking: string, mending: string, check: string, said: RegExp][] = [
    [
      'row-level security that is not forced',
      'alter table channels no force row level security',
      'alter table channels force row level security',
      'isolation',
      /failed: .*channels/,
    ],
    [
      'a changed schema',
      'alter table channels rename column name to title',
      'alter table channels rename column title to name',
      'schema',
      /warning: .*channels lacks the column name/,
    ],
    [
      'a newer database',
      "insert into migrations (name, timestamp) values ('product/9999_later', 'x')",
      "delete from migrations where name = 'product/9999_later'",
      'migrations',
      /failed: a newer version has run product\/9999_later/,
    ],
    [
      'mails that nobody sends',
      "insert into auth_service.mails (id, sealed, due_at, expires_at) values (gen_random_uuid(), 'x', now() - interval '1 hour', now())",
      'delete from auth_service.mails',
      'mails that wait',
      /warning: 1 for over 15 minutes/,
    ],
    [
      'webhooks that nobody sends',
      `begin; set local session_replication_role = replica;
        insert into webhook_deliveries (tenant_id, webhook_id, event_type, next_attempt_at)
          values (gen_random_uuid(), gen_random_uuid(), 'x', now() - interval '1 hour'); commit`,
      'begin; set local session_replication_role = replica; delete from webhook_deliveries; commit',
      'webhooks that wait',
      /warning: 1 for over 15 minutes/,
    ],
    [
      'migrations to come',
      "delete from migrations where name = 'product/0001_records'",
      "insert into migrations (name, timestamp) values ('product/0001_records', 'x')",
      'migrations',
      /warning: the next start runs product\/0001_records/,
    ],
    // What PostgreSQL says of itself is hidden behind what others say.
    [
      'a server without its contrib package',
      hidden(
        "create view pg_available_extensions as select * from pg_catalog.pg_available_extensions where name <> 'citext'",
      ),
      shown('drop view public.pg_available_extensions'),
      'extensions',
      /failed: the server lacks citext: install/,
    ],
    [
      'a role of requests that sees through row-level security',
      hidden(
        "create view pg_roles as select oid, rolname, rolsuper, rolcreaterole, rolname = 'slotwise_tenant' as rolbypassrls from pg_catalog.pg_roles",
      ),
      shown('drop view public.pg_roles'),
      'roles',
      /failed: slotwise_tenant must be neither superuser nor exempt/,
    ],
    [
      'a clock that goes wrong',
      hidden(
        "create function clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() - interval '40 s' $$",
      ),
      shown('drop function public.clock_timestamp()'),
      'clock',
      /failed: (?:39|4\d) s off the database's: set it by NTP/,
    ],
    [
      'an old backup',
      "comment on schema auth_service is 'Last backup: 2020-01-01T00:00:00.000Z'",
      'comment on schema auth_service is null',
      'last backup',
      /warning: \d+ h ago/,
    ],
  ]
  it.each(broken)('names %s', async (_, breaking, mending, check, said) => {
    await use().owner.query(breaking)
    const found = await on()
    await use().owner.query(mending)
    expect(found[check]).toMatch(said)
  })

  it('names a user who owns no table, too few connections, and a pooler in transaction mode that no setting names', async () => {
    const { owner, url } = use()
    const other = new URL(url ?? '')
    const name = `doctor_${randomBytes(4).toString('hex')}`
    await owner.query(`create role ${name} login password 'x'`)
    Object.assign(other, { username: name, password: 'x' })
    const found = await on({ DATABASE_URL: other.href })
    await owner.query(`alter role ${name} noinherit`)
    await owner.query(`create database ${name} owner ${name} template template0`)
    const databaseUrl = Object.assign(new URL(other.href), { pathname: `/${name}` }).href
    const empty = await on({ DATABASE_URL: databaseUrl })
    const refused = await openServer({ databaseUrl }).then(
      () => '',
      (error: Error) => error.message,
    )
    await owner.query(`drop database ${name} with (force)`)
    await owner.query(`drop role ${name}`)
    expect(empty.rights).toBe(
      `failed: the user may not make tables in the schema public. As PostgreSQL's superuser: alter schema public owner to ${name}`,
    )
    expect(refused).toMatch(/^DATABASE_URL: the user may not make tables .* alter schema public owner to /)
    expect(found.rights).toMatch(/^failed: tables belong to \w+: sign in as that role$/)
    expect(found).not.toHaveProperty('isolation')
    expect((await on({ DATABASE_POOL: '1000' })).connections).toMatch(/^warning: .*lower DATABASE_POOL/)

    const pooler = await startTransactionPooler(url ?? '')
    const behind = await on({ DATABASE_URL: pooler.url })
    const named = await on({ DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction' })
    await pooler.close()
    expect(behind.database).toMatch(/^failed: DATABASE_URL: a pooler in transaction mode is there. Set DATABASE_POOLER/)
    expect(named.pooler).toMatch(/^warning: transaction mode alone/)
  })

  it('notices a key that does not open what is sealed, and demo accounts that others can use', async () => {
    const { owner } = use()
    const [tenantId, webhookId] = [
      '018f0000-0000-7000-8000-000000000001',
      '018f0000-0000-7000-8000-000000000002',
    ] as const
    const sealed = createSealer(key).seal('secret', secretPurpose(tenantId, webhookId))
    await owner.query(
      'alter table webhook_states drop constraint webhook_states_webhook_id_fkey, drop constraint webhook_states_tenant_id_fkey',
    )
    await owner.query(
      "insert into webhook_states (tenant_id, webhook_id, secret, secret_hint) values ($1, $2, $3, '')",
      [tenantId, webhookId, sealed],
    )
    await owner.query("insert into users (email, is_demo) values ('demo@demo.test', true)")
    expect(await on()).not.toHaveProperty('secrets')
    const plain = 'update webhook_states set secret = $1'
    await owner.query(plain, ['plain:secret'])
    expect((await on()).secrets).toBe('warning: 1 secrets are still plain: the next start with SECRETS_KEY seals them')
    const started = ownerPool(use().url ?? '')
    expect(await settleSecrets(started, product.sealed, createSealer(key))).toBe(1)
    await started.end()
    expect(await on()).not.toHaveProperty('secrets')
    await owner.query('delete from webhook_states')
    const found = await on({ SECRETS_KEY: randomBytes(32).toString('base64'), HOST: '0.0.0.0', DEMO: 'on' })
    expect(found.secrets).toMatch(/failed: SECRETS_KEY does not open/)
    expect(found['demo accounts']).toMatch(/failed: 1 can sign in/)
  })
})
