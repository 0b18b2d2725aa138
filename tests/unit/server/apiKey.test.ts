import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import {
  hashOfKey,
  isApiKey,
  isWellFormed,
  lookupOfKey,
  newApiKey,
  requireMemberScope,
  requireMemberScopes,
  requireReadableMembers,
  scopeMissing,
  shownPart,
} from '../../../server/http/identity/apiKey'
import type { Services } from '../../../server/http/services'
import type { CallAccess } from '../../../src/contract'
import { type ApiScopes, withIncluded } from '../../../src/schema'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('An API key', () => {
  it('ends with the checksum of its 43 digits', () => {
    for (let n = 0; n < 200; n++) {
      const key = newApiKey()
      expect(key).toMatch(/^sw_[0-9A-Za-z]{49}$/)
      expect(Array.from(key.slice(-6)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)).toBe(
        crc32(key.slice(3, 46)),
      )
      expect(isWellFormed(key)).toBe(true)
    }
  })

  it('is known by its beginning, shown by eleven characters, kept as SHA-256', () => {
    const key = newApiKey()
    expect([isApiKey(key), isApiKey(`x${key}`), isApiKey(key.slice(1)), isApiKey('sw_')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(shownPart(key)).toBe(key.slice(0, 11))
    expect(hashOfKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('is not well formed with a character changed, missing, added or swapped', () => {
    fc.assert(
      fc.property(fc.nat({ max: 51 }), fc.constantFrom(...digits, '_', '-', ' ', 'é'), (at, other) => {
        const key = newApiKey()
        const [before, after] = [key.slice(0, at), key.slice(at + 1)]
        if (other !== key[at]) expect(isWellFormed(before + other + after)).toBe(false)
        expect(isWellFormed(before + after)).toBe(false)
        expect(isWellFormed(before + other + key.slice(at))).toBe(false)
      }),
      { numRuns: 200 },
    )
    const [key, other] = [newApiKey(), newApiKey()]
    expect([isWellFormed(`${key}\n`), isWellFormed(`${key}${other}`), isWellFormed('')]).toEqual([false, false, false])
  })
})

const scopes: ApiScopes = {
  read: { label: 'Read' },
  setup: { label: 'Change', role: 'admin', includes: ['read' as never] },
  override: { label: 'Override', forMember: 'override' },
}

test('a scope gives what it includes, one level deep', () => {
  expect(withIncluded(scopes, ['setup', 'override'])).toEqual(new Set(['setup', 'read', 'override']))
  expect(withIncluded(scopes, ['unknown'])).toEqual(new Set(['unknown']))
})

const now = Date.UTC(2026, 2, 2, 9, 30, 20)
const tenantId = '01900000-0000-7000-8000-00000000dead'
let keys = 0

/** A database that keeps what it is to write. */
const recorder = (written: unknown[]) =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      written.push(...query.parameters)
    },
  })

/** A call with a key that is not in the cache of uses. */
const callOf = (given: {
  row?: object | null
  headers?: Record<string, string>
  access?: object
  scopes?: string[]
  params?: Record<string, string>
  apiScopes?: ApiScopes | null
  key?: string
  fails?: boolean
  counts?: false
}) => {
  const uses: unknown[] = []
  const written: unknown[] = []
  const lines: unknown[] = []
  const counted: string[] = []
  const time = { now }
  const services = {
    apiScopes: given.apiScopes === undefined ? scopes : given.apiScopes,
    callerColumns: {
      tenant: ['colour'],
      membership: [],
      key: ['channelId'],
      owned: [{ from: 'key', column: 'channelId', resource: 'channels' }],
    },
    now: () => time.now,
    log: (...line: unknown[]) => lines.push(line),
    ...(given.counts !== false && { countKeyCall: (id: string) => counted.push(id) }),
    database: {
      run: async (...args: unknown[]) => {
        uses.push([args[0], args[2]])
        await (args[1] as (db: unknown) => Promise<unknown>)(recorder(written))
        if (given.fails) throw new Error('cut')
      },
    },
  } as unknown as Services
  const asked: unknown[] = []
  const access = { who: 'member', role: 'viewer', tenant: { header: 'X-Tenant-ID' }, ...given.access } as CallAccess
  const headers = new Headers(given.headers)
  const key = given.key ?? newApiKey()
  const lookup = () =>
    lookupOfKey(
      services,
      ((values: unknown) => {
        asked.push(values)
        return 'the queries'
      }) as never,
      key,
      {
        access,
        scopes: given.scopes ?? ['read'],
        headers,
        params: given.params ?? {},
        ip: '127.0.0.1',
      } as never,
    )
  const row =
    given.row === null
      ? undefined
      : {
          id: `key ${++keys}`,
          name: 'Door',
          scopes: ['read'],
          expiresAt: null,
          revokedAt: null,
          tenantId,
          timeZone: 'UTC',
          currency: 'EUR',
          isActive: true,
          tenant0: 'red',
          key0: 'a channel',
          ...given.row,
        }
  return {
    lookup,
    row,
    uses,
    written,
    lines,
    counted,
    asked,
    time,
    key,
    answer: async () => lookup().authorize(row as never),
  }
}

/** Of a refusal: the scopes that are missing, else its code. */
const codeOf = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => null,
      error => error.options?.extensions?.needed?.join() ?? error.code ?? error,
    )

describe('A call with an API key', () => {
  it('is looked up by the hash of a well-formed key, and by no other', async () => {
    const call = callOf({})
    expect(call.lookup()).toMatchObject({
      key: `key ${hashOfKey(call.key).toString('base64')}`,
      queries: 'the queries',
    })
    expect(call.asked).toEqual([{ hash: hashOfKey(call.key) }])
    for (const given of [{ key: 'sw_x' }, { apiScopes: null }])
      expect(await codeOf(callOf(given).lookup)).toBe('unauthorized')
  })

  it('is of the key’s tenant, with its scopes', async () => {
    const call = callOf({ row: { scopes: ['setup'] } })
    expect(await call.answer()).toEqual({
      userId: null,
      key: { id: call.row?.id, scopes: new Set(['setup', 'read']) },
      email: null,
      name: 'Door',
      isSuperuser: false,
      signedInAt: null,
      sessionId: null,
      role: 'staff',
      tenant: { id: tenantId, timeZone: 'UTC', currency: 'EUR', isActive: true },
      own: { channels: ['a channel'] },
      columns: { tenant: { colour: 'red' }, membership: null, key: { channelId: 'a channel' } },
    })
  })

  it.each([
    ['staff', 'viewer', ['read']],
    ['staff', 'staff', ['read']],
    ['admin', 'admin', ['read']],
    ['admin', 'owner', ['read']],
    ['admin', 'viewer', ['setup']],
    ['admin', 'viewer', ['read', 'setup']],
  ])('is made as %s where %s suffices and %j opens it', async (role, needed, opened) => {
    expect(
      await callOf({ row: { scopes: ['setup'] }, access: { role: needed }, scopes: opened }).answer(),
    ).toMatchObject({ role })
  })

  it('is made as staff by a key whose own scope opens it, though another one would make it an admin', async () => {
    expect(await callOf({ scopes: ['read', 'setup'] }).answer()).toMatchObject({ role: 'staff' })
  })

  it('is refused for a key that is unknown, revoked or over', async () => {
    const at = (ms: number) => new Date(now + ms).toISOString()
    for (const row of [
      null,
      { revokedAt: at(-1) },
      { revokedAt: at(1) },
      { expiresAt: at(0) },
      { expiresAt: at(-1) },
    ]) {
      const call = callOf({ row })
      expect(await codeOf(call.answer), JSON.stringify(row)).toBe('unauthorized')
      expect([call.uses, call.counted]).toEqual([[], []])
    }
    expect(await codeOf(callOf({ row: { expiresAt: at(1) } }).answer)).toBe(null)
  })

  it('is refused without a scope, and where no key may call', async () => {
    const refusal = (given: Parameters<typeof callOf>[0]) => codeOf(callOf(given).answer)
    expect(await refusal({ row: { scopes: ['override'] } })).toBe('read')
    expect(await refusal({ row: { scopes: [] }, scopes: ['read', 'setup'] })).toBe('read,setup')
    expect(await refusal({ scopes: [] })).toBe('')
    expect(await refusal({ access: { who: 'user', tenant: undefined } })).toBe('read')
  })

  it('may name its own tenant, and no other', async () => {
    const named = (headers: Record<string, string>) => codeOf(callOf({ headers }).answer)
    expect(await named({})).toBe(null)
    expect(await named({ 'X-Tenant-ID': tenantId.toUpperCase() })).toBe(null)
    expect(await named({ 'X-Tenant-ID': 'another' })).toBe('not_found')
    const inPath = (id: string) =>
      codeOf(callOf({ access: { tenant: { param: 'id' } }, params: { id }, headers: { 'X-Tenant-ID': 'x' } }).answer)
    expect([await inPath(tenantId), await inPath('another')]).toEqual([null, 'not_found'])
  })

  it('comes from a server, or from a page of this site', async () => {
    const from = (headers: Record<string, string>) => codeOf(callOf({ headers }).lookup)
    expect(await from({ origin: 'https://shop.example', host: 'api.test' })).toBe('forbidden')
    expect(await from({ origin: 'null', host: 'api.test' })).toBe('forbidden')
    expect(await from({ origin: 'https://api.test', host: 'api.test' })).toBe(null)
    expect(await from({ host: 'api.test' })).toBe(null)
  })

  it('is noted once a minute and counted once, and goes on if it cannot be noted', async () => {
    const call = callOf({ fails: true })
    const lookup = call.lookup()
    const row = call.row as never
    expect(lookup.isUnsettled?.(row)).toBe(true)
    await lookup.authorize(row)
    expect(lookup.isUnsettled?.(row)).toBe(false)
    await lookup.authorize(row)
    call.time.now = now + 39_999
    await lookup.authorize(row)
    expect(call.uses).toEqual([[{ as: 'tenant', tenantId }, { single: true }]])
    const minute = '2026-03-02T09:30:00.000Z'
    expect(call.written).toEqual([minute, '127.0.0.1', tenantId, call.row?.id, minute])
    expect(call.lines).toHaveLength(1)
    expect(call.lines[0]).toMatchObject(['warn', expect.any(String), { error: 'Error: cut' }])
    call.time.now = now + 40_000
    expect(lookup.isUnsettled?.(row)).toBe(true)
    await lookup.authorize(row)
    expect(call.uses).toHaveLength(2)
    expect(call.counted).toEqual([call.row?.id])
    expect(await codeOf(callOf({ counts: false }).answer)).toBe(null)
  })
})

describe('A member of a body or list', () => {
  const callerWith = (...granted: string[]) => ({ key: { id: 'x', scopes: new Set(granted) } }) as never
  const person = { key: null } as never

  it('takes the scope that is for it, if it is true', async () => {
    const ask = (caller: never, body: unknown, of: ApiScopes | null = scopes) =>
      codeOf(() => requireMemberScopes(of, caller, body))
    expect(await ask(callerWith('read'), { override: true })).toBe('override')
    for (const body of [
      { override: false },
      { override: 'true' },
      { other: true },
      null,
      undefined,
      'override',
      [true],
    ])
      expect(await ask(callerWith('read'), body), JSON.stringify(body)).toBe(null)
    expect(await ask(callerWith('override'), { override: true })).toBe(null)
    expect(await ask(person, { override: true })).toBe(null)
    expect(await ask(null as never, { override: true })).toBe(null)
    expect(await ask(callerWith('read'), { override: true }, null)).toBe(null)
    expect(await codeOf(() => requireMemberScope(scopes, null, 'override'))).toBe(null)
  })

  it('is sorted and filtered by with the scope that reads it', async () => {
    const ask = (
      caller: never,
      names: string[],
      resource: object = { apiScopes: { members: { email: 'customers.read' } } },
    ) => codeOf(() => requireReadableMembers(resource as never, caller, names))
    expect(await ask(callerWith('read'), ['name', 'email'])).toBe('customers.read')
    expect(await ask(callerWith('read'), ['name'])).toBe(null)
    expect(await ask(callerWith('customers.read'), ['email'])).toBe(null)
    for (const caller of [person, null as never]) expect(await ask(caller, ['email'])).toBe(null)
    for (const resource of [{}, { apiScopes: {} }])
      expect(await ask(callerWith('read'), ['email'], resource)).toBe(null)
  })

  it('is refused with the scopes of which one suffices', () => {
    const said = (needed: string[]) => ({
      text: scopeMissing(needed).message,
      ...scopeMissing(needed).options.extensions,
    })
    expect(said(['a', 'b'])).toEqual({ text: 'The API key lacks the scope a or b.', needed: ['a', 'b'] })
    expect(said([])).toEqual({ text: 'No API key may make this call.', needed: [] })
  })
})
