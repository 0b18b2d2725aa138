import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

test('a start that fails says why in sentences, without a stack trace', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'start-'))
  await mkdir(path.join(root, 'scripts'))
  await mkdir(path.join(root, 'dist/server'), { recursive: true })
  await cp(path.resolve(import.meta.dirname, '../../../scripts/start.mjs'), path.join(root, 'scripts/start.mjs'))
  await writeFile(path.join(root, 'dist/.built'), '')
  const failure = `throw new Error('The migrations failed.', { cause: new Error('column "days_out" does not exist') })`
  await writeFile(path.join(root, 'dist/server/main.js'), failure)
  const { code, errors } = await new Promise<{ code: unknown; errors: string }>(resolve =>
    execFile(process.execPath, [path.join(root, 'scripts/start.mjs')], (error, _, stderr) =>
      resolve({ code: error?.code, errors: stderr }),
    ),
  )
  await rm(root, { recursive: true })
  expect(errors).toBe('This does not start: The migrations failed.\n  column "days_out" does not exist\n')
  expect(code).toBe(1)
})

const root = path.resolve(import.meta.dirname, '../../..')

test.each<[string, string[], NodeJS.ProcessEnv, RegExp]>([
  ['npm run dev', ['server/dev.ts'], { DATABASE_URL: 'nonsense' }, /^This does not start: DATABASE_URL must be/],
  ['npm run db:migration', ['scripts/dbMigration.ts', '--al'], {}, /^Unknown option '--al'.*--allow-loss {2}lets/s],
])(
  '%s says what is wrong without a stack trace',
  async (_, words, variables, said) => {
    const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')
    const errors = await new Promise<string>(resolve =>
      execFile(process.execPath, [tsx, ...words], { cwd: root, env: { ...process.env, ...variables } }, (...answer) =>
        resolve(answer[2]),
      ),
    )
    expect(errors).toMatch(said)
    expect(errors).not.toContain('    at ')
  },
  60_000,
)
