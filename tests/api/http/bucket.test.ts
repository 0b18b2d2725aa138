import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pendingFor, tidyFiles } from '../../../server/files/storedFiles'
import { supabaseBucket } from '../../../server/files/supabaseBucket'
import { library } from '../../fixtures/library/product'
import { png } from './support/fileSamples'
import { openApi, type Person, type TestApi } from './support/fixture'

// Answers as a Supabase project's storage does, as far as the server asks.

const key = 'service-role-key'
interface Kept {
  type: string | undefined
  bytes: Buffer
}
const buckets = new Map<string, { isPublic: boolean; objects: Map<string, Kept> }>()
let isDown = false

const storage: Server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  const say = (status: number, value: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  const refuse = (statusCode: string, error: string, message: string) => say(400, { statusCode, error, message })
  if (isDown) return say(503, { message: 'Service unavailable' })
  if (request.headers.authorization !== `Bearer ${key}`) return refuse('403', 'Unauthorized', 'jws malformed')
  const [, resource, name = '', ...path] = (request.url ?? '').replace('/storage/v1', '').split('/')
  const call = `${request.method} ${resource}`
  if (call === 'POST bucket') {
    const made = JSON.parse(body.toString())
    if (buckets.has(made.name)) return refuse('409', 'Duplicate', 'The resource already exists')
    buckets.set(made.name, { isPublic: made.public, objects: new Map() })
    return say(200, { name: made.name })
  }
  const bucket = buckets.get(name)
  if (!bucket) return refuse('404', 'Bucket not found', 'Bucket not found')
  const object = path.join('/')
  if (call === 'POST object') {
    bucket.objects.set(object, { type: request.headers['content-type'], bytes: body })
    return say(200, { Id: object, Key: `${name}/${object}` })
  }
  if (call === 'DELETE object') {
    const { prefixes } = JSON.parse(body.toString()) as { prefixes: string[] }
    return say(
      200,
      prefixes.filter(each => bucket.objects.delete(each)).map(each => ({ name: each })),
    )
  }
  const kept = bucket.objects.get(object)
  if (!kept) return refuse('404', 'not_found', 'Object not found')
  response.writeHead(200, { 'content-type': kept.type }).end(kept.bytes)
})

let api: TestApi
let tenantId: string
let staff: Person
let authorId: string
const settings = {
  bucket: null as ReturnType<typeof supabaseBucket> | null,
  tenantBytes: 1024 ** 3,
  strangerBytes: 1024 ** 3,
}

beforeAll(async () => {
  await new Promise<void>(resolve => storage.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`
  settings.bucket = supabaseBucket({ url, serviceRoleKey: key, name: 'pictures' })
  api = await openApi({ product: library, files: settings })
  tenantId = (await api.addTenant()).id
  staff = await api.addPersonIn(tenantId, 'owner')
  authorId = (await api.request('/authors', { method: 'POST', as: staff, tenantId, body: { name: 'Lem' } })).body.id
})
afterAll(async () => {
  await api.close()
  await new Promise(resolve => storage.close(resolve))
})

const objects = () => Array.from(buckets.get('pictures')?.objects.keys() ?? [])
const upload = (headers: Record<string, string> = {}) =>
  api.request('/uploads/books/cover', { method: 'POST', as: staff, tenantId, bytes: png(3, 2), headers })
const tidy = (later = 0) => tidyFiles(api.database, settings.bucket, Date.now() + later)
const open = (url: string) => api.app.request(url.replace(/^\/api/, ''))

describe('Files in the storage of a Supabase project', () => {
  test('are in a private bucket, made at the first upload, and served by the API alone', async () => {
    const { status, body } = await upload()
    expect(status).toBe(201)
    expect(buckets.get('pictures')?.isPublic).toBe(false)
    expect(objects()).toEqual([`${tenantId}/${body.id}`])
    expect(buckets.get('pictures')?.objects.get(`${tenantId}/${body.id}`)?.type).toContain('image/png')
    const { rows } = await api.owner.query('select content from files where id = $1', [body.id])
    expect(rows).toEqual([{ content: null }])
    const answer = await open(body.url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png(3, 2))
  })

  test('leave it when their record goes, when nobody refers to them, and when an upload was not finished', async () => {
    const book = { title: 'Solaris', authorId, cover: (await upload()).body }
    const kept = await api.request('/books', { method: 'POST', as: staff, tenantId, body: book })
    const before = objects().length
    await tidy()
    expect(objects()).toHaveLength(before)
    await tidy(pendingFor + 1000)
    expect(objects()).toEqual([`${tenantId}/${kept.body.cover.id}`])
    await api.request(`/books/${kept.body.id}`, { method: 'DELETE', as: staff, tenantId })
    await api.request(`/books/trash/${kept.body.id}`, { method: 'DELETE', as: staff, tenantId })
    expect((await open(kept.body.cover.url)).status).toBe(404)
    await tidy()
    expect(objects()).toEqual([])
    // The bytes and the key's row are there already, so only the first upload is kept.
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const [first, second] = [await upload(headers), await upload(headers)]
    expect(second.body).toEqual(first.body)
    expect(objects()).toHaveLength(2)
    await tidy(2 * 3_600_000)
    expect(objects()).toEqual([`${tenantId}/${first.body.id}`])
  })

  test('that cannot be stored are not there, and nothing of them is left behind', async () => {
    const before = objects()
    isDown = true
    const refused = await upload()
    isDown = false
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    const { rows } = await api.owner.query('select 1 from files where tenant_id = $1 and not is_used', [tenantId])
    expect(rows).toHaveLength(before.length)
    expect(objects()).toEqual(before)
  })

  test('do not hide those that the database has kept from before', async () => {
    const { bucket } = settings
    settings.bucket = null
    const { body } = await upload()
    settings.bucket = bucket
    expect((await open(body.url)).status).toBe(200)
  })
})
