import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ComponentType, ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import NoteWish from '../../../src/features/demand/NoteWish'
import StatusCell from '../../../src/features/demand/StatusCell'
import { demand } from '../../../src/resources/demand'
import type { Role } from '../../../src/schema'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()

const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
/** Ten o'clock in Berlin on a Monday. */
const [startsAt, endsAt] = ['2090-03-06T09:00:00.000Z', '2090-03-06T10:00:00.000Z']

const show = (element: ReactNode, role: Role = 'staff') =>
  renderScreens({ path: '/demand', resources: [demand], role, own: { [demand.name]: { list: () => element } } })

const wish = { variantId: id(1), title: 'Massage · 60 minutes', startsAt, endsAt }

it('notes a time that is not free in two clicks, without sending the form around it', async () => {
  const sent: object[] = []
  const onSubmit = vi.fn()
  server.use(
    http.get(`${apiUrl}/customers`, () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    http.post(`${apiUrl}/demand`, async ({ request }) => {
      sent.push((await request.json()) as object)
      return HttpResponse.json({ id: id(2), ...wish }, { status: 201 })
    }),
  )
  const { user } = show(
    <form onSubmit={onSubmit}>
      <NoteWish {...wish} quantity={2} code="resource_busy" />
    </form>,
  )
  await user.click(await screen.findByRole('button', { name: 'Not free? Note it' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Note what was wanted' }))
  expect(dialog.getByText('Massage · 60 minutes · Mon, Mar 6, 10:00–11:00')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Note it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject([
    { variantId: id(1), wantedFrom: startsAt, wantedTo: endsAt, quantity: 2, customerId: null, code: 'resource_busy' },
  ])
  expect(onSubmit).not.toHaveBeenCalled()
})

it('offers viewers no note', async () => {
  show(
    <>
      <p>There</p>
      <NoteWish {...wish} />
    </>,
    'viewer',
  )
  await screen.findByText('There')
  expect(screen.queryByRole('button', { name: 'Not free? Note it' })).toBeNull()
})

it('says of an open note that its time has become free', async () => {
  const asked: string[] = []
  server.use(
    http.get(`${apiUrl}/availability/explain`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('startsAt') ?? '')
      return HttpResponse.json({ available: true, headline: null, resources: [], checks: [] })
    }),
  )
  const record = { id: id(2), variantId: id(1), channelId: null, quantity: 1, wantedFrom: startsAt, wantedTo: endsAt }
  const Cell = StatusCell as ComponentType<{ record: object }>
  const cell = (more: object) => <Cell record={{ ...record, origin: 'noted', ...more }} />
  show(
    <>
      {cell({ status: 'open' })}
      {cell({ status: 'done' })}
      {cell({ status: 'open', origin: 'booking' })}
    </>,
  )
  expect(await screen.findAllByText('Free now')).toHaveLength(1)
  expect(asked).toEqual([startsAt])
})
