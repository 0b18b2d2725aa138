import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../server/auth/limits'
import { isInvited } from '../../../server/core/members/isInvited'
import { bookableResources } from '../../../src/resources/resources'
import { recordIn } from '../../../testing/samples'
import { readMail } from '../auth/support'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

const password = 'a-good-password-1'

describeOnDatabase('invitations', use => {
  let api: TestApi
  let tenantId: string
  let owner: Person
  let admin: Person
  let address = '192.0.2.1'
  let count = 0

  beforeAll(async () => {
    api = await openApi({ on: use(), clientAddress: () => address })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    address = `192.0.2.${++count}`
    tenantId = (await api.addTenant({ name: 'Harbor Spa' })).id
    owner = await api.addPersonIn(tenantId, 'owner')
    admin = await api.addPersonIn(tenantId, 'admin')
  })

  const call = (method: string, url: string, as: Person, body?: unknown): Promise<Answered> =>
    api.request(url, { method, as, body })
  const listUrl = () => `/tenants/${tenantId}/invitations`
  const invite = (body: object, as: Person = owner) => call('POST', listUrl(), as, body)
  const mine = async (as: Person) => (await call('GET', '/users/me/invitations', as)).body
  const accept = (id: string, as: Person) => call('POST', `/users/me/invitations/${id}/accept`, as)
  const decline = (id: string, as: Person) => call('POST', `/users/me/invitations/${id}/decline`, as)
  const newEmail = () => `guest-${++count}@example.com`

  /** An account at the auth service. */
  const signUp = async (email: string, { isConfirmed = true } = {}): Promise<Person> => {
    const authId = String(await api.auth.createAccount(email, password))
    if (!isConfirmed)
      await api.owner.query('update auth_service.users set email_confirmed_at = null where id = $1', [authId])
    const { body } = await api.request('/users/me', { token: await api.sign({ authId }) })
    return { id: body.id, authId, email }
  }
  const mailsTo = async (email: string) => {
    await api.auth.settled()
    const files = (await readdir(api.outboxFolder)).sort()
    const mails = await Promise.all(files.map(file => readFile(path.join(api.outboxFolder, file), 'utf8')))
    return mails.filter(mail => mail.includes(`\r\nTo: ${email}\r\n`)).map(readMail)
  }
  const roleOf = async (person: Person): Promise<string | null> => {
    const { rows } = await api.owner.query('select role from memberships where tenant_id = $1 and user_id = $2', [
      tenantId,
      person.id,
    ])
    return rows[0]?.role ?? null
  }

  test('lets an address sign up where nobody else may, for as long as it can be accepted', async () => {
    const email = newEmail()
    const may = () => isInvited(api.database, email, Date.now())
    expect(await may()).toBe(false)
    const { body } = await invite({ email, role: 'staff' })
    expect(await may()).toBe(true)
    await call('DELETE', `${listUrl()}/${body.id}`, owner)
    expect(await may()).toBe(false)
  })

  test('make nobody a member who does not accept', async () => {
    const guest = await signUp(newEmail())
    const resourceId = await recordIn(api, bookableResources, tenantId)
    const { status, body } = await invite({ email: guest.email.toUpperCase(), role: 'staff', resourceId })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { email: guest.email, role: 'staff', state: 'pending', invitedBy: owner.id, invitedByName: owner.email },
    })
    expect(await roleOf(guest)).toBeNull()
    expect((await api.request('/channels', { as: guest, tenantId })).status).toBe(404)
    expect(await mine(guest)).toEqual([
      {
        id: body.id,
        tenantId,
        tenantName: 'Harbor Spa',
        tenantSlug: expect.any(String),
        role: 'staff',
        invitedByName: owner.email,
        createdAt: body.createdAt,
        expiresAt: body.expiresAt,
      },
    ])

    expect(await accept(body.id, guest)).toMatchObject({
      status: 200,
      body: { tenantId, userId: guest.id, role: 'staff', resourceId, isActive: true },
    })
    expect((await api.request('/channels', { as: guest, tenantId })).status).toBe(200)
    expect([await mine(guest), (await call('GET', listUrl(), owner)).body]).toEqual([[], []])
    expect((await accept(body.id, guest)).status).toBe(404)

    const log = await api.request('/audit-log', { as: owner, tenantId })
    expect(
      log.body.map(({ action, entityType, actor }: { action: string; entityType: string; actor: { id: string } }) => [
        action,
        entityType,
        actor.id,
      ]),
    ).toEqual([
      ['created', 'memberships', guest.id],
      ['deleted', 'invitations', guest.id],
      ['created', 'invitations', owner.id],
    ])
    const { rows } = await api.owner.query(
      "select kind, actor, details from platform_log where subject = $1 and kind like 'member%'",
      [guest.email],
    )
    expect(rows).toEqual([{ kind: 'member_added', actor: guest.email, details: 'staff' }])
  })

  test('say the same whether or not there is an account, and mail where it leads', async () => {
    const known = await signUp(newEmail())
    const made = newEmail()
    await api.auth.invite({ email: made, name: null })
    const unknown = newEmail()
    const answers: unknown[] = []
    for (const email of [known.email, made, unknown]) {
      const { status, headers, body } = await invite({ email })
      const again = await call('POST', `${listUrl()}/${body.id}/resend`, owner)
      const { id, createdAt, updatedAt, expiresAt, email: to, ...told } = body
      answers.push({
        status,
        told,
        headers: [...headers.keys()].sort(),
        again: again.status,
        members: Object.keys(again.body),
      })
      expect([to, Object.keys(body).length]).toEqual([email, Object.keys(again.body).length])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])

    const [toKnown] = await mailsTo(known.email)
    expect(toKnown).toMatchObject({ subject: 'Harbor Spa invites you to Slotwise' })
    expect(toKnown?.text).toContain(`${owner.email} invites you to work with “Harbor Spa” in Slotwise.`)
    expect(toKnown?.link.pathname).toBe('/settings/invitations')
    const toMade = (await mailsTo(made)).at(-1)
    expect([toMade?.link.pathname, Boolean(toMade?.tokenHash)]).toEqual(['/new-password', true])
    const toUnknown = await mailsTo(unknown)
    expect(toUnknown).toHaveLength(2)
    expect(toUnknown[0]?.link.href).toBe(`http://app.test/signup?email=${encodeURIComponent(unknown)}`)
    expect((await api.owner.query('select from auth_service.users where email = $1', [unknown])).rowCount).toBe(0)
  })

  test('take no longer for an address with an account', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 12; round++) {
      const emails = { known: (await signUp(newEmail())).email, unknown: newEmail() }
      for (const [kind, email] of Object.entries(emails)) {
        const start = performance.now()
        expect((await invite({ email })).status).toBe(201)
        times[kind as keyof typeof times].push(performance.now() - start)
        await api.auth.settled()
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? 0
    // Finding an account by its password hash would take ten times as long.
    expect(median(times.known)).toBeLessThan(3 * median(times.unknown) + 5)
  })

  test('are mailed in the language of who reads them, or else of the tenant', async () => {
    const german = await api.addTenant({ name: 'Hafenbad', locale: 'de' })
    const boss = await api.addPersonIn(german.id, 'owner')
    const email = newEmail()
    await call('POST', `/tenants/${german.id}/invitations`, boss, { email })
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain('in Slotwise bei „Hafenbad“ mitzuarbeiten')
    expect(mail?.text).toContain('Registrieren: ')
  })

  test('wait for somebody who signs up later and confirms', async () => {
    const email = newEmail()
    const { id } = (await invite({ email, role: 'viewer' })).body
    const guest = await signUp(email, { isConfirmed: false })
    expect(await mine(guest)).toEqual([])
    expect((await accept(id, guest)).status).toBe(404)
    await api.owner.query('update auth_service.users set email_confirmed_at = now() where id = $1', [guest.authId])
    expect(await mine(guest)).toMatchObject([{ id }])
    expect((await accept(id, guest)).status).toBe(200)
    expect(await roleOf(guest)).toBe('viewer')
  })

  test('are nobody else’s to see, accept or decline', async () => {
    const { id } = (await invite({ email: newEmail() })).body
    const stranger = await signUp(newEmail())
    const nothing = crypto.randomUUID()
    for (const act of [accept, decline]) {
      const [answer, random] = [await act(id, stranger), await act(nothing, stranger)]
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(random.body.detail).toBe(answer.body.detail)
    }
    expect([await mine(stranger), await roleOf(stranger)]).toEqual([[], null])
    expect((await call('GET', listUrl(), owner)).body).toMatchObject([{ id, state: 'pending' }])
  })

  test('go to the address that somebody has now', async () => {
    const [before, after] = [newEmail(), newEmail()]
    const guest = await signUp(before)
    const old = (await invite({ email: before })).body
    await api.auth.update(guest.authId, { email: after })
    await api.owner.query('update users set email = $1 where id = $2', [after, guest.id])
    const { id } = (await invite({ email: after, role: 'viewer' })).body
    expect(await mailsTo(after)).toMatchObject([
      { subject: expect.stringContaining('invites you'), link: { pathname: '/settings/invitations' } },
    ])
    expect(await mine(guest)).toMatchObject([{ id, role: 'viewer' }])
    expect((await accept(old.id, guest)).status).toBe(404)
    expect((await accept(id, guest)).status).toBe(200)
  })

  test('are declined, which the tenant sees; then only a new one can be accepted', async () => {
    const guest = await signUp(newEmail())
    const { id } = (await invite({ email: guest.email })).body
    expect((await decline(id, guest)).status).toBe(204)
    expect(await mine(guest)).toEqual([])
    expect(await accept(id, guest)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await call('GET', listUrl(), admin)).body).toMatchObject([{ id, state: 'declined' }])
    expect((await call('POST', `${listUrl()}/${id}/resend`, owner)).status).toBe(409)
    const next = await invite({ email: guest.email, role: 'viewer' })
    expect(next.status).toBe(201)
    expect((await call('GET', listUrl(), admin)).body).toMatchObject([{ id: next.body.id, state: 'pending' }])
    expect((await accept(next.body.id, guest)).status).toBe(200)
  })

  test('are withdrawn, expire, and begin anew when they are sent again', async () => {
    const guest = await signUp(newEmail())
    const first = (await invite({ email: guest.email })).body
    expect((await call('DELETE', `${listUrl()}/${first.id}`, admin)).status).toBe(204)
    expect((await accept(first.id, guest)).status).toBe(404)

    const { id } = (await invite({ email: guest.email }, admin)).body
    await api.owner.query("update invitations set expires_at = now() - interval '1 second' where id = $1", [id])
    expect(await mine(guest)).toEqual([])
    expect(await accept(id, guest)).toMatchObject({ status: 409, body: { message: { key: 'refusal.invitationOver' } } })
    const again = await call('POST', `${listUrl()}/${id}/resend`, owner)
    expect(again).toMatchObject({ status: 200, body: { id, state: 'pending', invitedBy: owner.id } })
    expect(Date.parse(again.body.expiresAt)).toBeGreaterThan(Date.now() + 13 * 86_400_000)
    expect((await accept(id, guest)).status).toBe(200)
  })

  test('are refused to members, to who is invited, and beyond one’s own role', async () => {
    const staff = await api.addPersonIn(tenantId, 'staff')
    const email = newEmail()
    expect((await invite({ email }, staff)).status).toBe(403)
    const errorsOf = async (body: object, as = admin) => (await invite(body, as)).body.errors
    expect(await errorsOf({ email, role: 'owner' })).toEqual({ role: expect.any(String) })
    expect(await errorsOf({ email: staff.email })).toEqual({ email: 'This person is a member already' })
    expect(await errorsOf({ email: 'nonsense' })).toEqual({ email: expect.any(String) })
    expect(await mailsTo(email)).toEqual([])

    const { id } = (await invite({ email, role: 'owner' })).body
    expect(await errorsOf({ email })).toEqual({ email: expect.stringContaining('invited already') })
    expect((await call('POST', `${listUrl()}/${id}/resend`, admin)).status).toBe(403)
    expect((await call('DELETE', `${listUrl()}/${id}`, admin)).status).toBe(403)
    expect((await call('DELETE', `${listUrl()}?ids=${id}`, admin)).body).toMatchObject([{ ok: false }])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test.each<[string, (boss: Person) => Promise<unknown>]>([
    [
      'loses their role',
      boss => api.owner.query("update memberships set role = 'staff' where user_id = $1", [boss.id]),
    ],
    [
      'is made inactive',
      boss => api.owner.query('update memberships set is_active = false where user_id = $1', [boss.id]),
    ],
    [
      'is put out',
      async boss => {
        const { body } = await call('GET', `/tenants/${tenantId}/members`, owner)
        const { id } = body.find(({ userId }: { userId: string }) => userId === boss.id)
        return call('DELETE', `/tenants/${tenantId}/members/${id}`, owner)
      },
    ],
    [
      'is shut out of the product',
      boss => api.owner.query('update users set is_active = false where id = $1', [boss.id]),
    ],
  ])('stand no longer when whoever sent them %s, until somebody else sends them', async (_, putOut) => {
    const boss = await api.addPersonIn(tenantId, 'owner')
    const accomplice = await signUp(newEmail())
    const { id } = (await invite({ email: accomplice.email, role: 'admin' }, boss)).body
    await putOut(boss)
    expect(await mine(accomplice)).toEqual([])
    expect((await accept(id, accomplice)).status).toBe(409)
    expect((await call('GET', listUrl(), owner)).body).toMatchObject([{ id, state: 'void' }])
    expect((await call('POST', `${listUrl()}/${id}/resend`, admin)).status).toBe(200)
    expect((await accept(id, accomplice)).status).toBe(200)
  })

  test.each([[undefined], [7], [['a@b.test']], [{ toString: 0 }]])('need an address, which %j is not', async email => {
    const answer = await invite({ email })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['email'])
  })

  test('of a deleted user are deleted', async () => {
    const superuser = await api.addPerson({ userType: 'superuser' })
    const boss = await api.addPersonIn(tenantId, 'owner')
    await invite({ email: newEmail() }, boss)
    expect((await call('DELETE', `/users/${boss.id}`, superuser)).status).toBe(204)
    expect((await call('GET', listUrl(), owner)).body).toEqual([])
  })

  test('are not accepted in a suspended tenant, twice, or for a calendar that somebody else has', async () => {
    const guest = await signUp(newEmail())
    const resourceId = await recordIn(api, bookableResources, tenantId)
    const { id } = (await invite({ email: guest.email, resourceId })).body
    await api.owner.query('update tenants set is_active = false where id = $1', [tenantId])
    expect(await accept(id, guest)).toMatchObject({ status: 403, body: { code: 'tenant_inactive' } })
    await api.owner.query('update tenants set is_active = true where id = $1', [tenantId])

    const other = await api.addPerson()
    await api.addMember(tenantId, other, 'staff', { resourceId })
    expect(await accept(id, guest)).toMatchObject({ status: 409, body: { message: { key: 'refusal.invitationOver' } } })
    await api.addMember(tenantId, guest, 'viewer')
    expect(await mine(guest)).toEqual([])
    expect(await accept(id, guest)).toMatchObject({ status: 409, body: { message: { key: 'refusal.memberAlready' } } })
    expect(await roleOf(guest)).toBe('viewer')
  })

  test('accepted many times at once make one member', async () => {
    for (let round = 0; round < 4; round++) {
      const guest = await signUp(newEmail())
      const { id } = (await invite({ email: guest.email })).body
      const answers = await Promise.all(Array.from({ length: 5 }, () => accept(id, guest)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
      expect(await roleOf(guest)).toBe('staff')
    }
  })

  test('are accepted once by a call that is repeated with its key', async () => {
    const guest = await signUp(newEmail())
    const { id } = (await invite({ email: guest.email })).body
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const url = `/users/me/invitations/${id}/accept`
    const first = await api.request(url, { method: 'POST', as: guest, headers })
    const again = await api.request(url, { method: 'POST', as: guest, headers })
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  describe('are limited', () => {
    const expectLimited = (answer: Answered) => {
      const wait = Number(answer.headers.get('retry-after'))
      expect(answer).toMatchObject({
        status: 429,
        body: {
          code: 'rate_limited',
          message: { key: 'refusal.invitationsLimited', args: { minutes: Math.ceil(wait / 60) } },
        },
      })
      expect(wait).toBeGreaterThan(3_000)
      expect(wait).toBeLessThanOrEqual(3_600)
    }
    /** Leaves one of an allowance. */
    const useUp = async (of: { tenantId?: string; mailbox?: string; network?: string }, max: number) => {
      for (let taken = 0; taken < max - 1; taken++)
        await api.auth.invitationMails.take({
          ...(of.tenantId && { tenantId: of.tenantId }),
          mailbox: of.mailbox ?? newEmail(),
          network: of.network ?? `198.51.100.${taken}`,
        })
    }

    test('per mailbox, whichever tenant asks', async () => {
      const email = newEmail()
      const { id } = (await invite({ email })).body
      for (let mails = 1; mails < limits.invitation.max; mails++)
        expect((await call('POST', `${listUrl()}/${id}/resend`, owner)).status).toBe(200)
      const before = (await call('GET', `${listUrl()}/${id}`, owner)).body
      expectLimited(await call('POST', `${listUrl()}/${id}/resend`, owner))
      expect((await call('GET', `${listUrl()}/${id}`, owner)).body).toEqual(before)

      const other = (await api.addTenant()).id
      const boss = await api.addPersonIn(other, 'owner')
      expectLimited(await call('POST', `/tenants/${other}/invitations`, boss, { email: email.toUpperCase() }))
      expect(await mailsTo(email)).toHaveLength(limits.invitation.max)
    })

    test('per mailbox, however its address is written', async () => {
      const email = newEmail()
      for (let mails = 0; mails < limits.invitation.max; mails++) {
        const { status, body } = await invite({ email: ' '.repeat(mails) + email })
        expect(status).toBe(201)
        expect((await call('DELETE', `${listUrl()}/${body.id}`, owner)).status).toBe(204)
      }
      expectLimited(await invite({ email: `\t${email}` }))
      expect(await mailsTo(email)).toHaveLength(limits.invitation.max)
    })

    test('per tenant and per network', async () => {
      await useUp({ tenantId }, limits.tenantInvitations.max)
      expect((await invite({ email: newEmail() })).status).toBe(201)
      expectLimited(await invite({ email: newEmail() }))

      address = `192.0.2.${++count}`
      tenantId = (await api.addTenant()).id
      owner = await api.addPersonIn(tenantId, 'owner')
      await useUp({ network: address }, limits.networkInvitations.max)
      expect((await invite({ email: newEmail() })).status).toBe(201)
      expectLimited(await invite({ email: newEmail() }))
      address = `192.0.2.${++count}`
      expect((await invite({ email: newEmail() })).status).toBe(201)
    })

    test('but what is refused does not count', async () => {
      const email = newEmail()
      for (let refusals = 0; refusals < 2 * limits.invitation.max; refusals++)
        expect((await invite({ email, role: 'owner' }, admin)).status).toBe(422)
      expect((await invite({ email })).status).toBe(201)
    })

    test('at once as well as one after the other', async () => {
      const email = newEmail()
      const { id } = (await invite({ email })).body
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => call('POST', `${listUrl()}/${id}/resend`, owner)),
      )
      const sent = answers.filter(({ status }) => status === 200)
      expect(sent).toHaveLength(limits.invitation.max - 1)
      expect(await mailsTo(email)).toHaveLength(limits.invitation.max)
    })
  })

  test('are refused as a whole where no mail can be sent', async () => {
    const without = await openApi({ on: use(), users: null, invitationMails: null })
    const boss = await without.addPerson()
    await without.addMember(tenantId, boss, 'owner')
    const answer = await without.request(listUrl(), { method: 'POST', as: boss, body: { email: newEmail() } })
    expect(answer).toMatchObject({ status: 409, body: { message: { key: 'refusal.noInvitations' } } })
    await without.close()
    expect((await call('GET', listUrl(), owner)).body).toEqual([])
  })
})
