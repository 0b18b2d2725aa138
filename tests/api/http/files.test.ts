import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pendingAboveFor, pendingFor, tidyFiles } from '../../../server/files/storedFiles'
import { library } from '../../fixtures/library/product'
import { bomb, gif, html, joined, pdf, png, svg, zip } from './support/fileSamples'
import { openApi, type Person, type TestApi } from './support/fixture'

type Role = 'owner' | 'staff' | 'viewer' | 'stranger' | 'superuser'

let api: TestApi
let tenantId: string
let elsewhere: string
let people: Record<Role, Person>
let authorId: string

beforeAll(async () => {
  api = await openApi({ product: library })
  tenantId = (await api.addTenant()).id
  elsewhere = (await api.addTenant()).id
  people = {
    owner: await api.addPersonIn(tenantId, 'owner'),
    staff: await api.addPersonIn(tenantId, 'staff'),
    viewer: await api.addPersonIn(tenantId, 'viewer'),
    stranger: await api.addPersonIn(elsewhere, 'owner'),
    superuser: await api.addPerson({ userType: 'superuser' }),
  }
  authorId = (await call('POST', '/authors', { name: 'Stanisław Lem' })).body.id
})
afterAll(() => api.close())

const call = (method: string, url: string, body?: unknown, as: Person = people.staff) =>
  api.request(url, { method, as, tenantId, body })

interface Sent {
  as?: Person | undefined
  to?: string
  field?: string
  name?: string
  headers?: Record<string, string>
}

const upload = (bytes: Uint8Array<ArrayBuffer>, options: Sent = {}) => {
  const { as, to = tenantId, field = 'cover', name, headers = {} } = { as: people.staff, ...options }
  const query = name === undefined ? '' : `?${new URLSearchParams({ name })}`
  const type = { 'Content-Type': 'text/html', ...headers }
  return api.request(`/uploads/books/${field}${query}`, { method: 'POST', as, tenantId: to, bytes, headers: type })
}
const uploaded = async (bytes: Uint8Array<ArrayBuffer> = png(), options: Sent = {}) => {
  const answer = await upload(bytes, options)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const bookWith = async (values: object) => {
  const answer = await call('POST', '/books', { title: crypto.randomUUID(), authorId, ...values })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const open = (url: string, headers: Record<string, string> = {}) =>
  api.app.request(url.replace(/^\/api/, ''), { headers })
const statusOf = async (url: string) => (await open(url)).status

describe('A picture', () => {
  test('is uploaded, told by its bytes, and kept with a record and what it shows', async () => {
    const bytes = png(3, 2)
    const value = await uploaded(bytes)
    expect(value).toEqual({
      id: expect.any(String),
      url: `/api/files/${tenantId}/${value.id}`,
      ...{ alt: '', type: 'image/png', size: bytes.length, width: 3, height: 2 },
    })
    const book = await bookWith({
      cover: { id: value.id, alt: '  A sea of thoughts ', width: 9000, type: 'text/html' },
    })
    expect(book.cover).toEqual({ ...value, alt: 'A sea of thoughts' })
    expect((await call('GET', `/books/${book.id}`, undefined, people.viewer)).body.cover).toEqual(book.cover)
    // A picture without words keeps them; other words are a change.
    const same = await call('PATCH', `/books/${book.id}`, { cover: { id: value.id } })
    expect(same.body).toMatchObject({ version: 1, cover: { alt: 'A sea of thoughts' } })
    const other = await call('PATCH', `/books/${book.id}`, { cover: { ...book.cover, alt: 'An ocean' } })
    expect(other.body).toMatchObject({ version: 2, cover: { ...value, alt: 'An ocean' } })
  })

  test('is served as what it is and nothing else, to be kept for ever by one browser', async () => {
    const bytes = png(3, 2, html)
    const { url } = await uploaded(bytes)
    const answer = await open(url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-site',
      'x-content-type-options': 'nosniff',
    })
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    const again = await open(url, { 'If-None-Match': answer.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test.each([
    ['a page', joined(html)],
    ['a drawing with scripts', joined(svg)],
    ['a page after a picture', joined(png(), html)],
    ['a PDF', pdf()],
    ['nothing', joined('')],
  ])('that is %s is refused at its field, whatever it is called', async (_, bytes) => {
    const answer = await upload(bytes, { name: 'cat.png', headers: { 'Content-Type': 'image/png' } })
    expect(answer).toMatchObject({ status: 422, body: { messages: { cover: { key: 'validation.fileType' } } } })
  })

  test('that unpacks to more than a browser bears is refused', async () => {
    for (const bytes of [bomb(65_000, 65_000), gif(20_000, 1), bomb(0, 5)]) {
      const answer = await upload(bytes)
      expect(answer).toMatchObject({ status: 422, body: { messages: { cover: { key: 'validation.imageSize' } } } })
    }
  })

  test('of more than 2 MB is refused, before it is read where it says so', async () => {
    const large = joined(png(), Buffer.alloc(2 * 1024 * 1024))
    expect(await upload(large)).toMatchObject({ status: 413, body: { code: 'too_large' } })
    const claimed = { 'Content-Length': String(large.length) }
    expect(await upload(joined('x'), { headers: claimed })).toMatchObject({ status: 413 })
  })
})

describe('An upload', () => {
  test('is for those who may write the field, and for nobody else', async () => {
    const statuses = async (field: string) =>
      Promise.all(
        [undefined, people.stranger, people.viewer, people.staff, people.superuser].map(async as => {
          const { status } = await upload(field === 'cover' ? png() : pdf(), { as, field })
          return status
        }),
      )
    expect(await statuses('cover')).toEqual([401, 404, 403, 201, 201])
    expect(await statuses('excerpt')).toEqual([401, 404, 403, 201, 201])
    expect(await upload(png(), { field: 'title' })).toMatchObject({ status: 404 })
  })

  test('that is repeated with its key is the same one; the key with other bytes is refused', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const [first, second] = [await uploaded(png(2, 2), { headers }), await uploaded(png(2, 2), { headers })]
    expect(second).toEqual(first)
    expect(await upload(png(3, 3), { headers })).toMatchObject({ status: 422 })
  })

  test('goes after a day without a record that refers to it', async () => {
    const [kept, left] = [await uploaded(), await uploaded()]
    await bookWith({ cover: kept })
    await tidyFiles(api.services.database, null, Date.now())
    expect([await statusOf(kept.url), await statusOf(left.url)]).toEqual([200, 200])
    await tidyFiles(api.services.database, null, Date.now() + pendingFor + 1000)
    expect([await statusOf(kept.url), await statusOf(left.url)]).toEqual([200, 404])
  })

  test('is refused when a person has a hundred that nothing refers to, however many come at once', async () => {
    const as = await api.addPersonIn(tenantId, 'staff')
    const answers = await Promise.all(Array.from({ length: 300 }, () => upload(png(), { as })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 201)).toHaveLength(100)
    expect(statuses.filter(status => status !== 201 && status !== 429 && status !== 503)).toEqual([])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ message: { key: 'refusal.pendingUploads' } })
    // Others are unaffected, and the person goes on once a record refers to a file.
    await uploaded()
    await bookWith({ cover: answers.find(({ status }) => status === 201)?.body })
    expect((await upload(png(), { as })).status).toBe(201)
  })

  test('is refused when the tenant is full', async () => {
    const full = await openApi({ product: library, files: { bucket: null, tenantBytes: 100, strangerBytes: 100 } })
    const small = (await full.addTenant()).id
    const as = await full.addPersonIn(small, 'staff')
    const send = () => full.request('/uploads/books/cover', { method: 'POST', as, tenantId: small, bytes: png() })
    expect((await send()).status).toBe(201)
    expect(await send()).toMatchObject({ status: 409, body: { message: { key: 'refusal.filesFull' } } })
    await full.close()
  })

  describe('of somebody in no tenant', () => {
    let open: TestApi
    let address: string
    beforeAll(async () => {
      const files = { bucket: null, tenantBytes: 1024 ** 3, strangerBytes: 30 * 1024 * 1024 }
      open = await openApi({ product: library, files, clientAddress: () => address })
    })
    afterAll(() => open.close())
    beforeEach(async () => {
      address = '203.0.113.1'
      await open.owner.query('update users set avatar_id = null, avatar_facts = null; delete from platform_files')
    })
    const large = png(2, 2, 'x'.repeat(2 * 1024 * 1024 - 200))
    const sent = async (as: Person, bytes = large) => {
      const { status, body } = await open.request('/uploads/users/avatar', { method: 'POST', as, bytes })
      if (status !== 201) return [status, body.messages.avatar.key]
      return body.id as string
    }
    /** The number of people who can save a picture before one is refused, and the refusal. */
    const untilRefused = async (make: () => Promise<Person>) => {
      for (let count = 0; ; count++) {
        const as = await make()
        const id = await sent(as)
        if (typeof id !== 'string') return [count, ...id]
        await open.request('/users/me', { method: 'PATCH', as, body: { avatar: { id, alt: 'Me' } } })
      }
    }

    test('is refused when they have five of them that wait, or 5 MB', async () => {
      const [many, heavy] = [await open.addPerson(), await open.addPerson()]
      for (let count = 0; count < 5; count++) expect(await sent(many, png())).toEqual(expect.any(String))
      expect(await sent(many, png())).toEqual([429, 'refusal.pendingPictures'])
      for (let count = 0; count < 2; count++) expect(await sent(heavy)).toEqual(expect.any(String))
      expect(await sent(heavy)).toEqual([429, 'refusal.pendingPictures'])
    })

    test('is refused after 25 MB from their network, saved or not', async () => {
      expect(await untilRefused(() => open.addPerson())).toEqual([12, 429, 'refusal.picturesFull'])
      address = '203.0.113.2'
      expect(await sent(await open.addPerson())).toEqual(expect.any(String))
    })

    test('is refused when all such people have filled their room, from however many networks; members have another', async () => {
      let network = 0
      const next = () => {
        address = `203.0.113.${++network}`
        return open.addPerson()
      }
      expect(await untilRefused(next)).toEqual([15, 429, 'refusal.picturesFull'])
      const member = await open.addPersonIn((await open.addTenant()).id, 'viewer')
      expect(await sent(member)).toEqual(expect.any(String))
    })

    test('goes after an hour', async () => {
      const as = await open.addPerson()
      await sent(as)
      await tidyFiles(open.services.database, null, Date.now() + pendingAboveFor + 1000)
      expect((await open.owner.query('select id from platform_files')).rows).toEqual([])
    })
  })
})

describe('Files of a tenant', () => {
  test('are not to be had by the address of another one, nor by guessing', async () => {
    const { id, url } = await uploaded()
    expect(await statusOf(url)).toBe(200)
    for (const guess of [
      `/files/${elsewhere}/${id}`,
      `/files/platform/${id}`,
      `/files/${tenantId}/${crypto.randomUUID()}`,
      `/files/${crypto.randomUUID()}/${id}`,
      `/files/${tenantId}/..%2f${id}`,
      `/files/${tenantId}/${id}'--`,
      `/files/${tenantId}/`,
    ])
      expect([guess, await statusOf(guess)]).toEqual([guess, 404])
  })

  test('cannot be taken by a record of another one: its answer is that of a file that is not there', async () => {
    const theirs = await uploaded(png(), { as: people.stranger, to: elsewhere })
    const book = await bookWith({})
    for (const method of ['POST', 'PATCH'] as const) {
      const answers = [theirs, { ...theirs, id: crypto.randomUUID() }].map(cover =>
        method === 'POST'
          ? call(method, '/books', { title: 'A', authorId, cover })
          : call(method, `/books/${book.id}`, { cover }),
      )
      const [foreign, none] = await Promise.all(answers)
      expect(foreign).toMatchObject({ status: 422, body: { messages: { cover: { key: 'validation.fileGone' } } } })
      expect(foreign?.body).toEqual(none?.body)
    }
    const many = await call('PATCH', `/books?ids=${book.id}`, { cover: theirs })
    expect(many.status).toBe(422)
  })

  test('are taken by fields of their kind and type only', async () => {
    const [cover, excerpt] = [await uploaded(), await uploaded(pdf(), { field: 'excerpt' })]
    const answer = await call('POST', '/books', { title: 'A', authorId, cover: { id: excerpt.id } })
    expect(answer).toMatchObject({ status: 422, body: { messages: { cover: { key: 'validation.fileType' } } } })
    const swapped = await call('POST', '/books', { title: 'A', authorId, excerpt: { id: cover.id } })
    expect(swapped).toMatchObject({ status: 422, body: { messages: { excerpt: { key: 'validation.fileType' } } } })
    expect((await upload(zip({ 'a.txt': 'a' }), { field: 'excerpt' })).status).toBe(422)
    const named = await call('POST', '/books', { title: 'A', authorId, cover: { id: cover.id, alt: 7, onload: 'x' } })
    expect(Object.keys(named.body.errors).sort()).toEqual(['cover.alt', 'cover.onload'])
  })

  test('go when they are replaced or removed, and with their record when it leaves the trash', async () => {
    const [first, second, paper] = [
      await uploaded(),
      await uploaded(),
      await uploaded(pdf(), { field: 'excerpt', name: 'a' }),
    ]
    const book = await bookWith({ cover: first, excerpt: paper })
    await call('PATCH', `/books/${book.id}`, { cover: second })
    expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([404, 200])
    await call('PATCH', `/books/${book.id}`, { cover: null })
    expect([await statusOf(second.url), await statusOf(paper.url)]).toEqual([404, 200])
    await call('DELETE', `/books/${book.id}`, undefined, people.owner)
    expect(await statusOf(paper.url)).toBe(200)
    await call('DELETE', `/books/trash/${book.id}`, undefined, people.owner)
    expect(await statusOf(paper.url)).toBe(404)
    const gone = await call('POST', '/books', { title: 'A', authorId, cover: first })
    expect(gone).toMatchObject({ status: 422, body: { messages: { cover: { key: 'validation.fileGone' } } } })
  })

  test('stay while one of several records refers to them', async () => {
    const cover = await uploaded()
    const books = [await bookWith({ cover }), await bookWith({}), await bookWith({ cover })]
    const ids = books.map(({ id }) => id)
    const many = await call('PATCH', `/books?ids=${ids.join()}`, { cover: { id: cover.id, alt: 'The same' } })
    expect(many).toMatchObject({ status: 200, body: ids.map(id => ({ id, ok: true })) })
    for (const id of ids) {
      expect(await statusOf(cover.url)).toBe(200)
      await call('DELETE', `/books/${id}`, undefined, people.owner)
      await call('DELETE', `/books/trash/${id}`, undefined, people.owner)
    }
    expect(await statusOf(cover.url)).toBe(404)
  })

  test('survive a record that takes them while the last other one lets go', async () => {
    for (let round = 0; round < 10; round++) {
      const cover = await uploaded()
      const [leaving, taking] = [await bookWith({ cover }), await bookWith({})]
      await call('DELETE', `/books/${leaving.id}`, undefined, people.owner)
      const [deleted, taken] = await Promise.all([
        call('DELETE', `/books/trash/${leaving.id}`, undefined, people.owner),
        call('PATCH', `/books/${taking.id}`, { cover }),
      ])
      expect(deleted.status).toBe(204)
      // Either the record has the picture, or the picture was already gone.
      const isTaken = taken.status === 200
      if (!isTaken) expect([404, 422]).toContain(taken.status)
      expect(await statusOf(cover.url)).toBe(isTaken ? 200 : 404)
    }
  })
})

describe('A file', () => {
  test('is downloaded, never opened, under the name that it was given', async () => {
    const value = await uploaded(pdf(), { field: 'excerpt', name: 'Prüfung “1”.pdf' })
    expect(value).toMatchObject({ name: 'Prüfung “1”.pdf', type: 'application/pdf', size: pdf().length })
    const { headers } = await open(value.url)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Pr_fung _1_.pdf"; filename*=UTF-8''Pr%C3%BCfung%20%E2%80%9C1%E2%80%9D.pdf`,
    )
  })

  test.each([
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['a"; filename="evil.html', 'a filename= evil.html.pdf'],
    ['a\r\nSet-Cookie: x=1', 'a Set-Cookie x=1.pdf'],
    ['invoice\u202Efdp.exe', 'invoice fdp.exe.pdf'],
    ['page.html', 'page.html.pdf'],
    ['C:\\docs\\plan.PDF', 'C docs plan.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['', 'file.pdf'],
    ['\u{1F4D6}'.repeat(140), `${'\u{1F4D6}'.repeat(120)}.pdf`],
  ])('called %j is kept as %j, and its name goes nowhere but into its header', async (name, kept) => {
    const value = await uploaded(pdf(), { field: 'excerpt', name })
    expect(value.name).toBe(kept)
    const { status, headers } = await open(value.url)
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w. ()-]+"; filename\*=UTF-8''[\w.%~!-]+$/,
    )
  })
})

describe('A picture of a person', () => {
  const send = (as: Person | undefined) => api.request('/uploads/users/avatar', { method: 'POST', as, bytes: png() })

  test('is above tenants, uploaded by anybody who is signed in', async () => {
    expect((await send(undefined)).status).toBe(401)
    const { body } = await send(people.viewer)
    expect(body.url).toBe(`/api/files/platform/${body.id}`)
    expect(await statusOf(body.url)).toBe(200)
    expect(await statusOf(`/files/${tenantId}/${body.id}`)).toBe(404)
    const change = await api.request(`/users/${people.viewer.id}`, {
      method: 'PATCH',
      as: people.superuser,
      body: { avatar: { id: body.id, alt: 'Ada' } },
    })
    expect(change).toMatchObject({ status: 200, body: { avatar: { ...body, alt: 'Ada' } } })
    await api.request(`/users/${people.viewer.id}`, { method: 'PATCH', as: people.superuser, body: { avatar: null } })
    expect(await statusOf(body.url)).toBe(404)
  })
})

test('The log names a file without saying its address, and the audit log says that a picture changed', async () => {
  const cover = await uploaded()
  await open(cover.url)
  expect(JSON.stringify(api.lines)).not.toContain(cover.id)
  const book = await bookWith({ cover })
  const history = await call('GET', `/audit-log?entityId=${book.id}`, undefined, people.owner)
  expect(history.body[0]).toMatchObject({ action: 'created', changes: { cover: { from: null, to: { id: cover.id } } } })
})
