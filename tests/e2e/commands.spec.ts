import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'

const main = path.resolve('dist/server/main.js')
const key = Buffer.alloc(32, 1).toString('base64')

let folder: string
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-commands-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  code: unknown
  /** Without progress, where nothing went wrong. */
  said: string
}

/** A command of the built program, as an operator gives it; `within`: a program that runs what follows it. */
const slotwise = (
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  within: readonly string[] = [],
): Promise<Ended> => {
  const [program = '', ...args] = [...within, process.execPath, main, ...words]
  const options = { cwd: folder, env: { ...process.env, DATA_DIR: path.join(folder, 'data'), ...env } }
  return new Promise(resolve =>
    execFile(program, args, options, (error, out, errors) =>
      resolve(error ? { code: error.code, said: out + errors } : { code: 0, said: out }),
    ),
  )
}

const refused = (said: RegExp) => ({ code: 1, said: expect.stringMatching(said) })

const namesIn = (name: string): Promise<string[]> => readdir(path.join(folder, name)).catch(() => [])

/** The demo data, as its server left it. */
const bringData = (): Promise<void> => cp(process.env.E2E_DATA ?? '', path.join(folder, 'data'), { recursive: true })

test('the package has what operators need, no source map and nothing to build with', async () => {
  const packed = spawnSync('npm', ['pack', path.resolve('dist'), '--dry-run', '--json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const [{ files, unpackedSize }] = JSON.parse(packed.stdout) as [{ files: { path: string }[]; unpackedSize: number }]
  const names = files.map(file => file.path)
  expect(names).toEqual(
    expect.arrayContaining(['CHANGELOG.md', 'deploy/Caddyfile', 'docs/operating.md', 'server/main.js', 'slotwise.mjs']),
  )
  expect(names.filter(name => /\.(map|tsx?)$/.test(name))).toEqual([])
  // With its three dependencies it has 48 MB; 120 are the most.
  expect(unpackedSize).toBeLessThan(40_000_000)
  const { dependencies } = JSON.parse(await readFile('dist/package.json', 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['@electric-sql/pglite', '@node-rs/argon2', 'pg'])
})

test('a command that is misused ends with 2 and says how it is used', async () => {
  const misuses = [
    ['strat'],
    ['start', '--chek'],
    ['doctor', '--all'],
    ['superuser'],
    ['superuser', 'add'],
    ['backup'],
    ['backup', 'a', 'b'],
    ['restore'],
    ['tenant', 'export', 'harbor-spa'],
    ['upgrade'],
    ['auth', 'turn'],
  ]
  for (const words of misuses)
    expect(await slotwise(words), words.join(' ')).toEqual({ code: 2, said: expect.stringMatching(/^ {2}\S/m) })
  expect(await namesIn('data'), 'nothing was opened').toEqual([])
})

test('a backup fills what is empty, for who has its key, and whatever else is refused writes nothing', async () => {
  await bringData()
  const made = await slotwise(['backup', 'all.backup', '--json'], { SECRETS_KEY: key })
  expect(made.code).toBe(0)
  expect(JSON.parse(made.said)).toMatchObject({ file: 'all.backup', tables: { 'public.bookings': {} } })
  expect(await slotwise(['backup', 'all.backup'])).toEqual(refused(/all\.backup is there already/))
  expect(await slotwise(['restore', 'all.backup'], { SECRETS_KEY: key })).toEqual(refused(/has a database already/))

  const into = (name: string, words: string[], secret: string) =>
    slotwise(['restore', ...words], { DATA_DIR: path.join(folder, name), SECRETS_KEY: secret })
  const whole = await readFile(path.join(folder, 'all.backup'))
  await writeFile(
    path.join(folder, 'newer.backup'),
    Buffer.concat([Buffer.from('slotwise backup 2'), whole.subarray(17)]),
  )
  expect(await into('newer', ['newer.backup'], key)).toEqual(refused(/was written by a newer version/))
  const otherKey = Buffer.alloc(32, 2).toString('base64')
  expect(await into('other', ['all.backup'], otherKey)).toEqual(refused(/SECRETS_KEY is not the one of the backup/))
  for (const name of ['newer', 'other']) expect(await namesIn(name)).toEqual([])

  expect((await into('checked', ['all.backup', '--only-check'], otherKey)).code).toBe(0)
  expect(await namesIn('checked')).toEqual([])
  const answers = await Promise.all([
    into('later', ['all.backup', '--reseal-later'], otherKey),
    into('same', ['all.backup', '--verify', '--json'], key),
  ])
  expect(answers.map(({ code }) => code)).toEqual([0, 0])
  expect(JSON.parse(answers[1].said)).toMatchObject({ done: 'is restored and verified' })
})

test('a backup onto a full disk fails and leaves nothing there', async () => {
  test.skip(spawnSync('unshare', ['-Urm', 'true']).status !== 0, 'A disk of one’s own cannot be had here.')
  await bringData()
  await mkdir(path.join(folder, 'disk'))
  const script = 'mount -t tmpfs -o size=40k tmpfs disk && "$0" "$@"; code=$?; ls -A disk; exit $code'
  const answer = await slotwise(['backup', 'disk/all.backup'], {}, ['unshare', '-Urm', 'sh', '-c', script])
  expect(answer).toEqual(refused(/ENOSPC/))
  expect(answer.said).not.toMatch(/^all\.backup/m)
})

test('a tenant comes in under a free name alone, and the last superuser stays', async () => {
  await bringData()
  expect((await slotwise(['tenant', 'export', 'harbor-spa', 'spa.zip'])).code).toBe(0)
  expect(await slotwise(['tenant', 'import', 'spa.zip'])).toEqual(refused(/harbor-spa/))
  expect(await slotwise(['tenant', 'import', 'spa.zip', '--slug', 'harbor-two'])).toEqual({
    code: 0,
    said: expect.stringContaining('harbor-two is here'),
  })
  expect(await slotwise(['superuser', 'remove', 'super@demo.test'])).toEqual(refused(/is the last superuser/))
  const added = await slotwise(['superuser', 'add', 'you@example.com', '--json'])
  expect(JSON.parse(added.said)).toEqual({ email: 'you@example.com', link: expect.stringContaining('/new-password?') })
  expect((await slotwise(['superuser', 'remove', 'super@demo.test'])).code).toBe(0)
  expect(await slotwise(['superuser', 'list'])).toEqual({ code: 0, said: 'you@example.com\n' })
})
