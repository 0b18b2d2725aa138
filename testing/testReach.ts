import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import type { AnyResource } from '../src/schema'
import { type Answered, openApi, type Person, type TestApi } from './api'
import { paramsOf, querySchema, resourceNamed, tenantParam } from './callParts'
import { type Call, callsOf, idPlaces, lets, readDocument, type Schema, sampleOf } from './openApiCalls'
import { draftOf, recordIn } from './samples'

const roles = ['viewer', 'staff', 'admin', 'owner', 'superuser'] as const
type Role = (typeof roles)[number]

/** The caller must not be able to tell another tenant's ids from unknown ones, and the other tenant must not change. */
export const testReach = async (product: Product): Promise<void> => {
  const { resources } = product
  const calls = callsOf(await readDocument(product)).filter(({ operation }) => operation['x-access'].who !== 'anyone')

  let api: TestApi
  let here: { id: string; slug: string }
  let there: { id: string; slug: string }
  let people: Record<Role, Person>

  beforeAll(async () => {
    api = await openApi({ product, users: null })
    here = (await api.addTenant()) as unknown as typeof here
    there = (await api.addTenant()) as unknown as typeof there
    people = {
      viewer: await api.addPersonIn(here.id, 'viewer'),
      staff: await api.addPersonIn(here.id, 'staff'),
      admin: await api.addPersonIn(here.id, 'admin'),
      owner: await api.addPersonIn(here.id, 'owner'),
      superuser: await api.addPerson({ userType: 'superuser' }),
    }
    for (const resource of resources.filter(({ scope }) => scope === 'tenant')) {
      await ownRecord(resource)
      await foreignRecord(resource)
    }
    const { rows } = await api.owner.query<{ name: string }>(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id'
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    await noteChanges(rows.map(({ name }) => name))
  })
  afterAll(() => api.close())

  const keptIn = (place: () => { id: string }) => {
    const ids = new Map<string, Promise<string>>()
    return (resource: AnyResource): Promise<string> => {
      const kept = ids.get(resource.name) ?? recordIn(api, resource, place().id)
      ids.set(resource.name, kept)
      return kept
    }
  }
  const ownRecord = keptIn(() => here)
  const foreignRecord = keptIn(() => there)

  const noteChanges = async (tables: readonly string[]) => {
    const watch = (table: string, column: string) =>
      `create trigger note_foreign after insert or update or delete on ${table}
        for each row execute function note_foreign('${column}');`
    await api.owner.query(`
      create table foreign_changes (change text);
      create function note_foreign() returns trigger language plpgsql security definer as $$ begin
        if '${there.id}' in (to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]) and old is distinct from new then
          insert into foreign_changes values (tg_op || ' ' || tg_table_name);
        end if;
        return null;
      end $$;
      ${tables.map(table => watch(table, 'tenant_id')).join('')} ${watch('tenants', 'id')}`)
  }

  const expectForeignUnchanged = async (who: string) => {
    const { rows } = await api.owner.query('delete from foreign_changes returning change')
    expect.soft(rows, who).toEqual([])
  }

  interface Sent {
    params: Record<string, string>
    query: Record<string, unknown>
    body: unknown
    tenantId: string
  }

  const send = (call: Call, { params, query, body, tenantId }: Sent, role: Role): Promise<Answered> => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return api.request(`${path}${search.size > 0 ? `?${search}` : ''}`, {
      method: call.method,
      as: people[role],
      tenantId,
      ...(call.body && { body }),
    })
  }

  const seen = ({ status, body }: Answered, id: string) => ({
    status,
    body: JSON.parse((JSON.stringify(body) ?? 'null').replaceAll(id, 'the id')),
  })

  const ownCall = async (call: Call, isFull: boolean): Promise<Sent> => {
    const ids: Record<string, string> = {}
    const schemas = { query: querySchema(call), body: call.body ?? {} }
    for (const { name } of Object.values(schemas).flatMap(idPlaces)) {
      const resource = resourceNamed(name, call, resources)
      ids[name] = resource?.scope === 'tenant' ? await ownRecord(resource) : people.owner.id
    }
    const required = (schema: Schema): Schema => ({
      ...schema,
      properties: Object.fromEntries(
        Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name)),
      ),
    })
    const idOf = (name: string) => ids[name] ?? ''
    const created = call.method === 'POST' ? resources.find(resource => resource.api === call.path) : undefined
    return {
      params: await paramsOf(api, call, ownRecord, here),
      query: sampleOf(required(schemas.query), idOf) as Record<string, unknown>,
      body: created
        ? await draftOf(api, created, here.id)
        : sampleOf(isFull ? schemas.body : required(schemas.body), idOf),
      tenantId: here.id,
    }
  }

  const expectNotFound = ({ status, body }: Answered, who: string): void => {
    if (Array.isArray(body))
      for (const one of body) expect.soft(one, who).toMatchObject({ ok: false, code: 'not_found' })
    else expect.soft({ status, body }, who).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }

  for (const call of calls) {
    const names = Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    const own = tenantParam(call)
    const access = call.operation['x-access']
    const isAboutTenant = (name: string) => name === own || name === 'slug'
    // All tenants share the templates.
    if (call.path.startsWith('/setup/templates')) continue

    test(`${call.name} finds nothing of another tenant, whoever calls`, async () => {
      const [mine, theirs] = [await ownCall(call, true), await paramsOf(api, call, foreignRecord, there)]
      const sets = [...names.map(name => [name]), ...(names.length > 1 ? [names.filter(name => name !== own)] : [])]
      for (const role of roles) {
        for (const set of sets) {
          // A superuser may reach every tenant.
          if (role === 'superuser' && (set.some(isAboutTenant) || access.who !== 'member')) continue
          const replaced = (with_: (name: string) => string) => ({
            ...mine,
            params: { ...mine.params, ...Object.fromEntries(set.map(name => [name, with_(name)])) },
          })
          const nothing = crypto.randomUUID()
          const toTheirs = replaced(name => theirs[name] ?? '')
          const foreign = await send(call, toTheirs, role)
          const toNothing = replaced(() => nothing)
          const random = await send(call, toNothing, role)
          const label = `${role}, ${set.join()}`
          expect.soft(seen(foreign, theirs[set.at(-1) ?? ''] ?? ''), label).toEqual(seen(random, nothing))
          if (lets(access, role)) expectNotFound(foreign, label)
          else expect.soft([403, 404], label).toContain(foreign.status)
        }

        if (access.who === 'member' && !access.tenant && role !== 'superuser') {
          const nothing = crypto.randomUUID()
          const foreign = await send(call, { ...mine, tenantId: there.id }, role)
          const random = await send(call, { ...mine, tenantId: nothing }, role)
          expect.soft(seen(foreign, there.id), role).toEqual(seen(random, nothing))
          expectNotFound(foreign, role)
        }
        await expectForeignUnchanged(role)
      }
    })

    const places = (['query', 'body'] as const).flatMap(part =>
      idPlaces(part === 'query' ? querySchema(call) : (call.body ?? {})).map(place => ({ part, ...place })),
    )
    const mayAsk = roles.filter(role => lets(access, role) && role !== 'viewer')
    const asking = mayAsk.includes('owner') ? 'owner' : 'superuser'
    // No tenant owns platform records.
    if (places.length === 0 || (access.who !== 'member' && asking === 'superuser')) continue
    test(`${call.name} takes no record of another tenant`, async () => {
      for (const { part, name, place } of places) {
        const resource = resourceNamed(name, call, resources)
        const theirs = resource?.scope === 'tenant' ? await foreignRecord(resource) : there.id
        const nothing = crypto.randomUUID()
        const mine = await ownCall(call, false)
        const [field = ''] = place.split('.')
        const schema = (part === 'query' ? querySchema(call) : (call.body ?? {})).properties?.[field] ?? {}
        const replaced = (id: string): Sent => ({
          ...mine,
          [part]: { ...(mine[part] as object), [field]: sampleOf(schema, () => id, field, field) },
        })
        const foreign = await send(call, replaced(theirs), asking)
        const random = await send(call, replaced(nothing), asking)
        const label = `${part} ${place}`
        expect.soft(seen(foreign, theirs), label).toEqual(seen(random, nothing))
        // The rest must be right, or this would prove nothing.
        if (foreign.status === 422)
          expect.soft(Object.keys(foreign.body.errors), label).toEqual([expect.stringContaining(field)])
        await expectForeignUnchanged(label)
      }
    })
  }
}
