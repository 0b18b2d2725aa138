import { HttpResponse, http } from 'msw'
import { apiUrl } from '../../support'

export interface ApiChannel {
  id: string
  tenantId: string
  name: string
  code: string
  kind: string
  description: string | null
  sellsAllItems: boolean
  catalogItemIds: string[]
  autoConfirm: boolean
  isActive: boolean
  bookingCount: number
  createdAt: string
  updatedAt: string
  version: number
}

const tenantId = '0197c0de-0000-7000-8000-0000000000t1'
let made = 0

const unpublished = {
  hasPage: false,
  ...{ pageTitle: null, pageIntro: null, pagePolicy: null, requiredFields: ['email'], allowedOrigins: [] },
  ...{ redirectUrl: null, pageTranslations: [] },
  ...{ isIndexable: false, showsRemaining: false },
}

export const channel = (values: Partial<ApiChannel> & { name: string }): ApiChannel => {
  made += 1
  return {
    id: `0197c0de-0000-7000-8000-${String(made).padStart(12, '0')}`,
    tenantId,
    code: values.name.toLowerCase().replaceAll(' ', '-'),
    kind: 'online',
    description: null,
    sellsAllItems: true,
    catalogItemIds: [],
    autoConfirm: true,
    isActive: true,
    ...unpublished,
    bookingCount: 0,
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-03-01T08:00:00.000Z',
    version: 1,
    ...values,
  }
}

const problem = (status: number, code: string, detail: string, more: object = {}) =>
  HttpResponse.json({ type: `/api/docs/problems#${code}`, title: code, status, code, detail, ...more }, { status })

/** The product API's channels, small but with its manners: paging, versions, problem documents. */
export const channelsApi = (records: ApiChannel[]) => {
  const requests: { method: string; url: URL; body: unknown; ifMatch: string | null }[] = []
  const note = async (request: Request) => {
    const text = await request.clone().text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const url = new URL(request.url)
    requests.push({ method: request.method, url, body, ifMatch: request.headers.get('If-Match') })
    return { url, body: body as Partial<ApiChannel> }
  }
  const path = `${apiUrl}/channels`
  const find = (id: unknown) => records.findIndex(record => record.id === id)
  const handlers = [
    http.get(path, async ({ request }) => {
      const { url } = await note(request)
      const query = url.searchParams
      const text = query.get('q')?.toLowerCase()
      const found = records.filter(
        record =>
          (!text || record.name.toLowerCase().includes(text)) &&
          (!query.has('kind') || query.getAll('kind').includes(record.kind)) &&
          (!query.has('isActive') || query.get('isActive') === String(record.isActive)) &&
          (!query.has('ids') || query.getAll('ids').includes(record.id)),
      )
      const sort = (query.get('sort') ?? 'name') as keyof ApiChannel
      const sign = query.get('order') === 'DESC' ? -1 : 1
      found.sort((a, b) => sign * String(a[sort]).localeCompare(String(b[sort])))
      const perPage = Number(query.get('perPage') ?? 25)
      const start = (Number(query.get('page') ?? 1) - 1) * perPage
      return HttpResponse.json(found.slice(start, start + perPage), {
        headers: { 'X-Total-Count': String(found.length) },
      })
    }),
    http.get(`${path}/:id`, async ({ request, params }) => {
      await note(request)
      const record = records[find(params.id)]
      return record ? HttpResponse.json(record) : problem(404, 'not_found', 'There is no such channel.')
    }),
    http.post(path, async ({ request }) => {
      const { body } = await note(request)
      if (records.some(({ name }) => name === body.name)) {
        const message = { key: 'validation.unique', args: {} }
        return problem(422, 'validation', 'Please check: name.', {
          errors: { name: 'Another record already uses this' },
          messages: { name: message },
        })
      }
      const record = channel({ name: '', ...body })
      records.push(record)
      return HttpResponse.json(record, { status: 201 })
    }),
    http.patch(`${path}/:id`, async ({ request, params }) => {
      const { body } = await note(request)
      const index = find(params.id)
      const before = records[index]
      if (!before) return problem(404, 'not_found', 'There is no such channel.')
      const ifMatch = request.headers.get('If-Match')
      if (ifMatch && ifMatch !== `"${before.version}"`) {
        const { version, updatedAt } = before
        return problem(412, 'stale', 'This was changed.', { version, updatedAt, updatedBy: 'Grace Hopper' })
      }
      const record = { ...before, ...body, version: before.version + 1 }
      records[index] = record
      return HttpResponse.json(record)
    }),
    http.patch(path, async ({ request }) => {
      const { url, body } = await note(request)
      const isDry = url.searchParams.get('dryRun') === 'true'
      return HttpResponse.json(
        url.searchParams.getAll('ids').map(id => {
          const before = records[find(id)]
          if (before?.kind === 'back_office')
            return { id, ok: false, code: 'conflict', detail: 'It has to stay as it is.' }
          if (before && !isDry) records[find(id)] = { ...before, ...body }
          return { id, ok: Boolean(before) }
        }),
      )
    }),
    http.post(`${path}/:action`, async ({ request, params }) => {
      const { url } = await note(request)
      return HttpResponse.json(
        url.searchParams.getAll('ids').map(id => {
          const before = records[find(id)]
          if (before) records[find(id)] = { ...before, isActive: params.action === 'activate' }
          return { id, ok: Boolean(before) }
        }),
      )
    }),
    http.delete(`${path}/:id`, async ({ request, params }) => {
      await note(request)
      const record = records[find(params.id)]
      if (record?.kind === 'back_office') return problem(409, 'in_use', 'Still used by 3 bookings.')
      records.splice(find(params.id), 1)
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(path, async ({ request }) => {
      const { url } = await note(request)
      return HttpResponse.json(
        url.searchParams.getAll('ids').map(id => {
          const isUsed = records[find(id)]?.kind === 'back_office'
          if (!isUsed) records.splice(find(id), 1)
          return isUsed ? { id, ok: false, code: 'in_use', detail: 'Still used by 3 bookings.' } : { id, ok: true }
        }),
      )
    }),
  ]
  const sent = (method: string) => requests.filter(request => request.method === method)
  return { handlers, records, requests, sent }
}
