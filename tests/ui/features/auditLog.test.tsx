import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditEntry } from '../../../src/contract/auditEntry'
import { resources } from '../../../src/resources'
import { createRegistry, type FieldKind } from '../../../src/schema'
import { auditEntry, auditLogApi } from '../crud/support/auditEntries'
import { channel, channelsApi } from '../crud/support/channelsApi'
import { samples } from '../crud/support/samples'
import { loadApplication, renderApp } from '../layout/support/renderApp'
import { apiUrl, startNetwork } from '../support'

// Declared here alone: what the log says of a kind of field follows from the declaration.
const load = () => loadApplication(() => ({ registry: createRegistry([...resources, ...Object.values(samples)]) }))

const server = startNetwork()
vi.setConfig({ testTimeout: 60_000 })
// The first screen brings most of the application: not on the first test's time.
beforeAll(async () => {
  await Promise.all([load(), import('../../../src/pages/audit/AuditLogPage')])
}, 60_000)

// jsdom has none; MUI asks it for the system's colour scheme.
beforeEach(() => {
  const listen = () => {}
  window.matchMedia ??= () =>
    ({
      matches: false,
      addListener: listen,
      removeListener: listen,
      addEventListener: listen,
      removeEventListener: listen,
    }) as never
})

const phone = channel({ name: 'Phone' })
const web = channel({ name: 'Website' })

const open = (
  entries: readonly AuditEntry[],
  { search = '', role = 'admin' as 'admin' | 'staff' | 'owner' | 'viewer' } = {},
) => {
  const log = auditLogApi(entries)
  server.use(...channelsApi([phone, web]).handlers, ...log.handlers)
  return { log, ...renderApp(server, { path: `/settings/audit-log${search}`, role, load }) }
}

const values: { readonly [K in FieldKind]?: [from: unknown, to: unknown, shown: string] } = {
  text: ['Old', 'New', 'Old→ became New'],
  choice: ['red', 'dark_blue', 'Red→ became Dark blue'],
  flag: [false, true, 'No→ became Yes'],
  minutes: [45, 90, '45 min→ became 1 hr 30 min'],
  weekday: [1, null, 'Monday→ became None'],
  money: [{ amount: 1250, currency: 'EUR' }, { amount: 2000, currency: 'EUR' }, '€12.50→ became €20.00'],
  instant: [null, '2026-07-01T08:00:00.000Z', 'None→ became Jul 1, 2026, 10:00'],
  localDate: ['2026-03-02', '2026-03-03', 'Mar 2, 2026→ became Mar 3, 2026'],
  reference: [phone.id, web.id, 'Phone→ became Website'],
  references: [null, [web.id, phone.id], 'None→ became Website, Phone'],
  weeklyHours: [null, [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }], 'None→ became Mon 09:00–17:00'],
  group: [{ street: 'Pier 1', city: null }, null, 'StreetPier 1→ became None'],
  typed: [{ length: 3, width: 1 }, { length: 4, width: 1 }, 'Length3Width1→ became Length4Width1'],
}

describe('the audit log', () => {
  it('tells the fields that take part in a record, whatever the entry leaves unsaid', async () => {
    const changes = {
      durationType: { from: null, to: 'fixed' },
      durationMinutes: { from: null, to: 45 },
      minDurationMinutes: { from: null, to: 60 },
    }
    open([
      auditEntry({ entityType: 'variants', action: 'created', changes }),
      auditEntry({ entityType: 'variants', changes: { durationMinutes: { from: 30, to: 45 } } }),
    ])
    const [created, changed] = await screen.findAllByRole('article')
    const shown = (article: HTMLElement | undefined) =>
      within(article as HTMLElement)
        .getAllByRole('definition')
        .map(each => each.textContent)
    expect(shown(created)).toEqual(['Fixed', '45 min'])
    expect(shown(changed)).toEqual(['30 min→ became 45 min'])
  })

  it('says what changed in a field of any kind', async () => {
    const kinds = Object.keys(values) as FieldKind[]
    open(
      kinds.map(kind => {
        const [from, to] = values[kind] ?? []
        return auditEntry({ entityType: `${kind}Samples`, entityLabel: kind, changes: { value: { from, to } } })
      }),
    )
    const articles = await screen.findAllByRole('article')
    await screen.findByText(/Website, Phone/)
    // Cells of structures are fetched when they are wanted.
    await screen.findByText(/Mon 09:00–17:00/)
    await screen.findByText('Pier 1')
    const shown = articles.map(article => within(article).getAllByRole('definition')[0]?.textContent)
    expect(Object.fromEntries(kinds.map((kind, index) => [kind, shown[index]]))).toEqual(
      Object.fromEntries(kinds.map(kind => [kind, values[kind]?.[2]])),
    )
  })

  it('is narrowed by the address, leads to the records and can be paged', async () => {
    const entries = Array.from({ length: 30 }, () => auditEntry({ entityId: phone.id }))
    const { log, person, router } = open(entries, { search: '?action=updated&from=2026-03-01&to=2026-03-31' })
    const asked = () => Object.fromEntries(log.requests.at(-1)?.searchParams ?? [])
    const [first] = await screen.findAllByRole('article')
    expect(asked()).toEqual({ action: 'updated', from: '2026-03-01', to: '2026-04-01', page: '1', perPage: '25' })
    expect(await within(first as HTMLElement).findByRole('link', { name: 'Phone' })).toHaveAttribute(
      'href',
      `/setup/channels/?edit=${phone.id}`,
    )
    await person.click(screen.getByRole('button', { name: 'Go to next page' }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(5))
    expect(router.state.location.search).toContain('page=2')

    await person.click(screen.getByRole('combobox', { name: 'Who' }))
    await person.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
    await person.click(screen.getByRole('combobox', { name: 'Kind' }))
    await person.click(await screen.findByRole('option', { name: 'Resource Rules' }))
    await waitFor(() =>
      expect(asked()).toMatchObject({
        actorId: '0197c0de-0000-7000-8000-0000000000aa',
        entityType: 'resourceRules',
        page: '1',
      }),
    )
    expect(router.state.location.search).toContain('entityType=resourceRules')
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(asked()).toEqual({ page: '1', perPage: '25' }))
  })

  it('calls a record as people do where a value of a choice is its name', async () => {
    const problem = { entityType: 'deadLetters', action: 'deleted', changes: {} } as const
    open([
      auditEntry({ ...problem, entityLabel: 'webhook' }),
      // Such as one from before the declaration changed.
      auditEntry({ ...problem, entityLabel: 'fax' }),
    ])
    const [known, other] = await screen.findAllByRole('article')
    expect(known).toHaveTextContent('Open Problem A webhook was not delivered')
    expect(other).toHaveTextContent('Open Problem fax')
  })

  it('tells of bookings in sentences, with the reason', async () => {
    const booking = { entityType: 'bookings', entityLabel: 'K7PQ2M3X' }
    open([
      auditEntry({
        ...booking,
        changes: {
          startsAt: { from: '2026-03-02T09:00:00.000Z', to: '2026-03-03T10:00:00.000Z' },
          endsAt: { from: '2026-03-02T10:00:00.000Z', to: '2026-03-03T11:00:00.000Z' },
          rescheduleCount: { from: 0, to: 1 },
          resources: { from: ['Anna'], to: ['Ben'] },
        },
        reason: 'Anna is ill',
      }),
      auditEntry({
        ...booking,
        action: 'status_changed',
        changes: {
          status: { from: 'confirmed', to: 'cancelled' },
          previousStatus: { from: null, to: 'confirmed' },
          cancelledBy: { from: null, to: 'customer' },
          cancellationReason: { from: null, to: 'Flu' },
        },
        reason: 'Flu',
      }),
    ])
    const [moved, cancelled] = await screen.findAllByRole('article')
    expect(moved).toHaveTextContent('Moved from Mar 2, 2026, 10:00–11:00 to Mar 3, 2026, 11:00–12:00')
    expect(moved).toHaveTextContent('Reason: Anna is ill')
    expect(within(moved as HTMLElement).getByRole('definition')).toHaveTextContent('Anna→ became Ben')
    expect(cancelled).toHaveTextContent('Cancelled by the customerReason: Flu')
    expect(within(cancelled as HTMLElement).queryByRole('definition')).not.toBeInTheDocument()
  })

  it('is exported as it is narrowed', async () => {
    const { person } = open([auditEntry()], { search: '?entityType=channels' })
    const exported: string[] = []
    server.use(
      http.get(`${apiUrl}/audit-log/export`, ({ request }) => {
        exported.push(new URL(request.url).search)
        return HttpResponse.text('at,actor\r\n')
      }),
    )
    URL.createObjectURL ??= () => 'blob:'
    URL.revokeObjectURL ??= () => {}
    await person.click(await screen.findByRole('button', { name: 'Export' }))
    await waitFor(() => expect(exported).toEqual(['?entityType=channels']))
  })

  it('is for owners and admins, and says so when it cannot be read', async () => {
    const { unmount } = open([auditEntry()], { role: 'staff' })
    expect(await screen.findByText('You do not have access to this area.')).toBeInTheDocument()
    unmount()
    const { person } = open([])
    server.use(
      http.get(`${apiUrl}/audit-log`, () => HttpResponse.json({ detail: 'Broken' }, { status: 500 }), { once: true }),
    )
    expect(await screen.findByText('Broken')).toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No changes yet.')).toBeInTheDocument()
  })
})
