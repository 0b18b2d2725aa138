import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { settleDemo } from '../../../server/core/demo'
import { type Manifest, manifestEntry } from '../../../server/db/archive/format'
import { importTenant } from '../../../server/db/archive/importTenant'
import { carriedBy, type FileStore } from '../../../server/db/archive/parts'
import { openArchive } from '../../../server/db/archive/readArchive'
import { writeArchive } from '../../../server/db/archive/writeArchive'
import { demo } from '../../../server/demo/demo'
import { product } from '../../../server/product'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'
import { authServiceOn } from '../support/authServiceOn'

const serverUrl = inject('postgresUrl')
const kinds = serverUrl ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
type Kind = (typeof kinds)[number]

const carried = carriedBy(product)
const options = { carried, files: null, version: '0.0.0' }
let folder: string
const opened: TestDatabase[] = []
const sources = new Map<Kind, TestDatabase & { tenantId: string; file: string; manifest: Manifest }>()

const open = async (kind: Kind): Promise<TestDatabase> => {
  const database = await openTestDatabase(kind === 'embedded' ? null : serverUrl)
  opened.push(database)
  return database
}

let names = 0
const newFile = (): string => path.join(folder, `${++names}.zip`)

const one = async <Row>({ owner }: TestDatabase, text: string, values: unknown[] = []): Promise<Row> =>
  (await owner.query(text, values)).rows[0] as Row

const exported = async ({ database }: TestDatabase, tenantId: string) => {
  const file = newFile()
  return { file, manifest: await writeArchive(database, tenantId, file, options) }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-archive-'))
  for (const kind of kinds) {
    const source = await open(kind)
    const auth = await authServiceOn(source.database, { confirmEmail: false, admitsDemo: true })
    await settleDemo(source.database, auth, demo, { isOn: true, log: () => {} })
    const { id } = await one<{ id: string }>(source, `select id from tenants where slug = 'harbor-spa'`)
    // Somebody who has left, whose view stays.
    await source.owner.query(
      `with gone as (insert into users (email) values ('gone@demo.test') returning id)
        insert into saved_views (tenant_id, name, resource, visibility, is_default, filters, owner_id)
        select $1, 'Mine', 'bookings', 'private', false, '{}', gone.id from gone`,
      [id],
    )
    await source.owner.query(
      `update resources set is_active = false where ctid = (select ctid from resources where tenant_id = $1 limit 1)`,
      [id],
    )
    await source.owner.query(
      `update notifications set body = 'https://spa.example/manage/abc'
        where tenant_id = $1 and status = 'sent'`,
      [id],
    )
    sources.set(kind, { ...source, tenantId: id, ...(await exported(source, id)) })
  }
})
afterAll(async () => {
  for (const database of opened) await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** The archive with other lines and another manifest, whose hashes fit. */
const forged = async (file: string, change: (lines: Record<string, string>, manifest: Manifest) => void) => {
  const zip = await yauzl.openPromise(file, { autoClose: false })
  const contents: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    contents[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString('latin1')
  zip.close()
  const { [manifestEntry]: text = '', ...entries } = contents
  const manifest = JSON.parse(text) as Manifest
  change(entries, manifest)
  const made = new yazl.ZipFile()
  manifest.entries = {}
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content, 'latin1')
    manifest.entries[name] = createHash('sha256').update(bytes).digest('hex')
    made.addBuffer(bytes, name)
  }
  made.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestEntry)
  made.end()
  const forgery = newFile()
  await writeFile(forgery, await buffer(made.outputStream))
  return forgery
}

const sourceOf = (kind: Kind) => {
  const source = sources.get(kind)
  if (!source) throw new Error(`No source ${kind}.`)
  return source
}

it('carries every table of a tenant, or leaves it behind for a reason', async () => {
  const { rows } = await sourceOf('embedded').owner.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute join pg_class as c on c.oid = attrelid
      where attname = 'tenant_id' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const left = rows.map(({ name }) => name).filter(name => !carried.tables.includes(name))
  expect(left).toEqual([
    // Opens something.
    ...['api_key_secrets', 'api_keys', 'busy_calendar_states', 'busy_calendars', 'busy_times', 'calendar_feed_secrets'],
    ...['calendar_feeds', 'calendar_feeds_resource_ids', 'calendar_feeds_resource_type_ids'],
    // Screens of single people.
    'checklists_put_away',
    // What waits, and what is told elsewhere.
    ...['dead_letters', 'event_clocks', 'events', 'idempotency_keys', 'import_pieces', 'import_rows', 'imports'],
    'invitations',
    // Networks of strangers.
    ...['public_bookings', 'public_waitlist_entries'],
    ...['set_ups', 'setup_versions', 'trash', 'trash_files', 'used_challenges', 'waitlist_due'],
    ...['webhook_deliveries', 'webhook_states', 'webhooks'],
  ])
})

/** In the largest files of a ZIP file: bytes between them, such as a file's time, change nothing of the content. */
const middlesOf = (zip: Buffer): number[] => {
  const starts: number[] = []
  for (let at = zip.indexOf('PK\u0003\u0004'); at >= 0; at = zip.indexOf('PK\u0003\u0004', at + 1)) starts.push(at)
  const files = starts.slice(1).map((end, index) => ({ end, length: end - (starts[index] ?? 0) }))
  const largest = files.sort((one, other) => other.length - one.length).slice(0, 3)
  return largest.map(({ end, length }) => Math.floor(end - length / 2))
}

describe.each(kinds)('An archive of a tenant (%s)', kind => {
  it('holds nothing that opens anything, and names what has to be made anew', async () => {
    const source = sourceOf(kind)
    const { secrets } = await one<{ secrets: string[] }>(
      source,
      `select array(select link_secret::text from tenants union all select hash::text from api_key_secrets
        union all select secret from webhook_states union all select hash::text from calendar_feed_secrets) as secrets`,
    )
    expect(secrets.length).toBeGreaterThan(3)
    const archive = await openArchive(source.file)
    const texts: string[] = []
    for (const name of Object.keys(source.manifest.entries))
      if (name.endsWith('.jsonl')) for await (const line of archive.lines(name)) texts.push(line)
    archive.close()
    expect(texts.length).toBeGreaterThan(100)
    const found = (secret: string) => texts.some(text => text.includes(secret))
    expect(secrets.filter(found)).toEqual([])
    // Mails have signed links to bookings.
    expect(texts.filter(text => /\/(?:manage|hold|offer)\//.test(text))).toEqual([])
    expect(source.manifest.anew).toEqual({
      apiKeys: ['Lockers'],
      webhooks: ['https://doors.harbor-spa.example/hooks'],
      calendarFeeds: ['All bookings'],
    })
  })

  it.each(kinds)('comes out again as it went into another installation (%s)', async other => {
    const { file, manifest, tenantId } = sourceOf(kind)
    const target = await open(other)
    const done = await importTenant(target.owner, file, options)
    expect(done).toMatchObject({ tenantId, slug: 'harbor-spa', anew: manifest.anew })
    expect(done.members).toEqual([
      { email: 'admin@demo.test', hasAccount: false },
      { email: 'staff@demo.test', hasAccount: false },
    ])
    const again = await exported(target, tenantId)
    expect(again.manifest.tables).toEqual(manifest.tables)
    expect(again.manifest.entries).toEqual(manifest.entries)
  })

  it('moves its files into a bucket, and out of it, and leaves none there that it did not need', async () => {
    const { file, manifest, tenantId } = sourceOf(kind)
    const kept = new Map<string, Uint8Array>()
    const files: FileStore = {
      get: async (tenant, id) => kept.get(`${tenant}/${id}`) ?? null,
      put: async (tenant, { id, bytes }) => void kept.set(`${tenant}/${id}`, bytes),
      remove: async (tenant, ids) => {
        for (const id of ids) kept.delete(`${tenant}/${id}`)
      },
    }
    const target = await open(kind)
    await importTenant(target.owner, file, { ...options, files })
    expect(kept.size).toBeGreaterThan(2)
    expect(await one(target, 'select count(content)::int from files')).toEqual({ count: 0 })
    const again = await writeArchive(target.database, tenantId, newFile(), { ...options, files })
    expect(again.entries).toEqual(manifest.entries)

    await target.owner.query('alter table bookings add constraint none check (quantity < 1) not valid')
    const before = kept.size
    await expect(importTenant(target.owner, file, { ...options, files, slug: 'second' })).rejects.toThrow('bookings')
    expect(kept.size).toBe(before)
  })

  it('becomes a second tenant beside its first, whose members are invited', async () => {
    const source = sourceOf(kind)
    await expect(importTenant(source.owner, source.file, options)).rejects.toThrow('--slug')
    const { tenantId } = await importTenant(source.owner, source.file, {
      ...options,
      slug: 'second',
      isSuspended: true,
    })
    expect(tenantId).not.toBe(source.tenantId)
    const second = await exported(source, tenantId)
    const { 'tenants.jsonl': changed, ...same } = second.manifest.entries
    const { 'tenants.jsonl': before, ...others } = source.manifest.entries
    const of = ({ 'users.jsonl': _, 'memberships.jsonl': __, ...rest }: Record<string, string>) => rest
    expect(of(same)).toEqual(of(others))
    expect(second.manifest.tables.memberships?.rows).toBe(0)
    expect(changed).not.toBe(before)
    expect(await one(source, 'select slug, is_active from tenants where id = $1', [tenantId])).toEqual({
      slug: 'second',
      is_active: false,
    })
    // The first has nothing more than before.
    expect((await exported(source, source.tenantId)).manifest.entries).toEqual(source.manifest.entries)
  })

  it('invites those who have an account here, and makes nobody a member who did not agree', async () => {
    const target = await open(kind)
    await importTenant(target.owner, sourceOf(kind).file, options)
    await target.owner.query(`update users set auth_id = uuid_v7() where email = 'admin@demo.test'`)
    const again = () => importTenant(target.owner, sourceOf(kind).file, { ...options, slug: 'second' })
    await expect(again()).rejects.toThrow('slotwise superuser add')
    await target.owner.query(`update users set user_type = 'superuser' where email = 'staff@demo.test'`)
    const { tenantId, members } = await again()
    expect(members.find(({ email }) => email === 'admin@demo.test')).toMatchObject({ hasAccount: true })
    const { rows: invited } = await target.owner.query(
      `select i.email, i.role, state, users.email as by, expires_at > now() as "isOpen"
        from invitations as i join users on users.id = invited_by where tenant_id = $1`,
      [tenantId],
    )
    expect(invited).toEqual([
      { email: 'admin@demo.test', role: 'owner', state: 'pending', by: 'staff@demo.test', isOpen: true },
    ])
    const { rows } = await target.owner.query(
      'select email from memberships join users on users.id = user_id where tenant_id = $1',
      [tenantId],
    )
    expect(rows).toEqual([{ email: 'staff@demo.test' }])
  })

  it('is refused with a changed byte or without its end, and then nothing is written', async () => {
    const { file } = sourceOf(kind)
    const target = await open(kind)
    const whole = await readFile(file)
    const refused = async (bytes: Buffer) => {
      const broken = newFile()
      await writeFile(broken, bytes)
      await expect(importTenant(target.owner, broken, options)).rejects.toThrow(/is not whole|is no archive/)
    }
    await refused(whole.subarray(0, whole.length - 100))
    await refused(Buffer.from('not a ZIP file'))
    for (const position of middlesOf(whole)) {
      const changed = Buffer.from(whole)
      changed.writeUInt8((changed.readUInt8(position) + 1) % 256, position)
      await refused(changed)
    }
    expect(await one(target, 'select count(*)::int from tenants')).toEqual({ count: 0 })
  })

  it('writes into no other tenant, and to no other path, however it was forged', async () => {
    const source = sourceOf(kind)
    const before = (await exported(source, source.tenantId)).manifest.entries
    const paths: string[] = []
    const files: FileStore = {
      get: async () => null,
      put: async (_, { id }) => void paths.push(id),
      remove: async () => {},
    }
    const refused = async (change: Parameters<typeof forged>[1], slug = 'forged') => {
      const file = await forged(source.file, change)
      await expect(importTenant(source.owner, file, { ...options, files, slug })).rejects.toThrow()
    }
    const replaced = (lines: Record<string, string>, name: string, from: string | RegExp, to: string) => {
      lines[name] = (lines[name] ?? '').replace(from, to)
    }
    await refused((_, manifest) => {
      manifest.tenant.id = manifest.tenant.id.toUpperCase()
    })
    await refused((lines, manifest) => {
      lines['tenants.jsonl'] = (lines['tenants.jsonl'] ?? '').repeat(2)
      if (manifest.tables.tenants) manifest.tables.tenants.rows = 2
    })
    await refused(lines => replaced(lines, 'files.jsonl', /"id": "[^"]+"/, '"id": "%2e%2e/%2e%2e/auth"'))
    await refused(lines => replaced(lines, 'users.jsonl', /"id": "[^"]+"/, '"id": "(a+)+$"'))
    await refused((lines, manifest) => {
      delete lines['customers.jsonl']
      if (manifest.tables.customers) manifest.tables.customers.rows = 0
    })
    await refused(() => {}, 'auth')
    expect(paths.filter(path => !/^[0-9a-f-]{36}$/.test(path))).toEqual([])
    // The tenant of a forged row gets the id that is free.
    const other = await forged(source.file, lines => {
      replaced(lines, 'tenants.jsonl', source.tenantId, '00000000-0000-4000-8000-000000000001')
    })
    const { tenantId } = await importTenant(source.owner, other, { ...options, slug: 'forged' })
    expect([source.tenantId, '00000000-0000-4000-8000-000000000001']).not.toContain(tenantId)
    expect((await exported(source, source.tenantId)).manifest.entries).toEqual(before)
  })

  it('is refused as a whole for one row that the database refuses', async () => {
    const source = sourceOf(kind)
    const target = await open(kind)
    await target.owner.query('alter table bookings add constraint none check (quantity < 1)')
    await expect(importTenant(target.owner, source.file, options)).rejects.toThrow('A row of bookings is refused')
    expect(await one(target, 'select count(*)::int from tenants')).toEqual({ count: 0 })
    expect(await one(target, 'select count(*)::int from users')).toEqual({ count: 0 })
  })

  it('replaces no file, and leaves none behind that is not complete', async () => {
    const source = sourceOf(kind)
    const file = newFile()
    await copyFile(source.file, file)
    await expect(writeArchive(source.database, source.tenantId, file, options)).rejects.toThrow('is there already')
    const next = newFile()
    const nobody = '00000000-0000-4000-8000-000000000000'
    await expect(writeArchive(source.database, nobody, next, options)).rejects.toThrow('no such tenant')
    for (const name of [next, `${next}.part`]) await expect(stat(name)).rejects.toThrow('ENOENT')
  })
})
