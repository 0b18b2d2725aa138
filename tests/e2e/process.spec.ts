import { spawnSync } from 'node:child_process'
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

test('the served page lets no foreign script in and frames nowhere', async ({ server }) => {
  const page = await fetch(server.url)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(await page.text()).not.toMatch(/<script(?![^>]*(?:src=|type="application\/json"))/)
})
