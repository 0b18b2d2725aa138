import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'entity-'))
  for (const folder of ['src', 'scripts', 'package.json', 'tsconfig.json'])
    await cp(path.join(root, folder), path.join(copy, folder), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
}, 60_000)
afterAll(() => rm(copy, { recursive: true }))

const run = (...words: string[]) =>
  new Promise<{ code: number; said: string }>(resolve => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'scripts/newEntity.ts', ...words],
      { cwd: copy },
      (error, out, errors) => resolve({ code: Number(error?.code ?? 0), said: out + errors }),
    )
  })

it.each<[string[], number, RegExp]>([
  [['--help'], 0, /^npm run new:entity <plural> \[<singular>\]/],
  [['--fr', 'Lieu,Lieux'], 1, /^Unknown option '--fr'.*npm run new:entity <plural>/s],
  [['equipment'], 1, /^Say the singular of equipment after it.*npm run new:entity equipment <singular>/],
  [['orders', 'Order'], 1, /^Name one of the orders in camel case, such as giftVoucher: not Order/],
  [['users'], 1, /^users: every product has them already\./],
  [['files'], 1, /^files: the machine has a table of this name; choose another\./],
  [['sites', '--de', 'Ort'], 1, /^--de takes the singular and the plural: --de One,Many/],
])(
  'says %o in sentences, and writes nothing',
  async (words, code, said) => {
    const answer = await run(...words)
    expect(answer.said).toMatch(said)
    expect(answer.said).not.toContain('    at ')
    expect(answer.code).toBe(code)
    expect(answer.said).not.toContain('Wrote')
  },
  60_000,
)

it('leaves a gap where a language was not given its name, and no text in another language', async () => {
  const { said } = await run('equipment', 'pieceOfEquipment')
  expect(said).toContain('Say it in src/i18n/de/resources/index.ts: npx vitest run tests/unit/i18n lists what.')
  const german = await readFile(path.join(copy, 'src/i18n/de/resources/index.ts'), 'utf8')
  expect(german).toContain('// equipment: `npx vitest run tests/unit/i18n` lists what to say of it here.')
  expect(german).not.toContain('Equipment')
}, 60_000)
