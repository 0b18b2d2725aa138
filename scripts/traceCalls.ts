/**
 * `npm run trace`: counts the server's files and functions that run for one warm call. `-- -v` names them.
 *
 * - whole server: everything in `src` and `server`, from the listener to the database's worker.
 * - from the route on: without the listener and its limits, the middleware, the page, and the embedded database's
 *   worker.
 */
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
const anonymous = '(anonymous)'

/** `server/*.ts` sets the server up. */
const aroundRoutes = /^server\/(?:[^/]+\.ts|(?:intake|start|web|db\/embedded|http\/middleware)\/.*)$/

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

interface Ran {
  file: string
  functions: string[]
}

const countOf = (ran: readonly Ran[]): string => {
  const functions = ran.flatMap(each => each.functions)
  const named = functions.filter(name => name !== anonymous).length
  return `${ran.length} files, ${named} functions with a name, ${functions.length - named} without`
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

  await session.post('Debugger.enable')
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  for (const [name, make] of Object.entries(calls)) {
    for (let turn = 0; turn < 4; turn++) await make()
    await session.post('Profiler.takePreciseCoverage')
    await make()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const own = result.filter(({ url }) => /^\/(?:src|server)\//.test(url.slice(root.length)) && url.startsWith(root))
    const ran: Ran[] = []
    for (const { url, scriptId, functions } of own) {
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
      // tsx writes `__name(() => …, "name")`.
      const nameAt = (end: number) => /^, ?"([^"]+)"\)/.exec(scriptSource.slice(end, end + 80))?.[1]
      const names = functions.flatMap(({ functionName, ranges: [whole] }) =>
        whole && whole.count > 0 && functionName !== '__name'
          ? [functionName || nameAt(whole.endOffset) || anonymous]
          : [],
      )
      if (names.length > 0) ran.push({ file: url.slice(root.length + 1).replace(/\?.*/, ''), functions: names })
    }
    const within = ran.filter(({ file }) => !aroundRoutes.test(file))
    say(`${name}\n  whole server: ${countOf(ran)}\n  from the route on: ${countOf(within)}`)
    if (isVerbose) for (const { file, functions } of within) say(`    ${file}: ${functions.join(', ')}`)
  }
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
