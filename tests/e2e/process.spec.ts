import { spawnSync } from 'node:child_process'
import { cp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { channelNames, createChannel, signInOverHttp } from './support/api'
import { removeData, startServer } from './support/server'
import { expect, test } from './support/test'

/** `node scripts/tryFaults.mjs` asks for twenty. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)

test('a second process on the same data folder refuses and says why', async ({ server }) => {
  const second = spawnSync(process.execPath, [path.resolve('dist/server/main.js')], {
    env: { ...process.env, PORT: '0', DATA_DIR: server.dataDir },
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(second.status).not.toBe(0)
  expect(`${second.stdout}${second.stderr}`).toMatch(/in use by process \d+.*DATA_DIR/)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('nothing acknowledged is lost when the process is killed', async () => {
  test.setTimeout(60_000 + rounds * 60_000)
  let server = await startServer()
  const { dataDir } = server
  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round++) {
    const { headers } = await signInOverHttp(server.url)
    let written = 0
    const writing = (async () => {
      // Until the server is gone, and no answer comes.
      for (let status: number | null = 0; status !== null; written++) {
        const name = `Kiosk ${round}-${written}`
        status = await createChannel(server.url, headers, name)
        if (status === 201) acknowledged.push(name)
      }
    })()
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(8 + round)
    await server.kill()
    await writing
    server = await startServer({ dataDir })
  }
  const { headers } = await signInOverHttp(server.url)
  const kept = await channelNames(server.url, headers)
  expect(acknowledged.length).toBeGreaterThan(rounds * 8)
  expect(acknowledged.filter(name => !kept.has(name))).toEqual([])
  await server.stop()
  await removeData(dataDir)
})

test('a process that is told to stop says so first, and takes calls until it goes', async () => {
  const server = await startServer({ env: { DRAIN_SECONDS: '100' } })
  const { headers } = await signInOverHttp(server.url)
  const ended = server.stop()
  const readiness = async () => (await fetch(`${server.url}/readyz`)).json()
  await expect.poll(readiness).toEqual({ status: 'stopping' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/api/channels`, { headers })).status).toBe(200)
  // A second signal skips the wait.
  process.kill(server.pid, 'SIGTERM')
  expect(await ended).toBe(0)
  await removeData(server.dataDir)
})

test('a process that still runs when an upgrade replaces its files goes on', async () => {
  const project = path.resolve('node_modules/.cache/slotwise/replaced')
  await rm(project, { recursive: true, force: true })
  await cp('dist', path.join(project, 'dist'), { recursive: true })
  const server = await startServer({ project, env: { DEMO: 'off', AUTH_CONFIRM_EMAIL: 'on' } })
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await (await fetch(`${server.url}/login`)).text()) ?? []
  const inData = (folder: string) => readdir(path.join(server.dataDir, folder)).catch(() => [])
  await expect.poll(() => inData('assets')).toEqual([expect.not.stringMatching(/^new-/)])
  await rm(project, { recursive: true })

  expect((await fetch(`${server.url}${script}`)).status).toBe(200)
  const signUp = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'late@example.com', password: 'a-good-password-1' }),
  })
  expect(signUp.status).toBe(200)
  await expect.poll(() => inData('outbox')).toEqual([expect.stringMatching(/\.eml$/)])
  expect(await server.stop()).toBe(0)
  await removeData(server.dataDir)
})

test('the served page lets no foreign script in and frames nowhere', async ({ server }) => {
  const page = await fetch(server.url)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(await page.text()).not.toMatch(/<script(?![^>]*(?:src=|type="application\/json"))/)
})
