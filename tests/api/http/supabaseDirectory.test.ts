import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { supabaseDirectory, supabaseInvitations } from '../../../server/http/directory/supabaseDirectory'
import type { UserDirectory } from '../../../server/http/directory/userDirectory'

// Answers as Supabase Auth's admin API (supabase/auth, api/admin.go and api/invite.go), since there is no hosted
// project to try.

const id = '018f0000-0000-7000-8000-000000000001'
let next: { status: number; body: unknown }
let seen: { method: string | undefined; url: string | undefined; key: string | undefined; body: unknown }[]
let users: UserDirectory
let mail: (to: string) => Promise<void>
/** By path. */
let answers: Record<string, { status: number; body: unknown }> = {}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', chunk => {
    text += chunk
  })
  request.on('end', () => {
    const { method, url, headers } = request
    seen.push({ method, url, key: headers.authorization, body: text ? JSON.parse(text) : null })
    const { status, body } = answers[url?.split('?')[0] ?? ''] ?? next
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
})

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const project = { url: `http://127.0.0.1:${port}`, serviceRoleKey: 'service-key' }
  users = supabaseDirectory(project)
  mail = supabaseInvitations({ ...project, siteUrl: 'https://booking.example.com' })
})
afterAll(() => void server.close())
beforeEach(() => {
  seen = []
  next = { status: 200, body: { id } }
  answers = {}
})

test('invites, and answers the new account', async () => {
  expect(await users.invite({ email: 'ada@example.com', name: 'Ada' })).toBe(id)
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/auth/v1/invite',
      key: 'Bearer service-key',
      body: { email: 'ada@example.com', data: { name: 'Ada' } },
    },
  ])
})

test('leaves an account that is there already to its owner', async () => {
  next = {
    status: 422,
    body: { code: 422, error_code: 'email_exists', msg: 'A user with this email address has already been registered' },
  }
  expect(await users.invite({ email: 'ada@example.com', name: null })).toBeNull()
})

test('bans, unbans and changes addresses', async () => {
  await users.update(id, { isActive: false })
  await users.update(id, { isActive: true, email: 'new@example.com' })
  expect(seen.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
    { method: 'PUT', url: `/auth/v1/admin/users/${id}`, body: { ban_duration: '876000h' } },
    { method: 'PUT', url: `/auth/v1/admin/users/${id}`, body: { email: 'new@example.com', ban_duration: 'none' } },
  ])
})

test('says at the field that an address is taken', async () => {
  next = { status: 422, body: { error_code: 'email_exists' } }
  await expect(users.update(id, { email: 'taken@example.com' })).rejects.toMatchObject({
    code: 'validation',
    options: { errors: { email: { key: 'validation.unique' } } },
  })
})

test('deletes, also what is gone already', async () => {
  await users.delete(id)
  next = { status: 404, body: { error_code: 'user_not_found' } }
  await users.delete(id)
  await users.update(id, { isActive: false })
  expect(seen.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'PUT'])
})

test('reports any other answer as an outage', async () => {
  for (const status of [401, 500]) {
    next = { status, body: 'nonsense' }
    await expect(users.invite({ email: 'ada@example.com', name: null })).rejects.toMatchObject({
      code: 'auth_unavailable',
    })
    await expect(users.delete(id)).rejects.toMatchObject({ code: 'auth_unavailable' })
  }
})

test('mails invitations to tenants: one that makes an account, or a link that signs in', async () => {
  await mail('ada@example.com')
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/auth/v1/invite?redirect_to=https%3A%2F%2Fbooking.example.com%2Fnew-password',
      body: { email: 'ada@example.com' },
    },
  ])
  seen = []
  answers['/auth/v1/invite'] = { status: 422, body: { code: 422, error_code: 'email_exists', msg: 'registered' } }
  await mail('ada@example.com')
  expect(seen[1]).toMatchObject({
    url: '/auth/v1/otp?redirect_to=https%3A%2F%2Fbooking.example.com%2Fsettings%2Finvitations',
    body: { email: 'ada@example.com', create_user: false },
  })
})

test('says when a mail of an invitation was not sent', async () => {
  next = { status: 429, body: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'too many' } }
  await expect(mail('ada@example.com')).rejects.toMatchObject({ code: 'auth_unavailable' })
  expect(seen).toHaveLength(1)
})
