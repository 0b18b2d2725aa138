// `npm run release -- 1.0.0`. Run again at the tag, it makes the same bytes. `--tested`: tests passed elsewhere.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { follows, plainSbom, releasedChangelog } from './releaseTexts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8')
const said = (file: string, ...args: string[]): string =>
  execFileSync(file, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).trim()
const run = (file: string, ...args: string[]): Buffer => execFileSync(file, args, { cwd: root, stdio: 'inherit' })
const misused = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const version = process.argv.slice(2).find(word => !word.startsWith('--')) ?? ''
const isTested = process.argv.includes('--tested')
const { name, version: last } = JSON.parse(await read('package.json'))
const tag = `v${version}`
const isMade = said('git', 'tag', '--points-at', 'HEAD').split('\n').includes(tag)

if (said('git', 'status', '--porcelain')) misused('Something is not committed: a release is made of what is.')
if (!isMade) {
  if (!follows(version, last)) misused(`Say the version that follows ${last}: npm run release -- 1.0.0`)
  const today = new Date().toISOString().slice(0, 10)
  const changelog =
    releasedChangelog(await read('CHANGELOG.md'), version, today) ??
    misused('CHANGELOG.md has nothing under [Unreleased].')
  if (!isTested) run('npm', 'test')
  await writeFile(path.join(root, 'CHANGELOG.md'), changelog)
  run('npm', 'version', version, '--no-git-tag-version')
  run(process.execPath, 'bin/slotwise.mjs', 'build')
  const kept = path.join('tests/fixtures/releases', `${tag}.backup`)
  run('npx', 'tsx', 'scripts/releaseFixture.ts', 'dist/server/main.js', kept)
  run('git', 'add', kept)
  run('git', 'commit', '--quiet', '--all', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', tag, '--message', `${name} ${version}`)
}

const folder = path.join(root, 'release')
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
run(process.execPath, 'bin/slotwise.mjs', 'build')
run('npm', 'pack', './dist', '--silent', '--pack-destination', folder)
const sbom = plainSbom(JSON.parse(said('npm', 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx')), {
  name,
  version,
})
await writeFile(path.join(folder, `${name}-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)

const sums = []
for (const file of [`${name}-${version}.tgz`, `${name}-${version}.cdx.json`])
  sums.push(
    `${createHash('sha256')
      .update(await readFile(path.join(folder, file)))
      .digest('hex')}  ${file}\n`,
  )
await writeFile(path.join(folder, 'SHA256SUMS'), sums.join(''))
process.stdout.write(`\n${sums.join('')}\nPublish: git push --follow-tags, and the files of release/.\n`)
