import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BookingsPanel } from '../../../src/features/home/BookingsPanel'
import AddPart from '../../../src/features/visits/AddPart'
import ConfirmVisit from '../../../src/features/visits/ConfirmVisit'
import { bookings } from '../../../src/resources/bookings'
import { catalogItems } from '../../../src/resources/catalogItems'
import { bookableResources } from '../../../src/resources/resources'
import { resourceTypes } from '../../../src/resources/resourceTypes'
import { variants } from '../../../src/resources/variants'
import { visits } from '../../../src/resources/visits'
import { renderScreens } from '../crud/support/renderScreens'
import { listOf, loadApplication, renderApp } from '../layout/support/renderApp'
import { apiUrl, authUrl, startNetwork, user } from '../support'
import { bookingOf, customer, holdId, refusal } from './support/phoneCall'
import { answerOf, at, ids, now } from './support/salon'

const server = startNetwork()
// The first screen brings most of the application: not on the first test's time.
beforeAll(async () => {
  await Promise.all([
    loadApplication(),
    import('../../../src/features/availability/AvailabilityPage'),
    import('../../../src/features/bookings/dialog/BookingDialog'),
    import('../../../src/features/bookings/BookingDrawer'),
    import('../../../src/features/bookings/page/BookingPage'),
  ])
}, 60_000)

interface Call {
  method: string
  path: string
  body: unknown
  /** Its `Idempotency-Key`. */
  key: string | null
}
let calls: Call[] = []
/** What each call that changes something answers; the last one stays. */
let answers: Record<string, (() => Response)[]> = {}
const callsOf = (method: string, path: string) => calls.filter(call => call.method === method && call.path === path)

const hold = bookingOf({
  id: holdId,
  status: 'held',
  customerId: null,
  customerName: null,
  startsAt: at('2026-03-02', '10:30'),
  endsAt: at('2026-03-02', '11:30'),
  holdExpiresAt: at('2026-03-02', '07:10'),
  resourceIds: [ids.ben],
  resources: [{ resourceId: ids.ben, resourceTypeId: ids.stylist, name: 'Ben' }],
})
const json =
  (body: object, status = 200) =>
  () =>
    HttpResponse.json(body, { status })
const conflict = (text: string, isOverridable = false) => json(refusal(text, isOverridable), 409)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  // There is no layout here.
  document.elementsFromPoint = () => []
  calls = []
  answers = {
    'POST /bookings': [json(hold, 201)],
    'POST /bookings/quote': [json({ requiresApproval: false, warnings: [] })],
    [`DELETE /bookings/${holdId}`]: [() => new HttpResponse(null, { status: 204 })],
  }
  server.use(
    http.get(`${apiUrl}/customers`, ({ request }) =>
      listOf((new URL(request.url).searchParams.get('q') ?? 'Clara').startsWith('Clara') ? [customer] : []),
    ),
    http.get(`${apiUrl}/bookings/${ids.booking}`, () => HttpResponse.json(bookingOf())),
    http.all(`${apiUrl}/*`, async ({ request }) => {
      const url = new URL(request.url)
      const path = url.pathname.slice(apiUrl.length)
      if (request.method === 'GET') {
        const answer = answerOf(path, url.searchParams)
        return answer === undefined ? undefined : HttpResponse.json(answer as object)
      }
      const sent = await request.text()
      calls.push({
        method: request.method,
        path,
        body: sent ? JSON.parse(sent) : null,
        key: request.headers.get('idempotency-key'),
      })
      const queue = answers[`${request.method} ${path}`]
      return (queue && queue.length > 1 ? queue.shift() : queue?.[0])?.()
    }),
  )
})
afterEach(() => void vi.useRealTimers())

const openDay = (role: 'staff' | 'viewer' = 'staff') =>
  renderApp(server, { path: `/availability?date=2026-03-02&item=${ids.item}`, role })
const dialog = () => screen.findByRole('dialog', { name: 'New Booking' })

describe('booking a free time', () => {
  const openDialog = async () => {
    const view = openDay()
    const [, ben] = await screen.findAllByRole('gridcell', { name: /^10:30/ })
    await view.person.click(ben!)
    return { ...view, booking: within(await dialog()) }
  }

  it('keeps the place at once, says how long and what it costs, and books it for a known customer', async () => {
    answers[`POST /bookings/${holdId}/confirm`] = [json(bookingOf({ ...hold, status: 'confirmed' }))]
    const { person, booking } = await openDialog()
    expect(await booking.findByRole('timer')).toHaveTextContent('Kept for you: 10:00')
    expect(booking.getByText('€45.00')).toBeInTheDocument()
    expect(callsOf('POST', '/bookings')).toEqual([
      expect.objectContaining({
        body: expect.objectContaining({
          hold: true,
          variantId: ids.cut,
          startsAt: hold.startsAt,
          resourceIds: [ids.ben],
        }),
      }),
    ])
    await person.type(booking.getByRole('combobox', { name: 'Customer' }), 'Clara')
    await person.click(await booking.findByRole('option', { name: /Clara Vogt/ }))
    expect(booking.getByText(/12 bookings · 1 no-show/)).toBeInTheDocument()
    await person.click(booking.getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsOf('POST', `/bookings/${holdId}/confirm`)[0]?.body).toMatchObject({ customerId: customer.id })
    // It is a booking now: closing must not give it back.
    expect(callsOf('DELETE', `/bookings/${holdId}`)).toEqual([])
  })

  it('offers what is free before anything is held, and holds the time that is chosen', async () => {
    const { person } = renderApp(server, { path: '/bookings/new', role: 'staff' })
    const booking = within(await dialog())
    expect(booking.getByRole('combobox', { name: 'Customer' })).toHaveFocus()
    const times = await booking.findAllByRole('button', { name: /^\d\d:\d\d$/ })
    expect(callsOf('POST', '/bookings')).toEqual([])
    await person.click(booking.getByRole('radio', { name: 'Ben' }))
    await person.click((await booking.findAllByRole('button', { name: /^\d\d:\d\d$/ }))[0] ?? times[0]!)
    expect(await booking.findByRole('timer')).toHaveTextContent('10:00')
    expect(callsOf('POST', '/bookings')).toMatchObject([{ body: { variantId: ids.cut, resourceIds: [ids.ben] } }])
  })

  it('names the resource, and says what is missing instead of asking the API', async () => {
    const { person } = renderApp(server, { path: '/availability?date=2026-03-02', role: 'staff' })
    const [, ben] = await screen.findAllByRole('gridcell', { name: /^10:30/ })
    await person.click(ben!)
    const booking = within(await dialog())
    expect(await booking.findByText('Ben')).toBeInTheDocument()
    await person.click(booking.getByRole('button', { name: 'Book' }))
    expect(booking.getByRole('alert')).toHaveTextContent('Still missing: what to book, the customer')
    await person.click(await booking.findByRole('radio', { name: 'Haircut' }))
    await booking.findByRole('timer')
    expect(booking.getByRole('alert')).toHaveTextContent(/^Still missing: the customer$/)
    expect(callsOf('POST', `/bookings/${holdId}/confirm`)).toEqual([])
  })

  it('keeps what was typed when the API refuses it, and says so at the field', async () => {
    const problem = {
      status: 422,
      code: 'validation',
      detail: 'Please check: customer.email.',
      errors: { 'customer.email': 'Enter an e-mail address' },
    }
    answers[`POST /bookings/${holdId}/confirm`] = [json(problem, 422)]
    const { person, booking } = await openDialog()
    await booking.findByRole('timer')
    await person.type(booking.getByRole('combobox', { name: 'Customer' }), 'Tom Becker')
    await person.click(await booking.findByRole('option', { name: 'New customer: Tom Becker' }))
    await person.type(booking.getByRole('textbox', { name: 'E-mail' }), 'tom')
    await person.click(booking.getByRole('button', { name: /notes/i }))
    await person.type(booking.getByRole('textbox', { name: 'Notes' }), 'By the window')
    await person.click(booking.getByRole('button', { name: 'Book' }))
    expect(await booking.findByText('Enter an e-mail address')).toBeInTheDocument()
    expect(booking.getByRole('textbox', { name: /^Name/ })).toHaveValue('Tom Becker')
    expect(booking.getByRole('textbox', { name: 'E-mail' })).toHaveValue('tom')
    expect(booking.getByRole('textbox', { name: 'Notes' })).toHaveValue('By the window')
  })

  it('gives the place back when it is closed', async () => {
    const { person, booking } = await openDialog()
    await booking.findByRole('timer')
    await person.click(booking.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(callsOf('DELETE', `/bookings/${holdId}`)).toHaveLength(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks again for the same place when an answer was lost, and for another when none was', async () => {
    answers['POST /bookings'] = [() => HttpResponse.error(), conflict('Ben is booked.'), json(hold, 201)]
    const { person, booking } = await openDialog()
    await person.click(await booking.findByRole('button', { name: 'Try again' }))
    await booking.findByRole('alert')
    await waitFor(() => expect(callsOf('POST', '/bookings')).toHaveLength(2))
    const [lost, again] = callsOf('POST', '/bookings')
    expect(lost?.key).toMatch(/\d/)
    expect(again).toEqual(lost)
    await person.click((await booking.findAllByRole('button', { name: /\d\d:\d\d/ }))[0] as HTMLElement)
    await booking.findByRole('timer')
    expect(callsOf('POST', '/bookings')[2]?.key).not.toBe(lost?.key)
  })

  it('keeps the place longer once', async () => {
    const longer = { ...hold, holdExpiresAt: at('2026-03-02', '07:20'), isHoldExtended: true }
    answers[`POST /bookings/${holdId}/extend-hold`] = [json(longer)]
    const { person, booking } = await openDialog()
    await person.click(await booking.findByRole('button', { name: 'Keep it longer' }))
    await waitFor(() => expect(booking.getByRole('timer')).toHaveTextContent('20:00'))
    expect(booking.queryByRole('button', { name: 'Keep it longer' })).toBeNull()
  })

  it('says why a time is gone, and takes another with one click', async () => {
    answers['POST /bookings'] = [conflict('Ben is booked until 11:30.'), json(hold, 201)]
    const { person, booking } = await openDialog()
    expect(await booking.findByRole('alert')).toHaveTextContent('Ben is booked until 11:30.')
    expect(booking.queryByRole('button', { name: 'Book all the same' })).toBeNull()
    await person.click(booking.getByRole('button', { name: /11:30–12:30/ }))
    await booking.findByRole('timer')
    expect(callsOf('POST', '/bookings')[1]?.body).toMatchObject({
      startsAt: at('2026-03-02', '11:30'),
      resourceIds: [ids.anna],
    })
  })

  it('sets a rule aside only with a reason', async () => {
    answers['POST /bookings'] = [conflict('Two hours of notice are needed.', true), json(hold, 201)]
    const { person, booking } = await openDialog()
    await person.click(await booking.findByRole('button', { name: 'Book all the same' }))
    expect(callsOf('POST', '/bookings')).toHaveLength(1)
    await person.type(booking.getByRole('textbox', { name: /Reason/ }), 'She is at the door')
    await person.click(booking.getByRole('button', { name: 'Book all the same' }))
    await booking.findByRole('timer')
    expect(callsOf('POST', '/bookings')[1]?.body).toMatchObject({ override: true, reason: 'She is at the door' })
  })
})

describe('booking with nothing chosen before', () => {
  const openAt = async (date: string, column: number) => {
    const view = renderApp(server, { path: `/availability?date=${date}`, role: 'staff' })
    const cells = await screen.findAllByRole('gridcell', { name: /^10:30/ })
    await view.person.click(cells[column] as HTMLElement)
    const booking = within(await dialog())
    const chooseItem = async () => {
      await view.person.click(await booking.findByRole('radio', { name: 'Haircut' }))
    }
    return { ...view, booking, chooseItem }
  }
  const asked = () => callsOf('POST', '/bookings').map(({ body }) => body)

  it('repeats from the day that was clicked, and offers no rule before it is known what is booked', async () => {
    answers['POST /bookings/series'] = [json({ occurrences: [], bookedCount: 0, total: hold.total })]
    const friday = '2026-03-06'
    const { person, booking, chooseItem } = await openAt(friday, 1)
    expect(booking.queryByRole('button', { name: 'Repeat…' })).toBeNull()
    await chooseItem()
    await person.click(await booking.findByRole('button', { name: 'Repeat…' }))
    const repeat = await booking.findByRole('combobox', { name: 'Repeat' })
    const choices = within(repeat).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual([
      ...['Once', 'Every week', 'Every 2 weeks', 'Every month on the first Friday', 'Every month on day 6'],
      'Another rule',
    ])
    await person.selectOptions(repeat, 'Another rule')
    const ticked = booking.getAllByRole('checkbox', { name: /day$/, checked: true })
    expect(ticked.map(tick => tick.closest('label')?.textContent)).toEqual(['Friday'])
    expect(booking.getByText('Every week on Friday, 10 times')).toBeInTheDocument()
    await person.click(booking.getByRole('checkbox', { name: 'Monday' }))
    expect(booking.getByText('Every week on Monday and Friday, 10 times')).toBeInTheDocument()
  })

  it('takes whoever is free in place of one who does not do what is chosen, and says so', async () => {
    const { booking, chooseItem } = await openAt('2026-03-02', 2)
    expect(await booking.findByText('Kayaks')).toBeInTheDocument()
    await chooseItem()
    expect(await booking.findByText(/^Kayaks does not do this/)).toBeInTheDocument()
    expect(booking.getAllByText('Ben')).not.toEqual([])
    expect(booking.queryByRole('alert')).toBeNull()
    expect(asked()).toMatchObject([{ variantId: ids.cut, startsAt: at('2026-03-02', '10:30'), resourceIds: [] }])
  })

  it('goes to the nearest free time where nobody who does it is free at the one that was clicked', async () => {
    answers['POST /bookings'] = [conflict('Nobody is free.'), json(hold, 201)]
    const { booking, chooseItem } = await openAt('2026-03-02', 2)
    await chooseItem()
    await booking.findByRole('timer')
    expect(asked()).toMatchObject([
      { startsAt: at('2026-03-02', '10:30'), resourceIds: [] },
      { startsAt: at('2026-03-02', '11:30'), resourceIds: [ids.anna] },
    ])
    expect(booking.queryByRole('alert')).toBeNull()
  })

  it('lets time and resource be changed in the dialog', async () => {
    const { person, booking, chooseItem } = await openAt('2026-03-02', 1)
    await chooseItem()
    await booking.findByRole('timer')
    await person.click(booking.getByRole('button', { name: 'Change time or resource' }))
    await person.clear(booking.getByRole('textbox', { name: 'Time' }))
    await person.type(booking.getByRole('textbox', { name: 'Time' }), '13:00')
    await person.selectOptions(booking.getByRole('combobox', { name: 'Resource' }), 'Anna')
    await person.click(booking.getByRole('button', { name: 'Take this time' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked()[1]).toMatchObject({ startsAt: at('2026-03-02', '13:00'), resourceIds: [ids.anna] })
    // Who or what is free takes it where nobody is chosen.
    await booking.findByRole('timer')
    await person.click(booking.getByRole('button', { name: 'Change time or resource' }))
    await person.selectOptions(booking.getByRole('combobox', { name: 'Resource' }), 'Any that is free')
    await person.click(booking.getByRole('button', { name: 'Take this time' }))
    await waitFor(() => expect(asked()).toHaveLength(3))
    expect(asked()[2]).toMatchObject({ resourceIds: [] })
  })
})

describe('moving a booking', () => {
  const press = async (person: ReturnType<typeof openDay>['person']) => {
    const block = await screen.findByRole('button', { name: /^Clara Vogt/ })
    block.focus()
    await person.keyboard('{Alt>}{ArrowRight}{/Alt}')
  }

  it('offers to take a move back', async () => {
    const moved = bookingOf({ resources: [{ resourceId: ids.ben, resourceTypeId: ids.stylist, name: 'Ben' }] })
    answers[`POST /bookings/${ids.booking}/reassign`] = [json(moved), json(bookingOf())]
    const { person } = openDay()
    await press(person)
    const undo = await screen.findByRole('button', { name: 'Undo' })
    undo.focus()
    await person.keyboard('{Enter}')
    await waitFor(() =>
      expect(callsOf('POST', `/bookings/${ids.booking}/reassign`).map(({ body }) => body)).toEqual([
        { resourceIds: [ids.ben] },
        { resourceIds: [ids.anna] },
      ]),
    )
  })

  const untold = (email: string | null) =>
    server.use(
      http.get(`${apiUrl}/bookings/${ids.booking}/tell-move`, () => HttpResponse.json({ isUntold: true, email })),
    )
  const withBen = {
    icalSequence: 1,
    resources: [{ resourceId: ids.ben, resourceTypeId: ids.stylist, name: 'Ben' }],
  }

  it('tells the customer of it when somebody asks for that, and nobody before', async () => {
    const moved = bookingOf(withBen)
    const sent = { id: '0197c0de-0000-7000-8000-0000000000aa', key: 'booking_moved', status: 'queued' }
    answers[`POST /bookings/${ids.booking}/reassign`] = [json(moved)]
    answers[`POST /bookings/${ids.booking}/tell-move`] = [json(sent, 201)]
    untold('clara@example.test')
    const { person } = openDay()
    await press(person)
    const tell = await screen.findByRole('button', { name: 'Tell customer' })
    expect(callsOf('POST', `/bookings/${ids.booking}/reassign`).map(({ body }) => body)).toEqual([
      { resourceIds: [ids.ben] },
    ])
    expect(callsOf('POST', `/bookings/${ids.booking}/tell-move`)).toEqual([])
    tell.focus()
    await person.keyboard('{Enter}')
    expect(await screen.findByText('Mail to Clara Vogt (clara@example.test)')).toBeInTheDocument()
    expect(callsOf('POST', `/bookings/${ids.booking}/tell-move`)).toHaveLength(1)
  })

  it('offers to tell nobody who has no address', async () => {
    answers[`POST /bookings/${ids.booking}/reassign`] = [json(bookingOf(withBen))]
    untold(null)
    const { person } = openDay()
    await press(person)
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Tell customer' })).toBeNull()
  })

  const quoteOf = (changes: object = {}) =>
    json({
      ...{
        available: true,
        isOverridable: false,
        startsAt: at('2026-03-02', '12:00'),
        endsAt: at('2026-03-02', '13:00'),
      },
      ...{ timeZone: 'Europe/Berlin', timeslotId: null, resourceIds: [ids.anna], resources: [], holdMinutes: 10 },
      ...{ price: bookingOf().price, total: bookingOf().total, requiresApproval: false },
      ...{ warnings: [], reasons: [], alternativeResourceIds: [], ...changes },
    })
  const openMove = async () => {
    const { person } = renderApp(server, { path: `/bookings/${ids.booking}`, role: 'staff' })
    await person.click(await screen.findByRole('button', { name: 'Move…' }))
    const box = within(await screen.findByRole('dialog', { name: 'Move booking K7PQ2M3X' }))
    const type = async (time: string) => {
      await person.clear(box.getByRole('textbox', { name: 'Time' }))
      await person.type(box.getByRole('textbox', { name: 'Time' }), time)
    }
    return { person, box, type }
  }
  const quotes = () => callsOf('POST', '/bookings/quote').map(({ body }) => body)

  it('says before it moves whether the time is free, who takes it and what it costs', async () => {
    answers['POST /bookings/quote'] = [quoteOf(), quoteOf({ total: { amount: 5200, currency: 'EUR' } })]
    const { person, box, type } = await openMove()
    const preview = box.getByRole('status')
    await waitFor(() => expect(preview).toHaveTextContent(/10:00–11:00.*Anna.*€45\.00.*Where it is now/))
    await type('12:00')
    await waitFor(() => expect(preview).toHaveTextContent(/12:00–13:00.*Anna.*€45\.00.*Free$/))
    expect(quotes()).toEqual([
      {
        ...{ variantId: ids.cut, channelId: ids.office, customerId: customer.id, quantity: 1 },
        ...{ startsAt: at('2026-03-02', '12:00'), endsAt: null, resourceIds: [ids.anna] },
        exceptBookingId: ids.booking,
      },
    ])
    await person.selectOptions(box.getByRole('combobox', { name: 'Stylist' }), 'Ben')
    await waitFor(() => expect(preview).toHaveTextContent(/Ben.*€45\.00.*Free.*would cost €52\.00/))
    await type('10:00')
    await person.selectOptions(box.getByRole('combobox', { name: 'Stylist' }), 'Anna')
    await waitFor(() => expect(preview).toHaveTextContent(/10:00–11:00.*Where it is now/))
    expect(callsOf('POST', `/bookings/${ids.booking}/reschedule`)).toEqual([])
  })

  it('says before it moves why the time is not free, and who is free then', async () => {
    const { reasons } = refusal('Anna is booked until 13:00.', false)
    answers['POST /bookings/quote'] = [quoteOf({ available: false, reasons, alternativeResourceIds: [ids.ben] })]
    const { box, type } = await openMove()
    await type('12:00')
    await waitFor(() =>
      expect(box.getByRole('status')).toHaveTextContent(/12:00.*Anna is booked until 13:00\..*Free then: Ben/),
    )
    expect(box.getByRole('status')).not.toHaveTextContent('Free$')
  })

  it('does not hold the time that it has already against giving it to somebody else', async () => {
    const [reason] = refusal('Three hours of notice are needed.', true).reasons
    answers['POST /bookings/quote'] = [
      quoteOf({ available: false, isOverridable: true, reasons: [{ ...reason, code: 'notice_too_short' }] }),
    ]
    const { person, box } = await openMove()
    await person.selectOptions(await box.findByRole('combobox', { name: 'Stylist' }), 'Ben')
    await waitFor(() => expect(box.getByRole('status')).toHaveTextContent(/Ben.*Free$/))
    expect(quotes()).toMatchObject([{ startsAt: bookingOf().startsAt, endsAt: bookingOf().endsAt }])
  })

  it('says why it may not go there, and lets one choose', async () => {
    answers[`POST /bookings/${ids.booking}/reassign`] = [conflict('Ben is booked until 11:30.')]
    answers[`POST /bookings/${ids.booking}/reschedule`] = [json(bookingOf())]
    const { person } = openDay()
    await press(person)
    const box = within(await screen.findByRole('dialog', { name: 'Move booking K7PQ2M3X' }))
    expect(box.getByRole('alert')).toHaveTextContent('Ben is booked until 11:30.')
    await person.click(box.getByRole('button', { name: /11:30–12:30/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsOf('POST', `/bookings/${ids.booking}/reschedule`)[0]?.body).toEqual({
      startsAt: at('2026-03-02', '11:30'),
      resourceIds: [ids.anna],
      notify: true,
    })
  })
})

describe('a booking of a series', () => {
  const path = `/bookings/${ids.booking}`
  const seriesId = '0197c0de-0000-7000-8000-0000000000bb'
  beforeEach(() =>
    server.use(
      http.get(`${apiUrl}${path}`, () =>
        HttpResponse.json(bookingOf({ seriesId, seriesIndex: 1, seriesLength: 4, internalNotes: null })),
      ),
      http.get(`${apiUrl}/bookings/series/${seriesId}`, () => HttpResponse.json({ id: seriesId, occurrences: [] })),
      http.get(`${apiUrl}/bookings/waitlist/matches`, () => HttpResponse.json([])),
      http.get(`${apiUrl}/customers/${customer.id}`, () => HttpResponse.json(customer)),
    ),
  )
  const which = ['This one', 'This and the following', 'All to come']
  const choices = (name: string) =>
    screen.findByRole('dialog', { name }).then(async box => {
      const radios = await within(box).findAllByRole('radio')
      return radios.map(radio => radio.closest('label')?.textContent)
    })

  it.each([
    ['its page', () => renderApp(server, { path, role: 'staff' }).person],
    [
      'the drawer beside the timeline',
      async () => {
        const { person } = openDay()
        await person.click(await screen.findByRole('button', { name: /^Clara Vogt/ }))
        expect(await screen.findByRole('link', { name: '2 of 4' })).toHaveAttribute('href', `/series/${seriesId}`)
        return person
      },
    ],
  ])('asks on %s which of its dates are moved or cancelled', async (_, open) => {
    const person = await open()
    await person.click(await screen.findByRole('button', { name: 'Move…' }))
    expect(await choices('Move dates of the series')).toEqual(which)
    await person.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Move dates of the series' })).toBeNull())
    await person.click(screen.getByRole('button', { name: 'Actions for K7PQ2M3X' }))
    await person.click(await screen.findByRole('menuitem', { name: 'Cancel booking…' }))
    expect(await choices('Cancel dates of the series')).toEqual(which)
    answers[`POST /bookings/series/${seriesId}/cancel`] = [json({ id: seriesId })]
    await person.click(screen.getByRole('radio', { name: 'This and the following' }))
    expect(screen.getByRole('combobox', { name: /Who cancels/ })).toHaveTextContent('We do')
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() =>
      expect(callsOf('POST', `/bookings/series/${seriesId}/cancel`)[0]?.body).toMatchObject({
        ...{ scope: 'following', occurrence: 1, by: 'staff' },
      }),
    )
    expect(callsOf('POST', `${path}/cancel`)).toEqual([])
  })
})

describe('a booking', () => {
  it('is cancelled by the desk unless the customer wants it, and with a reason, which is asked for at its field', async () => {
    const problem = { status: 422, code: 'validation', detail: 'Please check: reason.', errors: { reason: 'Say why' } }
    const cancelled = bookingOf({ status: 'cancelled' })
    answers[`POST /bookings/${ids.booking}/cancel`] = [json(problem, 422), json(cancelled)]
    const { person } = renderApp(server, { path: `/bookings/${ids.booking}`, role: 'staff' })
    await person.click(await screen.findByRole('button', { name: 'Actions for K7PQ2M3X' }))
    screen.getByRole('menuitem', { name: 'Cancel booking…' }).focus()
    await person.keyboard('{Enter}')
    const box = within(await screen.findByRole('dialog', { name: 'Cancel booking: K7PQ2M3X' }))
    expect(await box.findByText(/ · Clara Vogt · /)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull())
    const submit = box.getByRole('button', { name: 'Cancel booking' })
    await person.click(box.getByRole('combobox', { name: /Who cancels/ }))
    const choices = within(screen.getByRole('listbox'))
    expect(choices.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['We do', 'The customer'])
    await person.click(choices.getByRole('option', { name: 'The customer' }))
    await person.click(submit)
    expect(await box.findByText('Say why')).toBeInTheDocument()
    await waitFor(() => expect(box.getByRole('textbox', { name: 'Message to Clara Vogt (in the mail)' })).toHaveFocus())
    await person.keyboard('Ill')
    await person.click(submit)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsOf('POST', `/bookings/${ids.booking}/cancel`).map(({ body }) => body)).toEqual([
      { reason: null, by: 'customer', notify: true },
      { reason: 'Ill', by: 'customer', notify: true },
    ])
  })

  const held = { status: 'held', holdExpiresAt: at('2026-03-02', '23:00') }
  const openHeld = async (changes: object = {}) => {
    const path = `/bookings/${ids.booking}`
    server.use(
      http.get(`${apiUrl}${path}`, () => HttpResponse.json(bookingOf({ ...held, ...changes }))),
      http.get(`${apiUrl}/customers/${customer.id}`, () => HttpResponse.json(customer)),
    )
    const { person } = renderApp(server, { path, role: 'staff' })
    return { person, path }
  }

  it('is made of a hold with the customer told, or with nobody told', async () => {
    answers[`POST /bookings/${ids.booking}/confirm`] = [json(bookingOf())]
    const { person, path } = await openHeld()
    await person.click(await screen.findByRole('button', { name: 'Confirm…' }))
    const box = within(await screen.findByRole('dialog', { name: 'Confirm: K7PQ2M3X' }))
    const tick = await box.findByRole('checkbox', { name: 'Tell Clara Vogt (clara@example.test)' })
    await waitFor(() => expect(tick).toBeChecked())
    await person.click(tick)
    await person.click(box.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(callsOf('POST', `${path}/confirm`).map(({ body }) => body)).toEqual([{ notify: false }]))
  })

  it('asks whose it is when a hold for nobody yet is confirmed, and offers to tell them', async () => {
    answers[`POST /bookings/${ids.booking}/confirm`] = [json(bookingOf())]
    const { person, path } = await openHeld({ customerId: null, customerName: null })
    server.use(http.get(`${apiUrl}/customers`, () => listOf([customer])))
    await person.click(await screen.findByRole('button', { name: 'Confirm…' }))
    const box = within(await screen.findByRole('dialog', { name: 'Confirm: K7PQ2M3X' }))
    const submit = box.getByRole('button', { name: 'Confirm' })
    expect(box.queryByRole('checkbox')).toBeNull()
    await person.click(submit)
    expect(await box.findByText('Required')).toBeInTheDocument()
    expect(callsOf('POST', `${path}/confirm`)).toEqual([])
    await person.click(box.getByRole('combobox', { name: /Customer/ }))
    await person.click(await screen.findByRole('option', { name: /Clara Vogt/ }))
    expect(await box.findByRole('checkbox', { name: 'Tell Clara Vogt (clara@example.test)' })).toBeChecked()
    await person.click(submit)
    await waitFor(() =>
      expect(callsOf('POST', `${path}/confirm`).map(({ body }) => body)).toEqual([
        { customerId: customer.id, customer: null, notify: true },
      ]),
    )
  })

  it('is made of a hold for nobody yet for somebody new, who is asked for as where one books', async () => {
    const problem = { status: 422, code: 'validation', errors: { 'customer.email': 'This is not an e-mail address.' } }
    answers[`POST /bookings/${ids.booking}/confirm`] = [json(problem, 422), json(bookingOf())]
    const { person, path } = await openHeld({ customerId: null, customerName: null })
    server.use(http.get(`${apiUrl}/customers`, () => listOf([])))
    await person.click(await screen.findByRole('button', { name: 'Confirm…' }))
    const box = within(await screen.findByRole('dialog', { name: 'Confirm: K7PQ2M3X' }))
    await person.type(await box.findByRole('combobox', { name: /Customer/ }), 'Nora Lind')
    await person.click(await screen.findByRole('option', { name: /Nora Lind/ }))
    const name = box.getByRole('textbox', { name: /Name/ })
    expect(name).toHaveValue('Nora Lind')
    await person.clear(name)
    await person.click(box.getByRole('button', { name: 'Confirm' }))
    expect(await box.findByText('Required')).toBeInTheDocument()
    expect(callsOf('POST', `${path}/confirm`)).toEqual([])
    await person.type(name, 'Nora Lind')
    await person.type(box.getByRole('textbox', { name: 'E-mail' }), 'nora@example.test')
    expect(await box.findByRole('checkbox', { name: 'Tell Nora Lind (nora@example.test)' })).toBeChecked()
    await person.click(box.getByRole('button', { name: 'Confirm' }))
    expect(await box.findByText('This is not an e-mail address.')).toBeInTheDocument()
    await person.click(box.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(callsOf('POST', `${path}/confirm`).map(({ body }) => body)[1]).toMatchObject({
      customerId: null,
      customer: { name: 'Nora Lind', email: 'nora@example.test', phone: null },
      notify: true,
    })
  })

  it('is held while the link to confirm it goes to the customer’s address or another, unless it is held no more', async () => {
    const late = { status: 409, code: 'wrong_status', detail: 'This is not possible while the booking is expired.' }
    const sent = { id: '0197c0de-0000-7000-8000-0000000000aa', key: 'hold_link', status: 'queued' }
    answers[`POST /bookings/${ids.booking}/send-hold-link`] = [json(late, 409), json(sent, 201)]
    const { person, path } = await openHeld()
    await person.click(await screen.findByRole('button', { name: 'Actions for K7PQ2M3X' }))
    await person.click(screen.getByRole('menuitem', { name: 'Send link to confirm…' }))
    const box = within(await screen.findByRole('dialog', { name: 'Send link to confirm: K7PQ2M3X' }))
    const to = box.getByRole('textbox', { name: /^To/ })
    await waitFor(() => expect(to).toHaveValue('clara@example.test'))
    const submit = box.getByRole('button', { name: 'Send link to confirm' })
    await person.click(submit)
    expect(await box.findByRole('alert')).toHaveTextContent('This is not possible while the booking is expired.')
    await person.clear(to)
    await person.click(submit)
    expect(await box.findByText('Required')).toBeInTheDocument()
    await person.type(to, 'work@example.test')
    await person.click(submit)
    expect(await screen.findByText('Link sent: K7PQ2M3X')).toBeInTheDocument()
    expect(callsOf('POST', `${path}/send-hold-link`).map(({ body }) => body)).toEqual([
      { email: 'clara@example.test' },
      { email: 'work@example.test' },
    ])
    expect(screen.getByRole('heading', { name: /^Clara Vogt · / })).toBeInTheDocument()
  })

  it('has its link sent where somebody typed an address before the customer’s was known', async () => {
    let answer = () => {}
    const asked = new Promise<void>(resolve => {
      answer = resolve
    })
    const path = `/bookings/${ids.booking}`
    answers[`POST ${path}/send-hold-link`] = [json({ id: '0197c0de-0000-7000-8000-0000000000aa' }, 201)]
    server.use(
      http.get(`${apiUrl}${path}`, () => HttpResponse.json(bookingOf(held))),
      http.get(`${apiUrl}/customers/:id`, async () => {
        await asked
        return HttpResponse.json(customer)
      }),
    )
    const { person } = openDay()
    await person.click(await screen.findByRole('button', { name: /^Clara Vogt/ }))
    await person.click(await screen.findByRole('button', { name: 'Actions for K7PQ2M3X' }))
    await person.click(screen.getByRole('menuitem', { name: 'Send link to confirm…' }))
    const box = within(await screen.findByRole('dialog', { name: 'Send link to confirm: K7PQ2M3X' }))
    const to = box.getByRole('textbox', { name: /^To/ })
    await person.type(to, 'work@example.test')
    answer()
    // The drawer under the dialog shows it as well.
    expect(await screen.findByText('clara@example.test')).toBeInTheDocument()
    expect(to).toHaveValue('work@example.test')
    await person.click(box.getByRole('button', { name: 'Send link to confirm' }))
    await waitFor(() =>
      expect(callsOf('POST', `${path}/send-hold-link`).map(({ body }) => body)).toEqual([
        { email: 'work@example.test' },
      ]),
    )
  })

  it('has its customer told later that it was moved, once', async () => {
    const path = `/bookings/${ids.booking}`
    let isUntold = true
    server.use(
      http.get(`${apiUrl}${path}`, () => HttpResponse.json(bookingOf({ icalSequence: 1 }))),
      http.get(`${apiUrl}${path}/tell-move`, () =>
        HttpResponse.json({ isUntold, email: isUntold ? 'clara@example.test' : null }),
      ),
      http.post(`${apiUrl}${path}/tell-move`, () => {
        isUntold = false
        return HttpResponse.json({ id: ids.booking, key: 'booking_moved', status: 'queued' }, { status: 201 })
      }),
    )
    const { person } = renderApp(server, { path, role: 'staff' })
    const open = async () => person.click(await screen.findByRole('button', { name: 'Actions for K7PQ2M3X' }))
    await open()
    await person.click(await screen.findByRole('menuitem', { name: 'Tell customer of the move' }))
    expect(await screen.findByText('Mail to Clara Vogt (clara@example.test)')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await open()
    await screen.findByRole('menuitem', { name: 'End the customer’s links…' })
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Tell customer of the move' })).toBeNull())
  })

  it('has its customer’s links ended once that is confirmed', async () => {
    const path = `/bookings/${ids.booking}`
    answers[`POST ${path}/revoke-links`] = [json(bookingOf())]
    const { person } = renderApp(server, { path, role: 'staff' })
    await person.click(await screen.findByRole('button', { name: 'Actions for K7PQ2M3X' }))
    await person.click(screen.getByRole('menuitem', { name: 'End the customer’s links…' }))
    const box = within(await screen.findByRole('dialog', { name: 'End the customer’s links: K7PQ2M3X' }))
    expect(box.getByText(/no longer open this booking/)).toBeInTheDocument()
    expect(callsOf('POST', `${path}/revoke-links`)).toEqual([])
    await person.type(box.getByRole('textbox', { name: 'Reason' }), 'Sent astray')
    await person.click(box.getByRole('button', { name: 'End the customer’s links' }))
    expect(await screen.findByText('Links ended: K7PQ2M3X')).toBeInTheDocument()
    expect(callsOf('POST', `${path}/revoke-links`).map(({ body }) => body)).toEqual([{ reason: 'Sent astray' }])
  })

  it('has its reminders turned off on its page', async () => {
    const path = `/bookings/${ids.booking}`
    answers[`PATCH ${path}`] = [json(bookingOf({ sendsReminders: false, version: 2 }))]
    server.use(http.get(`${apiUrl}${path}`, () => HttpResponse.json(bookingOf({ sendsReminders: true }))))
    const { person } = renderApp(server, { path, role: 'staff' })
    await person.click(await screen.findByRole('switch', { name: 'Send reminders' }))
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(callsOf('PATCH', path)[0]?.body).toEqual({ sendsReminders: false }))
  })

  it('offers what its status and the hour allow, the likeliest first, and takes back what was done', async () => {
    const path = `/bookings/${ids.booking}`
    answers[`POST ${path}/check-in`] = [json(bookingOf())]
    server.use(
      http.get(`${apiUrl}${path}`, () => HttpResponse.json(bookingOf({ checkedInAt: '2026-03-02T06:00:00Z' }))),
    )
    const { person } = renderApp(server, { path, role: 'staff' })
    await person.click(await screen.findByRole('button', { name: 'Actions for K7PQ2M3X' }))
    const offered = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(offered.slice(0, 4)).toEqual([
      ...['Undo check-in', 'Cancel booking…', 'End the customer’s links…', 'Calendar file'],
    ])
    expect(screen.getByRole('button', { name: 'Move…', hidden: true })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Check in', hidden: true })).toBeNull()
    await person.click(screen.getByRole('menuitem', { name: 'Undo check-in' }))
    await waitFor(() => expect(callsOf('POST', `${path}/check-in`)[0]?.body).toEqual({ undo: true }))
    expect(await screen.findByText('Check-in taken back: K7PQ2M3X')).toBeInTheDocument()
  })

  it('keeps what was typed when somebody else was faster, and says who that was', async () => {
    const path = `/bookings/${ids.booking}`
    const stale = { status: 412, detail: 'This was changed.', code: 'stale', updatedBy: 'Grace Hopper', updatedAt: now }
    answers[`PATCH ${path}`] = [json(stale, 412), json(bookingOf({ internalNotes: 'Window seat', version: 3 }))]
    const { person } = renderApp(server, { path, role: 'staff' })
    const notes = await screen.findByRole('textbox', { name: 'Internal notes' })
    await person.type(notes, 'Window seat')
    const theirs = bookingOf({ paymentStatus: 'paid', version: 2 })
    server.use(http.get(`${apiUrl}${path}`, () => HttpResponse.json(theirs)))
    await person.click(screen.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Changed by somebody else' }))
    expect(question.getByText(/Grace Hopper changed this on Mar 2, 2026, 07:00/)).toBeInTheDocument()
    expect(notes).toHaveValue('Window seat')
    await person.click(question.getByRole('button', { name: 'Overwrite' }))
    await waitFor(() => expect(callsOf('PATCH', path)).toHaveLength(2))
    expect(callsOf('PATCH', path).at(-1)?.body).toEqual({ internalNotes: 'Window seat' })
    expect(await screen.findByText('Booking updated successfully')).toBeInTheDocument()
  })

  it('can only be looked at by viewers, here and among the free times', async () => {
    const { unmount } = renderApp(server, { path: `/bookings/${ids.booking}`, role: 'viewer' })
    expect(await screen.findByRole('heading', { name: /^Clara Vogt · / })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Check in|Move|Actions|Save/ })).toBeNull()
    unmount()
    const { person } = openDay('viewer')
    const [, ben] = await screen.findAllByRole('gridcell', { name: /^10:30/ })
    await person.click(ben!)
    expect(screen.queryByRole('dialog', { name: 'New Booking' })).toBeNull()
    expect(calls).toEqual([])
  })
})

it('shows within moments what somebody else books', async () => {
  let push: ((text: string) => void) | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: controller => {
      push = text => controller.enqueue(new TextEncoder().encode(text))
    },
  })
  let asked: Headers | undefined
  let name = 'Clara Vogt'
  server.use(
    http.get(`${apiUrl}/bookings/live`, ({ request }) => {
      asked = request.headers
      return new HttpResponse(stream, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
    http.get(`${apiUrl}/bookings`, () => listOf([bookingOf({ customerName: name })])),
  )
  renderApp(server, { path: '/bookings/', role: 'staff' })
  expect(await screen.findByText('Clara Vogt')).toBeInTheDocument()
  await waitFor(() => expect(push).toBeDefined())
  expect(asked?.get('X-Tenant-ID')).toBe(ids.tenant)
  name = 'Tom Becker'
  // Networks cut where they like.
  push?.('event: cha')
  push?.(`nge\ndata: {"resource":"bookings","ids":["${ids.booking}"]}\n\n`)
  expect(await screen.findByText('Tom Becker')).toBeInTheDocument()
})

it('ends with the session within moments, although the API would take its token for a while', async () => {
  let isOver = false
  server.use(
    http.get(
      `${apiUrl}/bookings/live`,
      () => new HttpResponse('retry: 1000\n\n', { headers: { 'Content-Type': 'text/event-stream' } }),
    ),
    http.get(`${authUrl}/user`, () =>
      isOver ? HttpResponse.json({ code: 'session_not_found' }, { status: 403 }) : HttpResponse.json(user),
    ),
    http.get(`${apiUrl}/bookings`, () => listOf([bookingOf({ customerName: 'Clara Vogt' })])),
  )
  renderApp(server, { path: '/bookings/', role: 'staff' })
  expect(await screen.findByText('Clara Vogt')).toBeInTheDocument()
  isOver = true
  await waitFor(() => expect(screen.queryByText('Clara Vogt')).toBeNull(), { timeout: 4000 })
  expect(localStorage.getItem('slotwise.auth')).toBeNull()
})

it('lists a visit once where it arrives, for as long as all its parts', async () => {
  const visitId = '0197c0de-0000-7000-8000-000000000081'
  const cut = { id: holdId, visitIndex: 1, startsAt: at('2026-03-02', '11:00'), endsAt: at('2026-03-02', '11:30') }
  const part = { visitId, visitIndex: 0, visitLength: 2 }
  server.use(
    http.get(`${apiUrl}/bookings`, () =>
      listOf([
        bookingOf(part),
        bookingOf({ ...part, ...cut, title: 'Cut' }),
        bookingOf({ id: ids.hold, visitId: null }),
      ]),
    ),
    http.get(`${apiUrl}/bookings/visits/${visitId}`, () =>
      HttpResponse.json({ id: visitId, reference: 'V1', parts: [] }),
    ),
  )
  renderScreens({
    path: '/bookings',
    resources: [bookings, visits],
    role: 'staff',
    own: {
      [bookings.name]: {
        list: () => (
          <BookingsPanel title="Today" empty="" filter={{}} sort={{ field: 'startsAt', order: 'ASC' }} isOneDay />
        ),
      },
    },
  })
  const lines = await screen.findAllByRole('listitem')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toHaveTextContent('11:30')
  expect(lines[0]).toHaveTextContent('Haircut · Short hair + Cut · Anna')
  expect(within(lines[0]!).getByRole('link')).toHaveAttribute('href', `/visits/${visitId}`)
  expect(within(lines[1]!).getByRole('link')).toHaveAttribute('href', `/bookings/${ids.hold}`)
})

it('adds a service to a visit after showing where it would be, and tells nobody who has no address', async () => {
  const visitId = '0197c0de-0000-7000-8000-000000000081'
  const first = {
    ...{ index: 0, guest: 0, bookingId: ids.booking, title: 'Colour · Standard', status: 'confirmed' },
    ...{ startsAt: at('2026-03-02', '10:00'), endsAt: at('2026-03-02', '11:00'), resourceIds: [ids.anna] },
    ...{ waitMinutes: 0, minWaitMinutes: 0, maxWaitMinutes: 15, resources: [] },
  }
  const added = { ...first, index: 1, startsAt: first.endsAt, endsAt: at('2026-03-02', '12:00') }
  const visit = { id: visitId, reference: 'V1', customerId: null, status: 'confirmed', parts: [first] }
  const path = `POST /bookings/visits/${visitId}/parts`
  answers[path] = [json({ parts: [added] }), json({ ...visit, parts: [first, added] }, 201)]
  const onClose = vi.fn()
  const person = userEvent.setup()
  renderScreens({
    path: '/bookings',
    resources: [bookings, visits, catalogItems, variants, bookableResources, resourceTypes],
    role: 'staff',
    own: { [bookings.name]: { list: () => <AddPart visit={visit as never} onClose={onClose} /> } },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a service to visit V1' }))
  await person.click(await dialog.findByRole('option', { name: 'Haircut' }))
  const plan = within(await dialog.findByRole('region', { name: 'Plan' }))
  expect(plan.getAllByRole('listitem').map(one => one.textContent)).toEqual([
    expect.stringMatching(/^10:00–11:00Colour/),
    expect.stringMatching(/^11:00–12:00Haircut/),
  ])
  await person.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const sent = callsOf('POST', `/bookings/visits/${visitId}/parts`).map(({ body }) => body)
  const part = { variantId: ids.cut, guest: 0 }
  expect(sent[0]).toEqual({ ...part, dryRun: true })
  expect(sent.filter(body => !(body as { dryRun?: boolean }).dryRun)).toEqual([{ ...part, answers: {}, notify: false }])
})

it('asks what the services of a held visit still need to know, and names the one whose place is taken', async () => {
  const visitId = '0197c0de-0000-7000-8000-000000000082'
  const times = { startsAt: at('2026-03-02', '10:00'), endsAt: at('2026-03-02', '11:00'), resourceIds: [ids.anna] }
  const part = (index: number, title: string) => ({
    ...{ index, guest: 0, bookingId: ids.booking, title, status: 'held', resources: [], ...times },
  })
  const parts = [part(0, 'Colour · Standard'), part(1, 'Cut · Standard')]
  const visit = { id: visitId, reference: 'V1', customerId: customer.id, title: 'Colour + Cut', status: 'held', parts }
  const question = { key: 'allergies', label: 'Allergies', type: 'text', required: true, options: [] }
  const item = answerOf(`/catalog-items/${ids.item}`, new URLSearchParams()) as object
  const held = (visitIndex: number, answers: object) => ({
    ...{ id: parts[visitIndex]?.bookingId.replace(/.$/, String(visitIndex)), catalogItemId: ids.item, status: 'held' },
    ...{ visitId, visitIndex, answers, ...times },
  })
  server.use(
    http.get(`${apiUrl}/bookings`, () => listOf([held(0, { allergies: 'None' }), held(1, {})])),
    http.get(`${apiUrl}/catalog-items`, () => listOf([{ ...item, questions: [question] }])),
  )
  const path = `/bookings/visits/${visitId}/confirm`
  const taken = { code: 'slot_unavailable', title: 'Taken', status: 409, detail: 'Taken', part: 1, reasons: [] }
  answers[`POST ${path}`] = [json({ ...taken, alternatives: [], alternativeResourceIds: [] }, 409), json(visit)]
  const onClose = vi.fn()
  const person = userEvent.setup()
  renderScreens({
    path: '/bookings',
    resources: [bookings, visits, catalogItems, variants, bookableResources, resourceTypes],
    role: 'staff',
    own: { [bookings.name]: { list: () => <ConfirmVisit record={visit as never} onClose={onClose} /> } },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm visit V1' }))
  const asked = within(await dialog.findByRole('group', { name: 'Cut' }))
  expect(dialog.queryByRole('group', { name: 'Colour' })).toBeNull()
  await person.type(asked.getByRole('textbox', { name: /^Allergies/ }), 'Nuts')
  await person.click(dialog.getByRole('button', { name: 'Confirm' }))
  await dialog.findByText('Cut cannot be booked')
  await person.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const sent = callsOf('POST', path).map(({ body }) => (body as { partAnswers: unknown }).partAnswers)
  expect(sent.at(-1)).toEqual([null, { allergies: 'Nuts' }])
})

it('asks what a service needs to know before it is added to a visit', async () => {
  const visitId = '0197c0de-0000-7000-8000-000000000081'
  const first = {
    ...{ index: 0, guest: 0, bookingId: ids.booking, title: 'Colour', status: 'confirmed', resources: [] },
    ...{ startsAt: at('2026-03-02', '10:00'), endsAt: at('2026-03-02', '11:00'), resourceIds: [ids.anna] },
    ...{ waitMinutes: 0, minWaitMinutes: 0, maxWaitMinutes: 15 },
  }
  const added = { ...first, index: 1, startsAt: first.endsAt, endsAt: at('2026-03-02', '12:00') }
  const visit = { id: visitId, reference: 'V1', customerId: null, status: 'confirmed', parts: [first] }
  const questions = [{ key: 'allergies', label: 'Allergies', type: 'text', required: true, options: [] }]
  const item = { ...(answerOf(`/catalog-items/${ids.item}`, new URLSearchParams()) as object), questions }
  server.use(
    http.get(`${apiUrl}/catalog-items/${ids.item}`, () => HttpResponse.json(item)),
    http.get(`${apiUrl}/catalog-items`, () => listOf([item])),
  )
  const errors = { 'answers.allergies': 'Required' }
  const messages = { 'answers.allergies': { key: 'validation.required' } }
  const path = `/bookings/visits/${visitId}/parts`
  answers[`POST ${path}`] = [
    json({ parts: [added] }),
    json({ code: 'validation', title: 'Invalid', status: 422, detail: 'Invalid', errors, messages }, 422),
    json({ ...visit, parts: [first, added] }, 201),
  ]
  const onClose = vi.fn()
  const person = userEvent.setup()
  renderScreens({
    path: '/bookings',
    resources: [bookings, visits, catalogItems, variants, bookableResources, resourceTypes],
    role: 'staff',
    own: { [bookings.name]: { list: () => <AddPart visit={visit as never} onClose={onClose} /> } },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a service to visit V1' }))
  await person.click(await dialog.findByRole('option', { name: 'Haircut' }))
  await dialog.findByRole('region', { name: 'Plan' })
  const asked = within(await dialog.findByRole('group', { name: 'Haircut' }))
  await person.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(asked.getByRole('textbox', { name: /^Allergies/ })).toBeInvalid())
  expect(onClose).not.toHaveBeenCalled()
  await person.type(asked.getByRole('textbox', { name: /^Allergies/ }), 'Nuts')
  await person.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const sent = callsOf('POST', path).map(({ body }) => body as { dryRun?: boolean; answers?: object })
  expect(sent.filter(({ dryRun }) => !dryRun).map(body => body.answers)).toEqual([{}, { allergies: 'Nuts' }])
})
