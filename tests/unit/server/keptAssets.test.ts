import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
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

it('are served where they cannot be kept, which is said', async () => {
  const place = path.join(folder, 'file')
  await writeFile(place, '')
  const { get, log, stop } = await start(await build('list-1a.js'), path.join(place, 'assets'))
  await stop()
  expect((await get('list-1a.js')).status).toBe(200)
  expect(log).toEqual([expect.stringContaining('DATA_DIR cannot be written')])
})
