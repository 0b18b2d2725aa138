import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { describeOnPostgres } from '../support/describeOnDatabase'
import { type SilentProxy, startSilentProxy } from '../support/silentProxy'

describeOnPostgres('A process whose database falls silent', use => {
  let folder: string
  let proxy: SilentProxy
  let server: RunningServer
  let headers: HeadersInit

  const signUp = async (): Promise<HeadersInit> => {
    const body = JSON.stringify({ email: 'somebody@example.com', password: 'a-good-password-1' })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/auth/v1/signup`, { method: 'POST', headers, body })
    const { access_token } = (await answer.json()) as { access_token: string }
    return { authorization: `Bearer ${access_token}` }
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-silent-'))
    proxy = await startSilentProxy(use().url ?? '')
    const settings = { DATA_DIR: folder, DATABASE_URL: proxy.url, DEMO: 'off', PORT: '0' }
    server = await startServer(product, readServerConfig(settings), () => {}, { web: 'none' })
    headers = await signUp()
  })
  afterAll(async () => {
    await proxy.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('says so, recovers without a restart, and stops all the same', async () => {
    const callMany = async () => {
      const calls = Array.from({ length: 12 }, () => fetch(`${server.url}/api/users/me`, { headers }))
      return (await Promise.all(calls)).map(({ status }) => status)
    }
    const readiness = async () => (await fetch(`${server.url}/readyz`)).status
    expect(await callMany()).toEqual(Array(12).fill(200))

    proxy.swallow()
    const hung = callMany()
    await expect.poll(readiness).toBe(503)
    expect(await hung).toContain(503)
    await expect.poll(readiness).toBe(200)
    // What was opened and not used for ten seconds is closed: open it again, to be silenced.
    expect(await callMany()).toEqual(Array(12).fill(200))

    proxy.swallow()
    const late = callMany()
    await expect.poll(readiness).toBe(503)
    await server.close()
    expect(await late).toContain(503)
  })
})
