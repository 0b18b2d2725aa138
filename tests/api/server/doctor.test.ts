import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { diagnose } from '../../../server/commands/doctor'
import { product } from '../../../server/product'
import { createSealer } from '../../../server/seal'
import { secretPurpose } from '../../../server/webhooks/settings'
import { describeOnPostgres } from '../support/describeOnDatabase'

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
  ['a mail server', { SMTP_URL: 'smtp://127.0.0.1:1' }, 'mail server', /failed: SMTP_URL: .*ECONNREFUSED/],
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

describeOnPostgres('The doctor of a server', use => {
  const key = randomBytes(32)
  const on = (environment: Environment = {}): Promise<Record<string, string>> =>
    complaints({ DATABASE_URL: use().url ?? '', DEMO: 'off', SECRETS_KEY: key.toString('base64'), ...environment })

  it('looks at twenty things and more, and has little to say of a fresh one', async () => {
    const findings = await diagnose(product, { DATA_DIR: folder, DATABASE_URL: use().url ?? '' })
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
    const found = await on({ SECRETS_KEY: randomBytes(32).toString('base64'), HOST: '0.0.0.0', DEMO: 'on' })
    expect(found.secrets).toMatch(/failed: SECRETS_KEY does not open/)
    expect(found['demo accounts']).toMatch(/failed: 1 can sign in/)
  })
})
