import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { tableName } from '../server/db/tables'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  fieldOf,
  hasRole,
  inputNames,
  pathParamNames,
  takeBackRole,
} from '../src/schema'
import { type Answered, openApi, type Person, routesOf, type TestApi } from './api'
import { draftOf, paramsOf, recordIn, sampleOf } from './samples'
import { testTrash } from './testTrash'

const members = ['viewer', 'staff', 'admin', 'owner'] as const
const changes = ['updated', 'created', 'deleted'] as const

const isFile = (field: AnyField | undefined): boolean => field?.kind === 'image' || field?.kind === 'file'

export interface TakeBackOptions {
  changesOf?: Readonly<Record<string, object>>
}

/** After a change is taken back, the record equals the old one, except for version, time and history. */
export const testTakeBack = (product: Product, { changesOf = {} }: TakeBackOptions = {}): void => {
  const resources = product.resources.filter(
    resource => resource.scope === 'tenant' && takeBackRole(resource, { action: 'updated', via: null }) !== null,
  )
  const addresses = new Set(routesOf(product).map(({ method, path }) => `${method} ${path}`))

  describe('taking back', () => {
    let api: TestApi
    let tenantId: string
    let ahead = 0
    const people = {} as Record<(typeof members)[number], Person>

    beforeAll(async () => {
      api = await openApi({ product, users: null, now: () => Date.now() + ahead })
      tenantId = (await api.addTenant()).id
      for (const role of members) people[role] = await api.addPersonIn(tenantId, role)
    })
    afterAll(() => api.close())

    const send = (method: string, path: string, as: Person, body?: object, requestId: string = crypto.randomUUID()) =>
      api.request(path, { method, as, tenantId, ...(body && { body }), headers: { 'X-Request-Id': requestId } })

    const rowOf = async (resource: AnyResource, id: string) => {
      const { rows } = await api.owner.query(`select * from ${tableName(resource)} where id = $1`, [id])
      const { version: _, updated_at: __, ...row } = (rows[0] ?? {}) as Record<string, unknown>
      return row
    }

    const undo = (resource: AnyResource, requestId: string, as: Person): Promise<Answered> =>
      send('POST', `/audit-log/take-back?requestId=${requestId}&entityType=${resource.name}`, as)

    const draftWithoutFiles = async (resource: AnyResource) => {
      const draft = await draftOf(api, resource, tenantId)
      return Object.fromEntries(Object.entries(draft).filter(([name]) => !isFile(fieldOf(resource, name))))
    }

    const changesFor = async (resource: AnyResource): Promise<object[]> => {
      const own = changesOf[resource.name]
      if (own) return [own]
      const parents = pathParamNames(resource.api)
      const found: object[] = []
      for (const name of inputNames(resource)) {
        const field = (resource.fields as Fields)[name]
        // A replaced file is deleted.
        if (!field || field.immutable || parents.includes(name) || isFile(field)) continue
        if (field.kind === 'flag') found.push({ [name]: !field.default })
        else found.push({ [name]: await sampleOf(api, field, tenantId, {}) })
      }
      return found
    }

    for (const resource of resources) {
      const { name, api: path } = resource
      const single = resource.kind === 'singleton'

      test(`${name}: a change and its taking back leave the record as it was`, async () => {
        const id = await recordIn(api, resource, tenantId)
        const params: Record<string, string> = await paramsOf(api, resource, tenantId, id)
        const base = path.replace(/\{(\w+)\}/g, (_, each: string) => params[each] ?? tenantId)
        const address = single ? base : `${base}/${id}`
        const before = await rowOf(resource, id)
        let version = 1
        for (const change of await changesFor(resource)) {
          const requestId = crypto.randomUUID()
          const changed = await send('PATCH', address, people.owner, change, requestId)
          if (changed.status !== 200 || changed.body.version === version) continue
          version = changed.body.version + 1
          const undone = await undo(resource, requestId, people.owner)
          expect.soft(undone.body, JSON.stringify(change)).toEqual([{ id, ok: true }])
          expect.soft(await rowOf(resource, id), JSON.stringify(change)).toEqual(before)
        }
        expect(version, `no sample changes ${name}`).toBeGreaterThan(1)
      })

      if (!single && addresses.has(`POST ${path}`) && addresses.has(`DELETE ${path}/{id}`))
        test(`${name}: what was deleted comes back, and what was made goes`, async () => {
          const draft = await draftWithoutFiles(resource)
          const sample = await recordIn(api, resource, tenantId)
          const params: Record<string, string> = await paramsOf(api, resource, tenantId, sample)
          const base = path.replace(/\{(\w+)\}/g, (_, each: string) => params[each] ?? tenantId)
          const requestId = crypto.randomUUID()
          const made = await send('POST', base, people.owner, draft, requestId)
          expect(made, JSON.stringify(draft)).toMatchObject({ status: 201 })
          const { id } = made.body
          const before = await rowOf(resource, id)
          const shown = await send('GET', `${base}/${id}`, people.owner)

          const deletion = crypto.randomUUID()
          expect((await send('DELETE', `${base}/${id}`, people.owner, undefined, deletion)).status).toBe(204)
          expect((await undo(resource, deletion, people.owner)).body).toEqual([{ id, ok: true }])
          expect(await rowOf(resource, id)).toEqual(before)
          const again = (await send('GET', `${base}/${id}`, people.owner)).body
          for (const field of Object.keys(resource.fields)) expect(again[field], field).toEqual(shown.body[field])
          expect((await undo(resource, deletion, people.owner)).body).toMatchObject([
            { id, ok: false, code: 'conflict' },
          ])

          // The creation is no longer the latest change.
          expect((await undo(resource, requestId, people.owner)).body).toMatchObject([{ id, ok: false }])
          const other = crypto.randomUUID()
          const second = await send('POST', base, people.owner, await draftWithoutFiles(resource), other)
          expect((await undo(resource, other, people.owner)).body).toEqual([{ id: second.body.id, ok: true }])
          expect(await rowOf(resource, second.body.id)).toEqual({})
        })
    }

    for (const resource of resources.filter(({ trash }) => trash))
      testTrash(product, resource, () => ({
        ...{ api, tenantId, people },
        goOn: time => {
          ahead += time
        },
      }))

    test(`who may not write takes nothing back: ${resources.map(({ name }) => name).join(', ')}`, async () => {
      for (const resource of resources) {
        const id = await recordIn(api, resource, tenantId)
        for (const action of changes) {
          const role = takeBackRole(resource, { action, via: null })
          const { rows } = await api.owner.query<{ id: string }>(
            `insert into audit_entries (tenant_id, actor_type, actor_id, action, entity_type, entity_id, changes)
             values ($1, 'user', $2, $3, $4, $5, '{"${resource.represent}": {"from": 1, "to": 2}}') returning id`,
            [tenantId, people.viewer.id, action, resource.name, id],
          )
          for (const member of members) {
            const isEnough = role !== null && hasRole(member, role)
            // Only readers of the log may learn that another person's change exists.
            const code = member === 'viewer' || hasRole(member, 'admin') ? 'forbidden' : 'not_found'
            const answer = await send('POST', `/audit-log/${rows[0]?.id}/take-back?dryRun=true`, people[member])
            if (!isEnough) expect.soft(answer.body, `${resource.name} ${action} ${member}`).toMatchObject({ code })
          }
        }
      }
    })
  })
}
