import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { removeData, startServer } from './support/server'
import { demoPassword, expect, test } from './support/test'

const signInOverHttp = async (url: string) => {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.test', password: demoPassword }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const me = (await (await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
    memberships: { tenantId: string }[]
  }
  return {
    authorization: `Bearer ${token}`,
    'x-tenant-id': me.memberships[0]?.tenantId ?? '',
    'content-type': 'application/json',
  }
}

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
  let server = await startServer()
  const { dataDir } = server
  const acknowledged: string[] = []
  for (let round = 0; round < 3; round++) {
    const headers = await signInOverHttp(server.url)
    const write = async (name: string) => {
      const answer = await fetch(`${server.url}/api/channels`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      }).catch(() => null)
      if (answer?.status === 201) acknowledged.push(name)
      return answer !== null
    }
    let isKilled = false
    let written = 0
    const writing = (async () => {
      while (!isKilled && (await write(`Kiosk ${round}-${written}`))) written++
    })()
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(8 + round)
    isKilled = true
    await server.kill()
    await writing
    server = await startServer({ dataDir })
  }
  const headers = await signInOverHttp(server.url)
  const kept = new Set<string>()
  for (let page = 1; ; page++) {
    const answer = await fetch(`${server.url}/api/channels?perPage=100&page=${page}`, { headers })
    const records = (await answer.json()) as { name: string }[]
    for (const { name } of records) kept.add(name)
    if (records.length < 100) break
  }
  expect(acknowledged.length).toBeGreaterThan(25)
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
