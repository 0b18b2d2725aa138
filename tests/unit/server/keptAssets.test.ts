import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepAssets } from '../../../server/web/keptAssets'
import { HOUR } from '../../../src/time/instant'

let folder: string
let shared: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-assets-'))
  shared = path.join(folder, 'data/assets')
})
afterAll(() => rm(folder, { recursive: true }))

const build = async (...names: string[]): Promise<string> => {
  const webRoot = await mkdtemp(path.join(folder, 'web-'))
  await mkdir(path.join(webRoot, 'assets'))
  for (const name of names) await writeFile(path.join(webRoot, 'assets', name), name)
  return webRoot
}

const clock = { now: Date.now() }

const start = async (webRoot: string, place = shared) => {
  const log: string[] = []
  const assets = await keepAssets(
    webRoot,
    place,
    (_, message) => void log.push(message),
    () => clock.now,
  )
  const app = new Hono().use('/assets/*', assets.serve)
  return { log, stop: assets.stop, get: (name: string) => app.request(`/assets/${name}`) }
}

it('of two versions are served by processes of both, and those of the former for a day after its end', async () => {
  const [former, next] = [await build('list-1a.js', 'same.js'), await build('list-2b.js', 'same.js')]
  const [older, newer] = [await start(former), await start(next)]
  await Promise.all([older.stop(), newer.stop()])
  for (const { get } of [older, newer])
    for (const name of ['list-1a.js', 'list-2b.js', 'same.js']) {
      const answer = await get(name)
      expect([await answer.text(), answer.headers.get('cache-control')]).toEqual([
        name,
        'public, max-age=31536000, immutable',
      ])
    }
  for (const name of ['list-3c.js', '..%2f..%2fdata', '../list-1a.js']) expect((await newer.get(name)).status).toBe(404)

  clock.now += 23 * HOUR
  expect((await newer.get('list-1a.js')).status).toBe(200)
  clock.now += 2 * HOUR
  expect((await newer.get('list-1a.js')).status).toBe(404)
  expect((await newer.get('list-2b.js')).status).toBe(200)
  await (await start(next)).stop()
  expect(await readdir(shared)).toHaveLength(1)
})

it('are served by a process that still runs when an upgrade has replaced its files', async () => {
  const webRoot = await build('list-1a.js')
  const { get, stop } = await start(webRoot, path.join(folder, 'replaced'))
  await stop()
  await rm(webRoot, { recursive: true })
  expect((await get('list-1a.js')).status).toBe(200)
})

it('are served where they cannot be kept, which is said', async () => {
  const place = path.join(folder, 'file')
  await writeFile(place, '')
  const { get, log, stop } = await start(await build('list-1a.js'), path.join(place, 'assets'))
  await stop()
  expect((await get('list-1a.js')).status).toBe(200)
  expect(log).toEqual([expect.stringContaining('DATA_DIR cannot be written')])
})

it('of a copy that was interrupted are never served, and go after a day', async () => {
  const place = path.join(folder, 'interrupted')
  await mkdir(path.join(place, 'new-cut/assets'), { recursive: true })
  await writeFile(path.join(place, 'new-cut/assets/half-1a.js'), 'ha')
  clock.now = Date.now()
  const webRoot = await build('list-2b.js')
  const { get, stop } = await start(webRoot, place)
  await stop()
  expect((await get('half-1a.js')).status).toBe(404)
  expect(await readdir(place)).toContain('new-cut')
  clock.now += 25 * HOUR
  await (await start(webRoot, place)).stop()
  expect(await readdir(place)).not.toContain('new-cut')
})

it('leave nothing where copying them fails', async () => {
  const [place, webRoot] = [path.join(folder, 'failed'), await build('list-1a.js')]
  // A socket cannot be copied.
  const server = createServer()
  await new Promise<void>(resolve => void server.listen(path.join(webRoot, 'assets/z'), resolve))
  const { log, stop } = await start(webRoot, place)
  await stop()
  await new Promise(resolve => server.close(resolve))
  expect(log).toHaveLength(1)
  expect(await readdir(place)).toEqual([])
})

it('of a version that starts after a miss are found at once', async () => {
  const place = path.join(folder, 'rolling')
  const older = await start(await build('list-1a.js'), place)
  await older.stop()
  expect((await older.get('list-2b.js')).status).toBe(404)
  await (await start(await build('list-2b.js'), place)).stop()
  expect((await older.get('list-2b.js')).status).toBe(200)
})
