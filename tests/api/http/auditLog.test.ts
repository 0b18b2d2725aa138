import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemOrigin } from '../../../server/audit/auditEntry'
import { writeAuditLog } from '../../../server/audit/auditLog'
import { auditActions } from '../../../src/contract/auditEntry'
import { resources } from '../../../src/resources'
import { recordIn } from '../../../testing/samples'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { openApi, type Person, type TestApi } from './support/fixture'

const resourceNamed = (name: string) => {
  const resource = resources.find(each => each.name === name)
  if (!resource) throw new Error(name)
  return resource
}

describeOnDatabase('The audit log', use => {
  let api: TestApi
  let tenantId: string
  let owner: Person
  let admin: Person
  let superuser: Person

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null })
    tenantId = (await api.addTenant()).id
    owner = await api.addPerson({ name: 'Ada Owner' })
    await api.addMember(tenantId, owner, 'owner')
    admin = await api.addPersonIn(tenantId, 'admin')
    superuser = await api.addPerson({ userType: 'superuser', name: 'Sam Super' })
  })
  afterAll(() => api.close())

  const call = (method: string, path: string, body?: unknown, as = owner, headers: Record<string, string> = {}) =>
    api.request(path, { method, as, tenantId, headers, ...(body !== undefined && { body }) })
  const log = async (query = '', as = owner) => (await call('GET', `/audit-log${query}`, undefined, as)).body
  const logOf = (id: string) => log(`?entityId=${id}`)

  test('keeps an entry of every action that is declared', async () => {
    const { rows } = await use().owner.query<{ said: string }>(
      "select pg_get_constraintdef(oid) as said from pg_constraint where conname = 'audit_entries_action_check'",
    )
    const kept = Array.from(rows[0]?.said.matchAll(/'(\w+)'/g) ?? [], ([, action]) => action)
    expect(kept.sort()).toEqual([...auditActions].sort())
  })

  test('says who did what to a record, what changed and from where, newest first', async () => {
    const { body: channel } = await call('POST', '/channels', { name: 'Web', kind: 'online' })
    await call('PATCH', `/channels/${channel.id}`, { name: 'Website', description: 'For all' }, admin, {
      'X-Request-Id': 'request-7',
    })
    await call('PATCH', `/channels/${channel.id}`, { name: 'Website' })
    await call('DELETE', `/channels/${channel.id}`)

    const entries = await logOf(channel.id)
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'updated', 'created'])
    const [deleted, updated, created] = entries
    expect(updated).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: { type: 'user', id: admin.id, name: admin.email },
      action: 'updated',
      entityType: 'channels',
      entityId: channel.id,
      entityLabel: 'Website',
      changes: { name: { from: 'Web', to: 'Website' }, description: { from: null, to: 'For all' } },
      reason: null,
      via: null,
      ip: '127.0.0.1',
      requestId: 'request-7',
    })
    expect(created).toMatchObject({
      actor: { id: owner.id, name: 'Ada Owner' },
      changes: { name: { from: null, to: 'Web' }, kind: { from: null, to: 'online' } },
    })
    expect(Object.keys(created.changes)).not.toContain('description')
    expect(deleted).toMatchObject({ entityLabel: 'Website', changes: { name: { from: 'Website', to: null } } })
  })

  test('keeps nothing of what was refused', async () => {
    const id = await recordIn(api, resourceNamed('channels'), tenantId)
    const before = await log()
    expect((await call('PATCH', `/channels/${id}`, { name: '' })).status).toBe(422)
    expect((await call('PATCH', `/channels/${id}`, { name: 'Late' }, owner, { 'If-Match': '"9"' })).status).toBe(412)
    expect(await log()).toEqual(before)
  })

  test('has one entry for each record of a bulk call that was written, and none for the others', async () => {
    const ids = [
      await recordIn(api, resourceNamed('channels'), tenantId),
      await recordIn(api, resourceNamed('channels'), tenantId),
    ]
    const { body } = await call('PATCH', `/channels?ids=${ids.join('&ids=')}&ids=${crypto.randomUUID()}`, {
      description: 'Together',
    })
    expect(body.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false])
    for (const id of ids) {
      expect(await logOf(id)).toMatchObject([{ action: 'updated', changes: { description: { to: 'Together' } } }])
    }
    const name = 'The same'
    const refused = await call('PATCH', `/channels?ids=${ids.join('&ids=')}`, { name })
    expect(refused.body.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false])
    expect(await logOf(ids[0] ?? '')).toMatchObject([{ changes: { name: { to: name } } }, {}])
    expect(await logOf(ids[1] ?? '')).toHaveLength(1)
  })

  test('tells of references and of assigned records', async () => {
    const itemId = await recordIn(api, resourceNamed('catalogItems'), tenantId)
    const resourceId = await recordIn(api, resourceNamed('resources'), tenantId)
    const { body: variant } = await call('POST', `/catalog-items/${itemId}/variants`, {
      name: 'Short',
      durationMinutes: 30,
      price: { amount: 1000, currency: 'EUR' },
    })
    await call('PUT', `/catalog-items/${itemId}/variants/${variant.id}/resources`, { resources: [{ resourceId }] })
    expect(await logOf(variant.id)).toMatchObject([
      { action: 'updated', changes: { resources: { from: null, to: [resourceId] } } },
      { action: 'created', changes: { price: { from: null, to: { amount: 1000, currency: 'EUR' } } } },
    ])
    expect((await call('DELETE', `/catalog-items/${itemId}/variants/${variant.id}`)).status).toBe(204)
    expect((await logOf(variant.id))[0]).toMatchObject({
      action: 'deleted',
      changes: { resources: { from: [resourceId], to: null } },
    })

    const rule = await call('POST', '/bookings/resource-rules', {
      name: 'Quiet',
      ruleType: 'min_notice',
      parameters: { minutes: 60 },
      applyToAllResources: false,
      resourceIds: [resourceId],
    })
    expect(rule.status).toBe(201)
    await call('PATCH', `/bookings/resource-rules/${rule.body.id}`, { resourceIds: [], applyToAllResources: true })
    expect(await logOf(rule.body.id)).toMatchObject([
      { changes: { resourceIds: { from: [resourceId], to: null }, applyToAllResources: { from: false, to: true } } },
      { changes: { resourceIds: { from: null, to: [resourceId] } } },
    ])
    await call('PATCH', `/bookings/resource-rules/${rule.body.id}`, {
      applyToAllResources: false,
      resourceIds: [resourceId],
    })
    await call('DELETE', `/bookings/resource-rules/${rule.body.id}`)
    expect((await logOf(rule.body.id))[0]).toMatchObject({
      action: 'deleted',
      changes: { resourceIds: { from: [resourceId], to: null } },
    })
  })

  test('calls a change of a status by its name', async () => {
    const itemId = await recordIn(api, resourceNamed('catalogItems'), tenantId)
    const { body: item } = await call('GET', `/catalog-items/${itemId}`)
    const status = item.status === 'archived' ? 'draft' : 'archived'
    expect((await call('PATCH', `/catalog-items/${itemId}`, { status })).status).toBe(200)
    expect(await logOf(itemId)).toMatchObject([
      { action: 'status_changed', changes: { status: { from: item.status, to: status } } },
    ])
  })

  test('tells of the tenant’s settings and members, also what superusers do to them', async () => {
    const { body: tenant } = await api.request('/tenants?ownerEmail=first@example.com', {
      method: 'POST',
      as: superuser,
      body: { name: 'New one', timeZone: 'Europe/Berlin' },
    })
    await api.request(`/tenants/${tenant.id}`, { method: 'PATCH', as: superuser, body: { holdMinutes: 15 } })
    const second = await api.addPerson({ name: 'Second' })
    await api.request(`/tenants/${tenant.id}/members`, {
      method: 'POST',
      as: superuser,
      body: { userId: second.id, role: 'admin' },
    })
    const deleted = await api.request(`/users/${second.id}`, { method: 'DELETE', as: superuser })
    expect(deleted.status).toBe(204)

    const { body: entries } = await api.request('/audit-log', { as: superuser, tenantId: tenant.id })
    expect(
      entries.map(({ action, entityType, entityLabel }: Record<string, string>) => [action, entityType, entityLabel]),
    ).toEqual([
      ['deleted', 'memberships', 'Second'],
      ['created', 'memberships', 'Second'],
      ['updated', 'tenants', 'New one'],
      ['created', 'channels', 'Back office'],
      ['created', 'invitations', 'first@example.com'],
      ['created', 'tenants', 'New one'],
    ])
    expect(entries[2]).toMatchObject({
      actor: { name: 'Sam Super' },
      changes: { holdMinutes: { from: 10, to: 15 } },
    })
    expect(entries[4].changes).toMatchObject({ role: { to: 'owner' }, invitedBy: { to: superuser.id } })
    expect((await api.request(`/tenants/${tenant.id}`, { method: 'DELETE', as: superuser })).status).toBe(204)
  })

  test('names who was faster', async () => {
    const { body: channel, headers } = await call('POST', '/channels', { name: 'Contested' })
    const seen = { 'If-Match': headers.get('ETag') ?? '' }
    await call('PATCH', `/channels/${channel.id}`, { description: 'First' }, owner)
    const late = await call('PATCH', `/channels/${channel.id}`, { description: 'Second' }, admin, seen)
    expect(late).toMatchObject({ status: 412, body: { code: 'stale', updatedBy: 'Ada Owner', version: 2 } })
    expect(late.body.detail).toContain('by Ada Owner at ')
  })

  describe('is asked', () => {
    let id: string
    let day: string
    beforeAll(async () => {
      const { body } = await call('POST', '/channels', { name: 'Asked' }, admin)
      id = body.id
      for (const description of ['One', 'Two', 'Three']) {
        await call('PATCH', `/channels/${id}`, { description }, owner)
      }
      const [newest] = await logOf(id)
      day = newest.at
    })

    test('in pages with a total', async () => {
      const answer = await call('GET', `/audit-log?entityType=channels&entityId=${id}&perPage=3`)
      expect(answer.headers.get('X-Total-Count')).toBe('4')
      expect(answer.body.map(({ changes }: { changes: { description: unknown } }) => changes.description)).toEqual([
        { from: 'Two', to: 'Three' },
        { from: 'One', to: 'Two' },
        { from: null, to: 'One' },
      ])
      const second = await call('GET', `/audit-log?entityId=${id}&perPage=3&page=2`)
      expect(second.body).toMatchObject([{ action: 'created' }])
    })

    test('for a kind of record, a person, an action, a time', async () => {
      const count = async (query: string) => (await log(`?entityId=${id}&${query}`)).length
      expect(await count('entityType=resources')).toBe(0)
      expect(await count(`actorId=${admin.id}`)).toBe(1)
      expect(await count('action=updated')).toBe(3)
      expect(await count('action=updated&action=created')).toBe(4)
      expect(await count(`from=${day}`)).toBe(1)
      expect(await count(`to=${day}`)).toBe(3)
      expect(await count('from=2020-01-01&to=2021-01-01')).toBe(0)
    })

    test('for the fields that were changed, of a kind of record', async () => {
      const count = async (query: string) => (await log(`?entityId=${id}&entityType=channels&${query}`)).length
      expect(await count('changed=description')).toBe(3)
      expect(await count('changed=name&changed=description')).toBe(4)
      expect(await count('changed=parentId')).toBe(0)
      expect(await log(`?entityId=${id}&changed=description`)).toEqual([])
    })

    test.each(['action=renamed', 'entityId=nonsense', 'from=yesterday', 'page=0', 'perPage=101', 'sort=at'])(
      'but not with %s',
      async query => {
        expect((await call('GET', `/audit-log?${query}`)).status).toBe(422)
      },
    )

    test('by owners and admins only', async () => {
      for (const [role, status] of [
        ['viewer', 403],
        ['staff', 403],
        ['admin', 200],
      ] as const) {
        const person = await api.addPersonIn(tenantId, role)
        expect((await call('GET', '/audit-log', undefined, person)).status).toBe(status)
        expect((await call('GET', '/audit-log/export', undefined, person)).status).toBe(status)
      }
    })

    test('who is in it, each by the name of the last entry', async () => {
      const { body } = await call('GET', '/audit-log/actors')
      expect(body).toContainEqual({ id: owner.id, name: 'Ada Owner' })
      expect(body).toContainEqual({ id: admin.id, name: admin.email })
      expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(body.length)
      const staff = await api.addPersonIn(tenantId, 'staff')
      expect((await call('GET', '/audit-log/actors', undefined, staff)).status).toBe(403)
    })

    test('and never shows what happened in another tenant', async () => {
      const other = (await api.addTenant()).id
      const stranger = await api.addPersonIn(other, 'owner')
      const made = await api.request('/channels', {
        method: 'POST',
        as: stranger,
        tenantId: other,
        body: { name: 'Theirs' },
      })
      expect(await logOf(made.body.id)).toEqual([])
      const theirs = await api.request('/audit-log', { as: stranger, tenantId: other })
      expect(theirs.body).toMatchObject([{ entityId: made.body.id }])
      expect((await api.request('/audit-log', { as: stranger, tenantId })).status).toBe(404)
    })
  })

  test('is exported as CSV that no spreadsheet runs, which is an entry itself', async () => {
    const { body } = await call('POST', '/channels', { name: '=HYPERLINK("x")' })
    const file = await call('GET', `/audit-log/export?entityId=${body.id}`)
    expect(file.headers.get('content-type')).toContain('text/csv')
    const [head, row, end] = String(file.body).split('\r\n')
    expect(head).toBe('at,actor,actorId,action,entityType,entityId,entityLabel,changes,reason,via,ip')
    expect(row).toContain(`,Ada Owner,${owner.id},created,channels,${body.id},"'=HYPERLINK(""x"")",`)
    expect(end).toBe('')
    expect(await log('?action=exported')).toMatchObject([
      { entityType: 'auditLog', entityId: null, changes: { count: { from: null, to: 1 } } },
      {},
    ])
  })

  test('can be changed by nobody, but can forget a person', async () => {
    const { body: customer } = await call('POST', '/customers', { name: 'Karla Kunde', email: 'karla@example.com' })
    const as = { as: 'tenant', tenantId } as const
    for (const actor of [as, { as: 'platform' } as const]) {
      const update = api.database.run(actor, db => db.updateTable('auditEntries').set({ reason: 'Mine' }).execute())
      await expect(update).rejects.toMatchObject({ code: '42501' })
      const remove = api.database.run(actor, db => db.deleteFrom('auditEntries').execute())
      await expect(remove).rejects.toMatchObject({ code: '42501' })
    }
    const bystander = (await call('POST', '/customers', { name: 'Bert', email: 'bert@example.com' })).body.id
    const answer = await call('POST', `/customers/${customer.id}/anonymize`, {})
    expect(answer.status).toBe(200)
    const entries = await logOf(customer.id)
    expect(entries.length).toBeGreaterThan(1)
    expect(JSON.stringify(entries)).not.toMatch(/Karla|karla/)
    expect(entries.at(-1).changes.name).toEqual({ from: null, to: null })
    expect(await logOf(bystander)).toMatchObject([{ entityLabel: 'Bert' }])
  })

  test('takes what no request did', async () => {
    const entityId = crypto.randomUUID()
    await api.database.run({ as: 'tenant', tenantId }, db =>
      writeAuditLog(db, systemOrigin, [
        {
          tenantId,
          action: 'status_changed',
          entityType: 'bookings',
          entityId,
          entityLabel: 'ABCD',
          changes: { status: { from: 'held', to: 'expired' } },
        },
      ]),
    )
    expect(await logOf(entityId)).toMatchObject([{ actor: { type: 'system', id: null, name: null } }])
  })
})
