// `npm run trace`: the server's files and functions that run for a list, a Save and a booking. `-- -v` names them.
import { mkdtemp, rm } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readServerConfig } from '../server/config'
import { product } from '../server/product'
import { startServer } from '../server/startServer'
import { apiBase } from '../src/schema'

const root = pathToFileURL(path.resolve(import.meta.dirname, '..')).href
const isVerbose = process.argv.includes('-v')
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = await mkdtemp(path.join(os.tmpdir(), 'trace-'))
const config = readServerConfig({ DATA_DIR: folder, PORT: '0', DEMO: 'on', JOBS: 'off' })
const server = await startServer(product, config, () => {}, { web: 'none' })
const session = new Session()
session.connect()

const json = { 'Content-Type': 'application/json' }
const signIn = async (): Promise<string> => {
  const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'admin@demo.test', password: 'demo-password-1' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

try {
  const headers: Record<string, string> = { ...json, Authorization: `Bearer ${await signIn()}` }
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const call = async (method: string, url: string, body?: object): Promise<any> => {
    const answer = await fetch(`${server.url}${apiBase}${url}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const answered = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answered)}`)
    return answered
  }
  const [tenant] = await call('GET', '/tenants')
  headers['X-Tenant-ID'] = tenant.id
  const [channel] = await call('GET', '/channels')
  const items: { id: string }[] = await call('GET', '/catalog-items?status=active')
  const variants = await Promise.all(items.map(({ id }) => call('GET', `/catalog-items/${id}/variants`)))
  const variant = variants.flat().find(({ durationType, isActive }) => durationType === 'fixed' && isActive)
  const save = () => call('PATCH', `/channels/${channel.id}`, { name: `${channel.name} ${Math.random()}` })
  const newcomers: { id: string }[] = []
  for (let turn = 0; turn < 5; turn++) newcomers.push(await call('POST', '/customers', { name: `Newcomer ${turn}` }))
  const book = () =>
    call('POST', '/bookings', { variantId: variant.id, customerId: newcomers.pop()?.id, startsAt: starts.pop() })
  const free = await call('GET', `/availability/next?variantId=${variant.id}&count=8`)
  const starts: string[] = free.slots.map(({ startsAt }: { startsAt: string }) => startsAt)
  const calls: Record<string, () => Promise<unknown>> = {
    'GET /channels': () => call('GET', '/channels'),
    'PATCH /channels/{id}': save,
    'POST /bookings': book,
  }

  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  for (const [name, make] of Object.entries(calls)) {
    // Warms up caches of the process.
    for (let turn = 0; turn < 4; turn++) await make()
    await session.post('Profiler.takePreciseCoverage')
    await make()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const ran = result
      .filter(({ url }) => url.startsWith(root) && /\/(?:src|server)\//.test(url) && !url.includes('node_modules'))
      .map(({ url, functions }) => ({
        file: url.slice(root.length + 1).replace(/\?.*/, ''),
        names: functions.flatMap(({ functionName, ranges: [whole] }) =>
          // tsx adds `__name`.
          whole && whole.count > 0 && functionName !== '__name' ? [functionName || '(anonymous)'] : [],
        ),
      }))
      .filter(({ names }) => names.length > 0)
    say(`${name}: ${ran.length} files, ${ran.reduce((sum, { names }) => sum + names.length, 0)} functions`)
    if (isVerbose) for (const { file, names } of ran) say(`  ${file}: ${names.join(', ')}`)
  }
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
