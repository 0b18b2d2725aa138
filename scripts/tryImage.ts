// `npm run image`: builds deploy/Containerfile and runs it as deploy/compose.yaml does. Debian with this machine's
// Node.js replaces a base image that cannot be fetched, `unshare` and `chroot` a container engine. Needs root, buildah
// and debootstrap.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '..')
const [, base = ''] = /^FROM (\S+)$/m.exec(await readFile(path.join(root, 'deploy/Containerfile'), 'utf8')) ?? []
const certificates = '/etc/ssl/certs/ca-certificates.crt'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const isThere = (program: string): boolean => spawnSync('which', [program]).status === 0
const needed = ['buildah', 'debootstrap', 'unshare', 'nsenter', 'chroot']
const lacking = [...needed.filter(each => !isThere(each)), ...(process.getuid?.() === 0 ? [] : ['root'])]
if (lacking.length > 0) {
  say(`SKIPPED: the image was neither built nor run, for want of ${lacking.join(', ')}.`)
  process.exit(0)
}

const place = await mkdtemp(path.join(os.tmpdir(), 'slotwise-image-'))
const storage = ['--root', `${place}/images`, '--runroot', `${place}/run`, '--storage-driver', 'vfs']
const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()

const isPulled = (): boolean =>
  spawnSync('buildah', [...storage, 'pull', '--quiet', base], { timeout: 60_000, stdio: 'ignore' }).status === 0

/** Minimal, with this machine's Node.js and certificates, named like the base image. */
const makeStandIn = async (): Promise<void> => {
  const container = buildah('from', 'scratch')
  const folder = buildah('mount', container)
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder], { stdio: 'ignore' })
  const npm = path.resolve(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim(), '../../lib/node_modules/npm')
  await cp(process.execPath, `${folder}/usr/local/bin/node`)
  await cp(npm, `${folder}/usr/local/lib/node_modules/npm`, { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, `${folder}/usr/local/bin/${name}`)
  await mkdir(path.dirname(`${folder}${certificates}`), { recursive: true })
  await cp(certificates, `${folder}${certificates}`, { dereference: true })
  execFileSync('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', 'node'])
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  buildah('commit', '--quiet', '--rm', container, `docker.io/library/${base}`)
}

interface Image {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  StopSignal: NodeJS.Signals
  Healthcheck: { Test: [kind: 'CMD', ...command: string[]] }
}

/** Outside of the image's writable folders. */
const writable = `${place}/data`

const quoted = (words: readonly string[]): string => words.map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')

/** Drops all rights, like `cap_drop: [ALL]` and `no-new-privileges`. */
const inRoot = (
  image: Image,
  folder: string,
  settings: Record<string, string>,
  command: readonly string[],
): string[] => [
  ...['chroot', folder, 'setpriv', `--reuid=${image.User}`, `--regid=${image.User}`, '--init-groups'],
  ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', 'env', '--ignore-environment'],
  ...image.Env,
  ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ...command,
]

const run = (
  image: Image,
  folder: string,
  settings: Record<string, string>,
  command: readonly string[],
): ChildProcess => {
  const steps = [
    'mount --make-rprivate /',
    `mount --bind ${folder} ${folder}`,
    `mount -o remount,bind,ro ${folder}`,
    `mount --bind ${writable} ${folder}/data`,
    `mount -t tmpfs tmpfs ${folder}/tmp`,
    `mount -t proc proc ${folder}/proc`,
    `mount --rbind /dev ${folder}/dev`,
    `exec ${quoted(inRoot(image, folder, settings, command))}`,
  ]
  const words = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', steps.join('\n')]
  return spawn('unshare', words, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The process id of the namespace's first process, outside of it. */
const firstOf = async ({ pid }: ChildProcess): Promise<number> =>
  Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim())

const results: [isGood: boolean, what: string][] = []
const check = (what: string, isGood: boolean): void => {
  results.push([isGood, what])
  say(`${isGood ? '✔' : '✘'} ${what}`)
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

const until = async (isSo: () => Promise<boolean>, seconds: number): Promise<boolean> => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) if (await isSo()) return true
  return false
}

const sparePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const tryRoot = async (image: Image, folder: string): Promise<void> => {
  const port = String(await sparePort())
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: port, DEMO: 'off', AUTH_CONFIRM_EMAIL: 'on', DRAIN_SECONDS: '2' }
  await mkdir(writable)
  await chown(writable, 1000, 1000)
  const began = performance.now()
  const child = run(image, folder, settings, [...image.Entrypoint, ...image.Cmd])
  child.stdout?.resume()
  const isReady = await until(async () => (await statusOf(`${url}/readyz`)) === 200, 60)
  check(`it is ready with a read-only root, after ${Math.round(performance.now() - began)} ms`, isReady)

  const first = await firstOf(child)
  const state = await readFile(`/proc/${first}/status`, 'utf8')
  check('no process of it is root’s, or has a right', /^Uid:\t1000\t1000/m.test(state) && /^CapEff:\t0+$/m.test(state))
  const page = await fetch(`${url}/login`)
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? []
  check('it serves the application', page.status === 200 && (await statusOf(`${url}${script}`)) === 200)

  const inside = (own: Record<string, string>, ...command: string[]) =>
    spawnSync('nsenter', [
      '--target',
      String(first),
      '--mount',
      ...inRoot(image, folder, { ...settings, ...own }, command),
    ])
  const [, ...health] = image.Healthcheck.Test
  check('its health check finds it', inside({}, ...health).status === 0)
  check('and says when it is not there', inside({ PORT: '1' }, ...health).status === 1)
  const refused = ['/x', '/home/node/x', '/usr/local/lib/x'].map(file => inside({}, 'touch', file))
  check(
    'nothing but /data and /tmp can be written',
    refused.every(({ status, stderr }) => status !== 0 && `${stderr}`.includes('Read-only')),
  )
  const settled = inside({}, 'slotwise', 'start', '--check')
  check('its settings are looked at inside', `${settled.stdout}`.includes('DATA_DIR'))

  const ended = once(child, 'exit')
  process.kill(first, image.StopSignal)
  check('told to stop, it says so first', await until(async () => (await statusOf(`${url}/readyz`)) === 503, 1))
  check('goes on meanwhile', (await statusOf(`${url}/healthz`)) === 200)
  const [code] = await Promise.race([ended, sleep(35_000, [null])])
  check('and ends by itself with 0', code === 0)

  const doctor = run(image, folder, settings, [...image.Entrypoint, 'doctor', '--json'])
  doctor.stdout?.resume()
  const [found] = await once(doctor, 'close')
  check('its other commands run on what it kept', found === 0)
}

try {
  const hasBase = isPulled()
  say(hasBase ? `The base is ${base}.` : `${base} is out of reach: Debian and this machine's Node.js stand in for it.`)
  if (!hasBase) await makeStandIn()
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  await mkdir(cache, { recursive: true })
  const options = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--format', 'docker', '--quiet']
  // Shares downloads with this machine, not with the image.
  buildah(
    'bud',
    ...options,
    '--volume',
    `${cache}:/root/.npm`,
    '-f',
    path.join(root, 'deploy/Containerfile'),
    '-t',
    'slotwise',
    root,
  )
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'slotwise'))
  const image: Image = Docker.config
  const folder = buildah('mount', buildah('from', '--pull-never', 'slotwise'))
  check('it is a user’s that is not root', image.User !== '' && image.User !== 'root' && image.User !== '0')
  const installed = path.join(folder, 'usr/local/lib/node_modules/slotwise')
  const [size] = execFileSync('du', ['-sm', installed], { encoding: 'utf8' }).split('\t')
  check(`the product in it has ${size} MB`, Number(size) <= 120)
  const modules = await readdir(path.join(installed, 'node_modules'))
  check('without compilers', !modules.some(name => ['vite', 'typescript', 'tsx', 'react'].includes(name)))
  await tryRoot(image, folder)
} finally {
  await rm(place, { recursive: true, force: true })
}
const failed = results.filter(([isGood]) => !isGood)
say(failed.length === 0 ? `${results.length} checks passed.` : `${failed.length} of ${results.length} checks failed.`)
process.exit(failed.length === 0 ? 0 : 1)
