import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { blocks } from '../../../src/resources/blocks'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, chooseDelete, startNetwork } from '../support'

const server = startNetwork()

const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
const [blockId, chair, spare] = [id(1), id(2), id(3)]

const affected = (number: number) => ({
  id: id(number),
  reference: `REF${number}`,
  startsAt: `2026-03-02T${String(number - 10).padStart(2, '0')}:00:00.000Z`,
  customerName: `Customer ${number}`,
})

const block = (values: object = {}) => ({
  ...{ id: blockId, tenantId: id(9), resourceIds: [chair], reason: 'Repair', repeats: null, ruleIds: [id(4)] },
  ...{ startsAt: '2026-03-02T08:00:00.000Z', endsAt: '2026-03-02T12:00:00.000Z' },
  ...{ notes: [], affectedBookings: [], affectedCount: 0, version: 1 },
  ...{ createdAt: '2026-03-01T08:00:00.000Z', updatedAt: '2026-03-01T08:00:00.000Z' },
  ...values,
})

const resource = (one: string, name: string) => ({ id: one, tenantId: id(9), name, isActive: true, version: 1 })

/** An API of one block. @param inTheWay the numbers of its bookings */
const serve = (inTheWay: number[], { isThere = true, values = {} as object } = {}) => {
  const sent: { method: string; path: string; body: unknown }[] = []
  let open = inTheWay
  let stands = isThere
  const told = () => block({ ...values, affectedBookings: open.map(affected), affectedCount: open.length })
  const note = async ({ request }: { request: Request }) => {
    const body = await request
      .clone()
      .json()
      .catch(() => undefined)
    const { pathname, search } = new URL(request.url)
    sent.push({ method: request.method, path: pathname.replace('/api', '') + search, body })
    return body as Record<string, unknown>
  }
  server.use(
    http.get(`${apiUrl}/blocks`, () =>
      HttpResponse.json(stands ? [told()] : [], { headers: { 'X-Total-Count': stands ? '1' : '0' } }),
    ),
    http.get(`${apiUrl}/blocks/${blockId}`, () => HttpResponse.json(told())),
    http.get(`${apiUrl}/blocks/${blockId}/usage`, () =>
      HttpResponse.json({ usedBy: [], refusal: null, refusalMessage: null, cascade: [] }),
    ),
    http.get(`${apiUrl}/resources`, () =>
      HttpResponse.json([resource(chair, 'Chair'), resource(spare, 'Spare')], { headers: { 'X-Total-Count': '2' } }),
    ),
    http.get(`${apiUrl}/audit-log`, () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    http.post(`${apiUrl}/blocks`, async info => {
      await note(info)
      const isDry = info.request.url.includes('dryRun')
      if (!isDry) stands = true
      return HttpResponse.json(told(), { status: isDry ? 200 : 201 })
    }),
    http.patch(`${apiUrl}/blocks/${blockId}`, async info => {
      Object.assign(values, await note(info))
      return HttpResponse.json(told(), { headers: { 'X-Request-Id': 'changed' } })
    }),
    http.delete(`${apiUrl}/blocks/${blockId}`, async info => {
      await note(info)
      stands = false
      return new HttpResponse(null, { status: 204, headers: { 'X-Request-Id': 'deleted' } })
    }),
    http.post(`${apiUrl}/audit-log/take-back`, async info => {
      await note(info)
      return HttpResponse.json([{ id: blockId, ok: true }])
    }),
    http.post(`${apiUrl}/blocks/${blockId}/reassign`, async info => {
      const { dryRun } = await note(info)
      const results = open.map((number, index) => ({
        bookingId: id(number),
        ...(index === 0
          ? { ok: true, toResourceIds: [spare], code: null, reasons: [] }
          : {
              ...{ ok: false, toResourceIds: [], code: 'resource_busy' },
              reasons: [{ code: 'resource_busy', sentence: 'resource_busy.justNow', params: {} }],
            }),
      }))
      if (!dryRun) open = open.slice(1)
      return HttpResponse.json({ results, moved: Math.min(results.length, 1), left: Math.max(results.length - 1, 0) })
    }),
  )
  return { sent, of: (method: string) => sent.filter(one => one.method === method) }
}

it('shows which bookings are in the way before it is made, and hands them over afterwards', async () => {
  const api = serve([20, 21], { isThere: false })
  const state = {
    startingValues: {
      ...{ resourceIds: [chair], startsAt: '2026-03-02T08:00:00.000Z', endsAt: '2026-03-02T12:00:00.000Z' },
    },
  }
  const { user } = renderScreens({ path: { pathname: '/blocks/', search: '?create=true', state }, resources: [blocks] })
  const form = within(await screen.findByRole('dialog', { name: 'New Block' }))
  await user.type(await form.findByRole('textbox', { name: 'Reason' }), 'Repair')
  expect(await form.findByRole('heading', { name: '2 bookings are in the way, and stay' })).toBeVisible()
  expect(form.getByRole('link', { name: /11:00.*Customer 20/ })).toBeVisible()
  expect(form.queryByRole('button', { name: /^Hand over/ })).toBeNull()
  expect(api.sent.at(-1)).toMatchObject({
    path: '/blocks?dryRun=true',
    body: { ...state.startingValues, reason: 'Repair', repeats: null },
  })

  await user.click(form.getByRole('button', { name: 'Save' }))
  const left = within(await screen.findByRole('dialog', { name: 'Bookings in the way' }))
  expect(await left.findByText('Can go to Spare')).toBeVisible()
  expect(left.getByText('Somebody else has just booked this.')).toBeVisible()
  await user.click(left.getByRole('button', { name: 'Hand over 1 booking' }))
  expect(await screen.findByText('1 booking was handed over')).toBeInTheDocument()
  expect(api.sent.find(({ body }) => (body as { dryRun?: boolean })?.dryRun === false)).toMatchObject({
    body: { bookingIds: [id(20), id(21)] },
  })
  await waitFor(() => expect(left.queryByText(/Customer 20/)).toBeNull())
  await user.click(left.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('is as it was after a change is taken back', async () => {
  const api = serve([])
  const { user } = renderScreens({ path: `/blocks/?edit=${blockId}`, resources: [blocks] })
  const form = within(await screen.findByRole('dialog', { name: 'Edit Block' }))
  const reason = await form.findByRole('textbox', { name: 'Reason' })
  await user.clear(reason)
  await user.type(reason, 'Painting')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Block updated successfully')
  expect(api.of('PATCH').map(({ body }) => body)).toEqual([{ reason: 'Painting' }])
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeInTheDocument()
  expect(api.of('POST').at(-1)?.path).toBe('/audit-log/take-back?requestId=changed&entityType=blocks')
})

it('says when the clocks make it close more', async () => {
  serve([], { values: { notes: ['dst_widened'] } })
  renderScreens({ path: `/blocks/?edit=${blockId}`, resources: [blocks] })
  expect(await screen.findByText(/The clocks change in this night/)).toBeVisible()
})

it('comes back after it was deleted', async () => {
  const api = serve([])
  const { user } = renderScreens({ path: `/blocks/?edit=${blockId}`, resources: [blocks] })
  const form = within(await screen.findByRole('dialog', { name: 'Edit Block' }))
  await chooseDelete(user, form)
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(await question.findByRole('button', { name: 'Delete' }))
  await screen.findByText('Block deleted successfully')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeInTheDocument()
  expect(api.of('POST').at(-1)?.path).toBe('/audit-log/take-back?requestId=deleted&entityType=blocks')
})
