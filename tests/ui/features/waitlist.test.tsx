import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { addDays } from '../../../src/declare'
import AddToWaitlist from '../../../src/features/waitlist/AddToWaitlist'
import WaitInstead from '../../../src/features/waitlist/WaitInstead'
import { WaitingFor } from '../../../src/features/waitlist/WaitingFor'
import WaitingMarks from '../../../src/features/waitlist/WaitingMarks'
import type { Variant } from '../../../src/resources/variants'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { instantOf, todayIn, useDisplay } from '../../../src/show'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()

const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
/** Ten o'clock in Berlin on a Monday. */
const time = { startsAt: '2090-03-06T09:00:00.000Z', endsAt: '2090-03-06T10:00:00.000Z' }

const match = (number: number, values: object = {}) => ({
  ...{ entryId: id(number), position: number, customerName: `Customer ${number}`, variantId: id(100), quantity: 1 },
  title: 'Massage · 60 minutes',
  ...{ fits: true, isAutomatic: false, ...time, resourceIds: [id(300)], reasons: [], ...values },
})

/** Stands for the clock of the tenant, who arrives after the screen. */
const Clock = () => <p>{useDisplay().timeZone}</p>

/** The element on a screen of the application, for staff. */
const show = (element: ReactNode) =>
  renderScreens({
    path: '/waitlist',
    resources: [waitlistEntries],
    role: 'staff',
    own: {
      [waitlistEntries.name]: {
        list: () => (
          <>
            {element}
            <Clock />
          </>
        ),
      },
    },
  })

const answerMatches = (matches: readonly object[], asked: URLSearchParams[] = []) =>
  server.use(
    http.get(`${apiUrl}/bookings/waitlist/matches`, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(matches)
    }),
  )

it('puts a customer on the list for the day, and says what place in the line that is', async () => {
  const sent: object[] = []
  const onAdded = vi.fn()
  server.use(
    http.post(`${apiUrl}/bookings/waitlist`, async ({ request }) => {
      sent.push((await request.json()) as object)
      return HttpResponse.json({ id: id(1), customerName: 'Ada', position: 3, offerExpiresAt: null }, { status: 201 })
    }),
  )
  const wanted = { variantId: id(100), channelId: null, quantity: 2, durationMinutes: null, customerId: id(200) }
  const { user } = show(<AddToWaitlist wanted={wanted} time={time} isNamed onAdded={onAdded} />)
  await screen.findByText('Europe/Berlin')
  const add = within(screen.getByRole('region', { name: 'Add to waitlist' }))
  await user.click(add.getByRole('button', { name: 'Any time on this day' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
  const day = { startsAt: '2090-03-05T23:00:00.000Z', endsAt: '2090-03-06T23:00:00.000Z' }
  expect(sent).toEqual([{ ...wanted, windows: [day] }])
  expect(await screen.findByText(/Ada.*3/)).toBeInTheDocument()
})

it('takes somebody off the list again, who was put there for a part of the day that is looked at', async () => {
  const sent: object[] = []
  const taken: string[] = []
  server.use(
    http.post(`${apiUrl}/bookings/waitlist`, async ({ request }) => {
      sent.push((await request.json()) as object)
      return HttpResponse.json({ id: id(1), customerName: 'Ada', position: 1, offerExpiresAt: null }, { status: 201 })
    }),
    http.post(`${apiUrl}/bookings/waitlist/:entry/cancel`, ({ params }) => {
      taken.push(String(params.entry))
      return HttpResponse.json({ id: id(1) })
    }),
  )
  const wanted = { variantId: id(100), channelId: null, quantity: 1, durationMinutes: null, customerId: id(200) }
  const { user } = show(<AddToWaitlist wanted={wanted} time="2090-03-06" isNamed onAdded={() => {}} />)
  await screen.findByText('Europe/Berlin')
  await user.click(screen.getByRole('button', { name: 'In the afternoon' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone')).toBeInTheDocument()
  expect(taken).toEqual([id(1)])
  const afternoon = { startsAt: '2090-03-06T11:00:00.000Z', endsAt: '2090-03-06T17:00:00.000Z' }
  expect(sent).toEqual([{ ...wanted, windows: [afternoon] }])
})

it('asks for whom, and shows why nobody can be added', async () => {
  const conflict = {
    type: 'x',
    title: 'Conflict',
    status: 409,
    code: 'conflict',
    detail: 'Ada waits for this already.',
  }
  server.use(http.post(`${apiUrl}/bookings/waitlist`, () => HttpResponse.json(conflict, { status: 409 })))
  const wanted = { variantId: id(100), channelId: null, quantity: null, durationMinutes: null }
  const onAdded = vi.fn()
  const { user } = show(
    <>
      <AddToWaitlist wanted={wanted} time={time} isNamed={false} onAdded={onAdded} />
      <AddToWaitlist wanted={wanted} time={time} isNamed onAdded={onAdded} />
    </>,
  )
  const [nobody, somebody] = await screen.findAllByRole('region', { name: 'Add to waitlist' })
  await user.click(within(nobody as HTMLElement).getByRole('button', { name: 'At this time' }))
  expect(await within(nobody as HTMLElement).findByRole('alert')).toBeInTheDocument()
  await user.click(within(somebody as HTMLElement).getByRole('button', { name: 'At this time' }))
  expect(await within(somebody as HTMLElement).findByRole('alert')).toHaveTextContent('Ada waits for this already.')
  expect(onAdded).not.toHaveBeenCalled()
})

it('puts somebody on the list for exactly a time that is taken, where the variant has a waitlist', async () => {
  const sent: object[] = []
  server.use(
    http.get(`${apiUrl}/customers`, () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    http.post(`${apiUrl}/bookings/waitlist`, async ({ request }) => {
      sent.push((await request.json()) as object)
      return HttpResponse.json({ id: id(1), customerName: 'Mara', position: 1, offerExpiresAt: null }, { status: 201 })
    }),
  )
  const variant = (name: string, waitlistEnabled: boolean) =>
    ({ id: id(100), name, durationType: 'fixed', durationMinutes: 60, waitlistEnabled }) as Variant
  const { user } = show(
    <>
      <WaitInstead variant={variant('Without', false)} startsAt={time.startsAt} />
      <WaitInstead variant={variant('60 minutes', true)} startsAt={time.startsAt} />
      <WaitInstead variant={variant('Over', true)} startsAt="2020-03-06T09:00:00.000Z" />
    </>,
  )
  // One of them alone: the others have no waitlist, or are over.
  await user.click(await screen.findByRole('button', { name: 'Add to waitlist' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to waitlist' }))
  expect(dialog.getByText('60 minutes · Mon, Mar 6, 10:00–11:00')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'At this time' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Choose a customer.')
  await user.type(dialog.getByRole('combobox', { name: 'Customer' }), 'Mara')
  await user.click(await screen.findByRole('option', { name: /Mara/ }))
  await user.click(dialog.getByRole('button', { name: 'At this time' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject([
    { variantId: id(100), durationMinutes: null, windows: [time], customer: { name: 'Mara' } },
  ])
})

it('offers a place to whom it fits, once what stands in the way is gone', async () => {
  const offers: { path: string; body: object }[] = []
  const order: string[] = []
  const reason = { code: 'resource_busy', text: 'Taken', sentence: 'next.one', params: {}, resourceId: null }
  answerMatches([match(1), match(2, { fits: false, startsAt: null, endsAt: null, resourceIds: [], reasons: [reason] })])
  server.use(
    http.post(`${apiUrl}/bookings/waitlist/:entry/offer`, async ({ request, params }) => {
      order.push('offered')
      offers.push({ path: String(params.entry), body: (await request.json()) as object })
      return HttpResponse.json({ id: params.entry, offerExpiresAt: '2090-03-06T08:00:00.000Z' })
    }),
  )
  const { user } = show(
    <WaitingFor
      question={{ bookingId: id(400) }}
      mayOffer
      onBefore={async () => order.push('freed')}
      onOffered={() => order.push('told')}
    />,
  )
  const region = within(await screen.findByRole('region', { name: '2 people are waiting for this' }))
  const [first, second] = region.getAllByRole('listitem')
  expect(first).toHaveTextContent('Massage · 60 minutes')
  expect(second).toHaveTextContent('Massage · 60 minutes')
  expect(region.getByRole('checkbox', { name: 'Send the offer by mail' })).toBeChecked()
  await user.click(await region.findByRole('button', { name: /Customer 1/ }))
  await waitFor(() => expect(order).toEqual(['freed', 'offered', 'told']))
  expect(region.queryByRole('button', { name: /Customer 2/ })).toBeNull()
  expect(offers).toEqual([{ path: id(1), body: { ...time, resourceIds: [id(300)], notify: true } }])
})

it('says before a booking goes who gets its place', async () => {
  answerMatches([match(1, { isAutomatic: true }), match(2)])
  show(<WaitingFor question={{ bookingId: id(400) }} isLeaving />)
  const region = within(await screen.findByRole('region', { name: '2 people are waiting for this' }))
  expect(region.getByText(/Customer 1 as soon as it is free/)).toBeInTheDocument()
  expect(region.queryByRole('button')).toBeNull()
})

it('marks free times of a resource with how many wait for them', async () => {
  const asked: URLSearchParams[] = []
  const noon = { startsAt: '2090-03-06T11:00:00.000Z', endsAt: '2090-03-06T12:00:00.000Z' }
  answerMatches(
    [match(1), match(2), match(3, noon), match(4, { resourceIds: [id(301)] }), match(5, { fits: false })],
    asked,
  )
  const range = { from: Date.parse('2090-03-05T23:00:00Z'), to: Date.parse('2090-03-06T23:00:00Z') }
  show(<WaitingMarks resourceId={id(300)} range={range} touches={() => true} styleOf={() => ({})} />)
  expect(await screen.findByText('2 people are waiting for this')).toBeInTheDocument()
  expect(screen.getByText('1 person is waiting for this')).toBeInTheDocument()
  expect(screen.getAllByText(/waiting for this/)).toHaveLength(2)
  expect(asked[0]?.get('from')).toBe('2090-03-05T23:00:00.000Z')
})

const entry = (values: object) => ({
  ...{ id: id(1), version: 1, createdAt: time.startsAt, updatedAt: time.startsAt, joinedAt: time.startsAt },
  ...{ variantId: id(100), title: 'Massage · 60 minutes', customerId: id(200), customerName: 'Mara', channelId: null },
  ...{ quantity: 1, durationMinutes: null, windows: [time], preferredResourceIds: [], onlyPreferred: false },
  ...{ position: 1, bookingId: null, offerExpiresAt: null, offeredStartsAt: null, offeredEndsAt: null, offers: [] },
  ...{ passedOverCount: 0, missedOfferCount: 0, notes: null, internalNotes: null, status: 'waiting', ...values },
})

const openEntry = (values: object) => {
  const shown = entry(values)
  server.use(
    http.get(`${apiUrl}/bookings/waitlist/${id(1)}`, () => HttpResponse.json(shown)),
    http.get(`${apiUrl}/bookings/waitlist/${id(1)}/history`, () => HttpResponse.json([])),
    http.get(`${apiUrl}/:list`, () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    http.get(`${apiUrl}/bookings/waitlist`, () => HttpResponse.json([shown], { headers: { 'X-Total-Count': '1' } })),
  )
  return renderScreens({ path: `/waitlist/${id(1)}/edit`, resources: [waitlistEntries], role: 'staff' })
}

const offer = {
  ...{ bookingId: id(9), ...time, resourceIds: [], offeredAt: time.startsAt, expiresAt: time.startsAt },
  ...{ outcome: 'open', isManual: true },
}

it('shows what cannot be changed while a place is offered as text, with why and what to do', async () => {
  const { user } = openEntry({ status: 'offered', offerExpiresAt: time.startsAt, bookingId: id(9), offers: [offer] })
  expect(await screen.findByText(/^A place is offered to them, so only notes can be changed/)).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: /^Accept/ })).toBeInTheDocument()
  expect(screen.queryByLabelText(/^Quantity/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Actions for/ }))
  expect(screen.queryByRole('menuitem', { name: 'Delete…' })).toBeNull()
})

it('leaves everything open while somebody waits who was never offered anything', async () => {
  openEntry({})
  expect(await screen.findByLabelText(/^Quantity/)).toBeEnabled()
  expect(screen.queryByText(/so only notes can be changed/)).toBeNull()
})

it('waits for tomorrow afternoon by one click', async () => {
  const { user } = openEntry({})
  let body: unknown
  server.use(
    http.patch(`${apiUrl}/bookings/waitlist/${id(1)}`, async ({ request }) => {
      body = await request.json()
      return HttpResponse.json(entry({ version: 2 }))
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Tomorrow afternoon' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const tomorrow = addDays(todayIn('Europe/Berlin'), 1)
  const at = (time: string) => instantOf(tomorrow, time, 'Europe/Berlin')
  await waitFor(() => expect(body).toEqual({ windows: [{ startsAt: at('12:00'), endsAt: at('18:00') }] }))
})
