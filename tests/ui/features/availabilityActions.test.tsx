import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Route } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { availability } from '../../../src/features'
import { AvailabilityScreen } from '../../../src/features/availability/AvailabilityScreen'
import { loadApplication, renderApp } from '../layout/support/renderApp'
import { apiUrl, startNetwork } from '../support'
import { answerOf, at, ids, now } from './support/salon'

const [onSelectFree, onSelectBooking, onMove] = [vi.fn(), vi.fn(), vi.fn()]

const load = () =>
  loadApplication(({ subjects = [] }) => {
    const screens = (
      <Route path="/availability" element={<AvailabilityScreen {...{ onSelectFree, onSelectBooking, onMove }} />} />
    )
    return { subjects: subjects.map(subject => (subject === availability ? { ...subject, screens } : subject)) }
  })

const server = startNetwork()
// The first screen brings most of the application: not on the first test's time.
beforeAll(async () => {
  await load()
}, 60_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  server.use(
    http.get(`${apiUrl}/*`, ({ request }) => {
      const url = new URL(request.url)
      const answer = answerOf(url.pathname.slice(apiUrl.length), url.searchParams)
      return answer === undefined ? undefined : HttpResponse.json(answer as object)
    }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

const openDay = () => renderApp(server, { path: `/availability?date=2026-03-02&item=${ids.item}`, role: 'staff', load })
const cells = (name: RegExp) => screen.findAllByRole('gridcell', { name })

it('hands on the free time that was clicked, by its resource, to the minute', async () => {
  const { person } = openDay()
  const [, ben] = await cells(/^10:30/)
  await person.click(ben!)
  const chosen = { resourceId: ids.ben, startsAt: at('2026-03-02', '10:30'), endsAt: at('2026-03-02', '11:30') }
  expect(onSelectFree).toHaveBeenCalledExactlyOnceWith(chosen)
  ben!.focus()
  await person.keyboard('{Enter}')
  expect(onSelectFree).toHaveBeenLastCalledWith(chosen)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('books from the list', async () => {
  const { person } = renderApp(server, {
    path: `/availability?view=list&date=2026-03-02&item=${ids.item}`,
    role: 'staff',
    load,
  })
  const monday = within(await screen.findByRole('region', { name: 'Monday, March 2, 2026' }))
  await person.click(monday.getByRole('button', { name: 'Book 11:30–12:30' }))
  expect(onSelectFree).toHaveBeenCalledExactlyOnceWith({
    resourceId: ids.anna,
    startsAt: at('2026-03-02', '11:30'),
    endsAt: at('2026-03-02', '12:30'),
  })
})

it('moves a booking by keys, to another time or another resource; a hold stays', async () => {
  const { person } = openDay()
  const booking = await screen.findByRole('button', { name: /^Clara Vogt/ })
  booking.focus()
  await person.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(onMove).toHaveBeenLastCalledWith({
    bookingId: ids.booking,
    resourceId: ids.anna,
    startsAt: at('2026-03-02', '10:30'),
  })
  await person.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(onMove).toHaveBeenLastCalledWith({
    bookingId: ids.booking,
    resourceId: ids.ben,
    startsAt: at('2026-03-02', '10:00'),
  })
  onMove.mockClear()
  screen.getByRole('button', { name: /Held/ }).focus()
  await person.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(onMove).not.toHaveBeenCalled()
})

it('moves a booking by dragging it where it was taken hold of, and Escape lets go', async () => {
  openDay()
  const booking = await screen.findByRole('button', { name: /^Clara Vogt/ })
  const [annaHalfPast] = await cells(/^10:30/)
  const [, benNoon] = await cells(/^14:30/)
  // There is no layout here: the cell under the pointer is said instead.
  let under = annaHalfPast!
  document.elementsFromPoint = () => [under]
  const grab = () => fireEvent.pointerDown(booking, { button: 0, pointerType: 'mouse', clientX: 10, clientY: 10 })
  const move = (clientY: number) => fireEvent.pointerMove(document, { clientX: 10, clientY })
  grab()
  move(12)
  under = benNoon!
  move(90)
  fireEvent.pointerUp(document)
  // Taken half an hour below its start, so it begins half an hour above the pointer.
  expect(onMove).toHaveBeenCalledExactlyOnceWith({
    bookingId: ids.booking,
    resourceId: ids.ben,
    startsAt: at('2026-03-02', '14:00'),
  })
  fireEvent.click(booking)
  expect(onSelectBooking).not.toHaveBeenCalled()
  under = annaHalfPast!
  grab()
  under = benNoon!
  move(90)
  fireEvent.keyDown(document, { key: 'Escape' })
  fireEvent.pointerUp(document)
  expect(onMove).toHaveBeenCalledOnce()
  fireEvent.click(booking)
  grab()
  fireEvent.pointerUp(document)
  fireEvent.click(booking)
  expect(onSelectBooking).toHaveBeenCalledExactlyOnceWith(ids.booking)
})
