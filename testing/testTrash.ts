import { expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { emptyTrash } from '../server/crud/trash/purge'
import { tableName } from '../server/db/tables'
import { type AnyResource, apiBase, fieldOf, hasRole, pathParamNames } from '../src/schema'
import { DAY } from '../src/time/instant'
import type { Person, TestApi } from './api'
import { draftOf, paramsOf, recordIn } from './samples'

const members = ['viewer', 'staff', 'admin', 'owner'] as const

interface Given {
  api: TestApi
  tenantId: string
  people: Record<(typeof members)[number], Person>
  goOn: (milliseconds: number) => void
}

/** A deleted record is found only in the trash, is restored whole, and is at last deleted for good. */
export const testTrash = (product: Product, resource: AnyResource, given: () => Given): void => {
  const { name, access, trash } = resource
  const days = trash?.days ?? 0
  const mayDelete = members.filter(role => hasRole(role, access.delete ?? access.write))
  const mayRestore = members.filter(role => hasRole(role, access.create ?? access.write))
  const [lowest = 'owner'] = mayDelete

  const start = async () => {
    const { api, tenantId, people } = given()
    const send = (method: string, path: string, as: Person, body?: object, tenant = tenantId) =>
      api.request(path, { method, as, tenantId: tenant, ...(body && { body }) })
    const sample = await recordIn(api, resource, tenantId)
    const params: Record<string, string> = await paramsOf(api, resource, tenantId, sample)
    const base = resource.api.replace(/\{(\w+)\}/g, (_, each: string) => params[each] ?? tenantId)
    const draft = await draftOf(api, resource, tenantId)
    const make = async (): Promise<string> => {
      const made = await send('POST', base, people.owner, draft)
      expect(made, JSON.stringify(draft)).toMatchObject({ status: 201 })
      return made.body.id
    }
    const trashed = async (as: Person): Promise<{ id: string }[]> => (await send('GET', `${base}/trash`, as)).body
    const rowOf = async (of: AnyResource, id: string) => {
      const { rows } = await api.owner.query(`select * from ${tableName(of)} where id = $1`, [id])
      const { version: _, updated_at: __, ...row } = (rows[0] ?? {}) as Record<string, unknown>
      return row
    }
    const files = Object.entries(draft).flatMap(([field, value]) =>
      ['image', 'file'].includes(fieldOf(resource, field)?.kind ?? '') ? (value as { url: string }).url : [],
    )
    const statuses = () =>
      Promise.all(files.map(async url => (await api.request(url.slice(apiBase.length), { as: people.owner })).status))
    return { ...given(), send, base, make, trashed, rowOf, statuses }
  }

  test(`${name}: the trash gives back what was deleted`, async () => {
    const { api, people, tenantId, send, base, make, trashed, rowOf, statuses } = await start()
    const id = await make()
    const nested: [AnyResource, string, unknown][] = []
    for (const child of product.resources) {
      const [param = '', ...further] = pathParamNames(child.api)
      if (child.api.startsWith(`${resource.api}/{${param}}/`) && further.length === 0 && param !== 'tenantId') {
        const body = await draftOf(api, child, tenantId)
        const made = await send('POST', child.api.replace(`{${param}}`, id), people.owner, body)
        if (made.status === 201) nested.push([child, made.body.id, await rowOf(child, made.body.id)])
      }
    }
    const { usedBy } = (await send('GET', `${base}/${id}/usage`, people.owner)).body
    for (const { resource: user, records } of usedBy)
      for (const [index, [child]] of Array.from(nested.entries()).reverse())
        if (child.name === user) {
          for (const used of records)
            await send('DELETE', `${child.api.replace(/\{\w+\}/, id)}/${used.id}`, people.owner)
          nested.splice(index, 1)
        }
    const before = await rowOf(resource, id)
    expect((await send('DELETE', `${base}/${id}`, people[lowest])).status).toBe(204)
    expect((await send('GET', `${base}?ids=${id}`, people.owner)).body).toEqual([])
    expect((await send('GET', `${base}/${id}`, people.owner)).status).toBe(404)
    expect(await statuses()).not.toContain(404)

    for (const role of members) {
      const seen = await send('GET', `${base}/trash`, people[role])
      if (!mayDelete.includes(role)) expect.soft(seen.status, role).toBe(403)
      else if (role === lowest || hasRole(role, 'admin'))
        expect.soft(seen.body, role).toContainEqual(
          expect.objectContaining({
            id,
            deletedBy: { type: 'user', id: people[lowest].id, name: expect.any(String) },
          }),
        )
    }
    const colleague = await api.addPersonIn(tenantId, lowest)
    const isShown = hasRole(lowest, 'admin')
    expect((await trashed(colleague)).some(each => each.id === id)).toBe(isShown)
    if (!isShown) expect((await send('POST', `${base}/trash/${id}/restore`, colleague)).status).toBe(404)

    const elsewhere = (await api.addTenant()).id
    const stranger = await api.addPersonIn(elsewhere, 'owner')
    const foreign = await send('GET', `${base}/trash`, stranger, undefined, elsewhere)
    expect(foreign.body).toMatchObject(pathParamNames(resource.api).length > 0 ? { code: 'not_found' } : [])
    for (const [method, path] of [
      ['POST', `${base}/trash/${id}/restore`],
      ['DELETE', `${base}/trash/${id}`],
    ] as const)
      expect(await send(method, path, stranger, undefined, elsewhere)).toMatchObject({ status: 404 })

    // A trashed record holds no unique value, and its files outlive others that share them.
    const second = await make()
    expect((await send('DELETE', `${base}/${second}`, people.owner)).status).toBe(204)
    expect((await send('DELETE', `${base}/trash/${second}`, people.owner)).status).toBe(204)
    expect(await statuses()).not.toContain(404)

    const restorer = people[mayRestore.includes(lowest) ? lowest : 'owner']
    expect(await send('POST', `${base}/trash/${id}/restore`, restorer)).toMatchObject({ status: 200, body: { id } })
    expect(await rowOf(resource, id)).toEqual(before)
    for (const [child, childId, row] of nested) expect(await rowOf(child, childId), child.name).toEqual(row)
    expect(await trashed(people.owner)).not.toContainEqual(expect.objectContaining({ id }))
    expect((await send('POST', `${base}/trash/${id}/restore`, restorer)).status).toBe(404)
    expect(await statuses()).not.toContain(404)
  })

  test(`${name}: what is deleted from the trash is gone for good`, async () => {
    const { api, people, tenantId, send, base, make, trashed, statuses } = await start()
    const id = await make()
    await send('DELETE', `${base}/${id}`, people.owner)
    expect((await send('DELETE', `${base}/trash/${id}`, people.owner)).status).toBe(204)
    expect(await trashed(people.owner)).not.toContainEqual(expect.objectContaining({ id }))
    expect((await statuses()).every(status => status === 404)).toBe(true)
    const { body: log } = await api.request(`/audit-log?entityId=${id}`, { as: people.owner, tenantId })
    expect(log[0]).toMatchObject({ action: 'purged', actor: { id: people.owner.id } })
    const deletion = log.find(({ action }: { action: string }) => action === 'deleted')
    expect(await send('POST', `/audit-log/${deletion.id}/take-back`, people.owner)).toMatchObject({
      status: 409,
      body: { message: { key: 'refusal.purged' } },
    })
  })

  test(`${name}: the trash keeps it for ${days} days`, async () => {
    const { api, people, tenantId, goOn, send, base, make, trashed, statuses } = await start()
    const id = await make()
    await send('DELETE', `${base}/${id}`, people.owner)
    goOn(days * DAY - 60_000)
    await emptyTrash(api.services)
    expect(await trashed(people.owner)).toContainEqual(expect.objectContaining({ id }))
    goOn(60_000)
    expect(await trashed(people.owner)).not.toContainEqual(expect.objectContaining({ id }))
    await emptyTrash(api.services)
    goOn(-days * DAY)
    expect((await api.owner.query('select from trash where entity_id = $1', [id])).rows).toEqual([])
    expect((await statuses()).every(status => status === 404)).toBe(true)
    const { body: log } = await api.request(`/audit-log?entityId=${id}`, { as: people.owner, tenantId })
    expect(log[0]).toMatchObject({ action: 'purged', actor: { type: 'system' } })
  })
}
