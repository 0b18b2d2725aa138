import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources as lendingResources } from '../../../examples/lending/declarations'
import { german } from '../../../examples/lending/german'
import { expectMigrated } from '../../../server/db/generateMigration'
import { testTexts } from '../../../testing/testTexts'

const root = path.resolve(import.meta.dirname, '../../..')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'new-'))
  await promisify(execFile)(process.execPath, [path.join(root, 'bin/slotwise.mjs'), 'new', 'city-clinic'], {
    cwd: folder,
  })
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

test('a new product has its name, a version of each tool and at most twelve files', async () => {
  const product = path.join(folder, 'city-clinic')
  const files = (await readdir(product, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  expect(files.length).toBeLessThanOrEqual(12)
  const described = JSON.parse(await readFile(path.join(product, 'package.json'), 'utf8'))
  expect(described).toMatchObject({ name: 'city-clinic', dependencies: { slotwise: expect.stringMatching(/^\^\d/) } })
  expect(JSON.stringify(described)).not.toContain('"*"')
  expect(await readFile(path.join(product, 'slotwise.config.ts'), 'utf8')).toContain("name: 'City Clinic'")
})

test.each([
  ['the template', 'scripts/template'],
  ['the example', 'examples/lending'],
])('%s has the migrations of its declarations', async (_, place) => {
  const { resources } = await import(path.join(root, place, 'declarations/index.ts'))
  await expectMigrated(resources, path.join(root, place, 'migrations'))
})

test('the walk-through shows the files as they are', async () => {
  const text = await readFile(path.join(root, 'docs/your-own-product.md'), 'utf8')
  const blocks = Array.from(text.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g))
  expect(blocks.length).toBeGreaterThan(2)
  for (const [, file = '', code] of blocks) expect(code).toBe(await readFile(path.join(root, file), 'utf8'))
})

describe('the German of the example', () => testTexts({ resources: lendingResources }, { de: german }))
