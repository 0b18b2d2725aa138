import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkPassword } from '../../../server/auth/passwords'
import { password, startTestAuth, type TestAuth } from './support'

let test: TestAuth
beforeAll(async () => {
  test = await startTestAuth()
})
afterAll(() => test.close())

const easy = [
  'password',
  '12345678',
  'Password1!',
  'qwertyui',
  'letmein123',
  'p4$$w0rd',
  'Grettastrom1',
  'slotwise',
  'Slotwise1',
]
const good = ['demo-password-1', 'violet-harbour-27', 'grettastrom slotwise 81 tin', 'xk3!v9Qz', password]

it.each([
  [
    'signing up',
    async (chosen: string) => test.client().signUp({ email: 'grettastrom@harbor.test', password: chosen }),
  ],
  [
    'an administrator who makes an account',
    async (chosen: string) => {
      const { admin } = test.client({ token: await test.auth.serviceToken() })
      return admin.createUser({ email: 'grettastrom@harbor.test', password: chosen })
    },
  ],
  [
    'an administrator who changes one',
    async (chosen: string) => {
      const { admin } = test.client({ token: await test.auth.serviceToken() })
      const id = await test.auth.createAccount('grettastrom@harbor.test', password)
      return admin.updateUserById(id ?? '', { password: chosen })
    },
  ],
  [
    'somebody who is signed in',
    async (chosen: string) => {
      const client = test.client()
      await test.auth.createAccount('grettastrom@harbor.test', password)
      await client.signInWithPassword({ email: 'grettastrom@harbor.test', password })
      return client.updateUser({ password: chosen })
    },
  ],
  [
    'the link for a new password',
    async (chosen: string) => {
      const client = test.client()
      await test.auth.createAccount('grettastrom@harbor.test', password)
      const { tokenHash } = await test.recover('grettastrom@harbor.test')
      await client.verifyOtp({ token_hash: tokenHash, type: 'recovery' })
      return client.updateUser({ password: chosen })
    },
  ],
])('%s chooses no password that everybody tries', async (_, choose) => {
  for (const chosen of ['password', 'Grettastrom1', 'Slotwise1']) {
    const { error } = await choose(chosen)
    expect(error, chosen).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
    await test.database.owner.query('delete from auth_service.users')
  }
  expect((await choose('violet-harbour-27')).error).toBeNull()
  await test.database.owner.query('delete from auth_service.users')
})

it('knows what people choose, the words of the address and the name of the product', async () => {
  const about = ['grettastrom@harbor.test', 'Slotwise']
  for (const chosen of easy) {
    const refusal = await checkPassword(chosen, about).catch(error => error)
    expect(refusal, chosen).toMatchObject({ code: 'weak_password', extra: { weak_password: { reasons: ['pwned'] } } })
  }
  for (const chosen of good) await expect(checkPassword(chosen, about), chosen).resolves.toBeUndefined()
})
