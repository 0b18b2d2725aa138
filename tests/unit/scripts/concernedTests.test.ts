import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { concernedTests } from '../../../scripts/concernedTests.mjs'

const contents: Readonly<Record<string, string>> = {
  'src/ui/money.ts': '',
  'server/product.ts': "import { routes } from './features/rooms/routes'\nimport './features/desks/routes'",
  'server/features/rooms/routes.ts': "import { price } from './price'",
  'server/features/rooms/price.ts': "import type { Money } from '../../../src/ui/money'",
  'server/features/desks/routes.ts': '',
  'tests/unit/server/sums.test.ts': "const { price } = await import('../../../server/features/rooms/price')",
  'tests/api/features/roomTimes.test.ts': "import { product } from '../../../server/product'",
  'tests/api/features/rooms.test.ts': "import { product } from '../../../server/product'",
  'tests/api/features/desks.test.ts': "import { product } from '../../../server/product'",
  'tests/ui/features/rooms.test.tsx': '',
}
const files = Object.keys(contents)

let root: string
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'concerned-'))
  for (const [file, text] of Object.entries(contents)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true })
    await writeFile(path.join(root, file), text)
  }
})
afterAll(() => rm(root, { recursive: true }))

const concerned = (...changed: string[]) => {
  const { found, reached } = concernedTests({ root, files, changed })
  return { found: Object.fromEntries(found), reached }
}

test('a change concerns the tests that import it and those of its room, not all that import the product', () => {
  expect(concerned('server/features/rooms/price.ts')).toEqual({
    found: {
      'tests/unit/server/sums.test.ts': 1,
      'tests/api/features/rooms.test.ts': 2,
      'tests/api/features/roomTimes.test.ts': 3,
    },
    reached: 4,
  })
})

test('a test that was changed comes first, and a type concerns nobody who only names it', () => {
  expect(concerned('tests/api/features/desks.test.ts').found).toEqual({ 'tests/api/features/desks.test.ts': 0 })
  expect(concerned('src/ui/money.ts')).toEqual({ found: {}, reached: 0 })
})
