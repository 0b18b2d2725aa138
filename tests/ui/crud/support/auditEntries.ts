import { HttpResponse, http } from 'msw'
import type { AuditEntry } from '../../../../src/contract/auditEntry'
import { apiUrl } from '../../support'

let made = 0

export const auditEntry = (values: Partial<AuditEntry> = {}): AuditEntry => {
  made += 1
  return {
    id: `0197c0de-0000-7000-8000-${String(made).padStart(12, 'a')}`,
    at: '2026-03-02T09:30:00.000Z',
    actor: { type: 'user', id: '0197c0de-0000-7000-8000-0000000000aa', name: 'Grace Hopper' },
    action: 'updated',
    entityType: 'channels',
    entityId: '0197c0de-0000-7000-8000-000000000001',
    entityLabel: 'Phone',
    changes: {},
    reason: null,
    via: null,
    ip: null,
    requestId: null,
    ...values,
  }
}

/** The product API's audit log with these entries: pages, and who is in it. */
export const auditLogApi = (entries: readonly AuditEntry[]) => {
  const requests: URL[] = []
  const handlers = [
    http.get(`${apiUrl}/audit-log`, ({ request }) => {
      const url = new URL(request.url)
      requests.push(url)
      const [page, perPage] = ['page', 'perPage'].map(name => Number(url.searchParams.get(name)))
      const start = ((page ?? 1) - 1) * (perPage ?? 25)
      return HttpResponse.json(entries.slice(start, start + (perPage ?? 25)), {
        headers: { 'X-Total-Count': String(entries.length) },
      })
    }),
    http.get(`${apiUrl}/audit-log/actors`, () =>
      HttpResponse.json([{ id: '0197c0de-0000-7000-8000-0000000000aa', name: 'Grace Hopper' }]),
    ),
  ]
  return { handlers, requests }
}
