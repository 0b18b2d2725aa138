import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { bookableResources } from '../../../src/resources/resources'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()
const id = '0197c0de-0000-7000-8000-00000000c001'
const other = '0197c0de-0000-7000-8000-00000000c002'
const typeId = '0197c0de-0000-7000-8000-00000000c0aa'

const listOf = (path: string, records: object[]) =>
  http.get(`${apiUrl}${path}`, ({ request }) => {
    const ids = new URL(request.url).searchParams.getAll('ids')
    const found = ids.length > 0 ? records.filter(record => ids.includes((record as { id: string }).id)) : records
    return HttpResponse.json(found, { headers: { 'X-Total-Count': String(found.length) } })
  })

/** What the browser was given to download, by its name. */
const downloads = () => {
  const saved: Record<string, Blob> = {}
  const made: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => String(made.push(blob)), revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved[this.download] = made.at(-1) as Blob
  })
  return saved
}
afterEach(() => vi.restoreAllMocks())

it('exports all that is known of a customer as a file', async () => {
  const saved = downloads()
  const ann = { id, version: 1, name: 'Ann Lee', tags: [], bookingCount: 0, isBlocked: false, anonymizedAt: null }
  server.use(
    listOf('/customers', [ann]),
    http.post(`${apiUrl}/customers/${id}/export`, () => HttpResponse.json({ customer: ann })),
  )
  const { user } = renderScreens({ path: '/customers/', resources: [customers], role: 'admin' })
  await user.click(await screen.findByRole('button', { name: /Actions.*Ann Lee|Ann Lee.*ctions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export data' }))
  expect(await screen.findByText(/^Exported/)).toBeInTheDocument()
  const [name = '', file] = Object.entries(saved)[0] ?? []
  expect(name).toMatch(/^customers-ann-lee-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse((await file?.text()) ?? '')).toEqual({ customer: ann })
})

it('offers the API’s file of bookings beside the columns that are shown, under the same filters', async () => {
  const saved = downloads()
  const asked: URLSearchParams[] = []
  const filter = { paymentStatus: ['unpaid'] }
  server.use(
    listOf('/bookings', []),
    http.get(`${apiUrl}/bookings/tabs`, () => HttpResponse.json({ tabs: [] })),
    http.get(`${apiUrl}/bookings/export`, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.text('reference\r\nA-1\r\n', { headers: { 'Content-Type': 'text/csv' } })
    }),
  )
  const path = `/bookings/?filter=${encodeURIComponent(JSON.stringify(filter))}`
  const { user } = renderScreens({ path, resources: [bookings], role: 'viewer' })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByRole('menuitem', { name: 'Columns shown' })).toBeInTheDocument()
  await user.click(screen.getByRole('menuitem', { name: 'All fields' }))
  await waitFor(() => expect(Object.keys(saved)).toHaveLength(1))
  expect(asked[0]?.get('paymentStatus')).toBe('unpaid')
  expect(asked[0]?.has('page')).toBe(false)
  expect(await Object.values(saved)[0]?.text()).toContain('A-1')
})

it('hands bookings over after saying which go and which stay', async () => {
  const bodies: { dryRun?: boolean; toResourceId: string }[] = []
  const resource = (own: object) => ({ version: 1, resourceTypeId: typeId, capacity: 1, isActive: true, ...own })
  const span = { startsAt: '2026-03-02T09:00:00.000Z', endsAt: '2026-03-02T10:00:00.000Z' }
  server.use(
    listOf('/resources', [resource({ id, name: 'Mia' }), resource({ id: other, name: 'Jonas' })]),
    listOf('/resources/types', [{ id: typeId, name: 'Therapist', version: 1 }]),
    http.get(`${apiUrl}/resources/:id`, ({ params }) =>
      HttpResponse.json(resource({ id: params.id, name: params.id === id ? 'Mia' : 'Jonas' })),
    ),
    http.post(`${apiUrl}/resources/${id}/reassign`, async ({ request }) => {
      const body = (await request.json()) as (typeof bodies)[number]
      bodies.push(body)
      const one = (ok: boolean) => ({
        ...span,
        bookingId: crypto.randomUUID(),
        reference: 'A-1',
        ok,
        code: ok ? null : 'slot_unavailable',
        detail: ok ? null : 'Jonas is away.',
      })
      return HttpResponse.json({ dryRun: body.dryRun, movedCount: 1, bookings: [one(true), one(false)] })
    }),
  )
  const { user } = renderScreens({ path: '/setup/resources/', resources: [bookableResources], role: 'admin' })
  const row = await screen.findByRole('row', { name: /Mia/ })
  await user.click(within(row).getByRole('button', { name: /Mia/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Hand over bookings/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over the bookings of Mia' }))
  await user.click(await dialog.findByRole('combobox', { name: 'To' }))
  expect(screen.queryByRole('option', { name: 'Mia' })).not.toBeInTheDocument()
  await user.click(await screen.findByRole('option', { name: 'Jonas' }))
  expect(await dialog.findByText('1 booking can be handed over.')).toBeInTheDocument()
  expect(dialog.getByText(/Jonas is away/)).toBeInTheDocument()
  expect(bodies).toEqual([{ toResourceId: other, dryRun: true, notify: false }])
  expect(dialog.getByRole('checkbox', { name: 'Tell the customers by mail' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Hand over 1 booking' }))
  expect(await screen.findByText('1 booking was handed over')).toBeInTheDocument()
  expect(bodies.filter(({ dryRun }) => !dryRun)).toEqual([{ toResourceId: other, dryRun: false, notify: true }])
})
