import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { generateMigration } from '../../../server/db/generateMigration'
import { openServer } from '../../../server/db/server'
import { appliedMigrations, takeBackMigration } from '../../../server/db/takeBackMigration'
import { type AnyResource, defineResource, integer, text, withCore } from '../../../src/declare'

const things = defineResource({
  name: 'things',
  label: ['Thing', 'Things'],
  icon: 'category',
  scope: 'tenant',
  api: '/things',
  screens: { base: '/things', form: 'dialog' },
  access: { read: 'viewer', write: 'staff' },
  fields: { name: text({ required: true }) },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
})
const first = withCore([things])
const wider = withCore([{ ...things, fields: { ...things.fields, size: integer() } } as AnyResource])

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
})
afterEach(() => rm(folder, { recursive: true }))

const contents = async () =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder)).sort().map(async name => [name, await readFile(path.join(folder, name), 'utf8')]),
    ),
  )

it('leaves the folder as it was before, one migration at a time', async () => {
  await generateMigration(first, { folder, name: 'start' })
  const before = await contents()
  await generateMigration(wider, { folder, name: 'size' })
  expect(Object.keys(await contents())).toContain('0002_size.sql')
  expect(await takeBackMigration(folder, [])).toEqual(['0002_size.sql', '0003_size_online.sql'])
  expect(await contents()).toEqual(before)
  expect(await takeBackMigration(folder, [])).toEqual(['0001_start.sql'])
  expect(await contents()).toEqual({})
  await expect(takeBackMigration(folder, [])).rejects.toThrow('There is no migration to take back.')
})

it('refuses one that has run, or that was written elsewhere', async () => {
  await generateMigration(first, { folder, name: 'start' })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'data-'))
  expect(await appliedMigrations({ DATA_DIR: dataDir })).toEqual([])
  await (await openServer({ dataDir, migrations: folder })).stop()
  const applied = await appliedMigrations({ DATA_DIR: dataDir })
  await rm(dataDir, { recursive: true })
  const before = await contents()
  await expect(takeBackMigration(folder, applied)).rejects.toThrow('0001_start.sql has run')
  expect(await contents()).toEqual(before)

  await takeBackMigration(folder, [])
  await generateMigration(first, { folder, name: 'start' })
  const elsewhere = path.join(folder, '..', `${path.basename(folder)}-copy`)
  await cp(folder, elsewhere, { recursive: true })
  await expect(takeBackMigration(elsewhere, [])).rejects.toThrow('0001_start.sql was not written here')
  await rm(elsewhere, { recursive: true })
}, 120_000)
