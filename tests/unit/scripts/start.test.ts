import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

const slotwise = (words: string[], { cwd = root, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  new Promise<{ code: unknown; errors: string }>(resolve =>
    execFile(
      process.execPath,
      [path.join(root, 'bin/slotwise.mjs'), ...words],
      { cwd, env: { ...process.env, ...env } },
      (error, _, errors) => resolve({ code: error?.code ?? 0, errors }),
    ),
  )

test('a start that fails says why in sentences, without a stack trace', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'start-'))
  await mkdir(path.join(folder, 'dist/server'), { recursive: true })
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'slotwise.config.ts'), 'export default {}')
  const failure = `throw new Error('The migrations failed.', { cause: new Error('column "days_out" does not exist') })`
  await writeFile(path.join(folder, 'dist/server/main.js'), failure)
  await writeFile(path.join(folder, 'dist/.built'), '')
  const { code, errors } = await slotwise(['start'], { cwd: folder })
  await rm(folder, { recursive: true })
  expect(errors).toBe('This does not start: The migrations failed.\n  column "days_out" does not exist\n')
  expect(code).toBe(1)
}, 60_000)

test.each<[string, string[], { cwd?: string; env?: NodeJS.ProcessEnv }, number, RegExp]>([
  ['migration', ['migration', '--al'], {}, 2, /^Unknown option '--al'.*--allow-loss {2}lets/s],
  ['of another name', ['strat'], {}, 2, /^There is no command strat\.\n\nslotwise COMMAND/],
  ['auth', ['auth', 'turn'], {}, 2, /^slotwise auth ACTION/],
  ['outside of a product', ['build'], { cwd: tmpdir() }, 1, /^There is no slotwise\.config\.ts in /],
])(
  'a command %s says what is wrong without a stack trace',
  async (_, words, place, code, said) => {
    const answer = await slotwise(words, place)
    expect(answer.errors).toMatch(said)
    expect(answer.errors).not.toContain('    at ')
    expect(answer.code).toBe(code)
  },
  60_000,
)

test('development says what is wrong without a stack trace', async () => {
  const env = { ...process.env, DATABASE_URL: 'nonsense' }
  const errors = await new Promise<string>(resolve =>
    execFile(process.execPath, ['--import', 'tsx', 'scripts/development.ts'], { cwd: root, env }, (...answer) =>
      resolve(answer[2]),
    ),
  )
  expect(errors).toMatch(/^This does not start: DATABASE_URL must be/)
  expect(errors).not.toContain('    at ')
}, 60_000)
