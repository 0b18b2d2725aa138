import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadApplication, renderApp, tenants } from '../layout/support/renderApp'
import { apiUrl, startNetwork, urgently } from '../support'
import { bookingOf } from './support/phoneCall'
import { answerOf, at, ids, now } from './support/salon'

const server = startNetwork()
// The first screen brings most of the application: not on the first test's time.
beforeAll(async () => {
  await Promise.all([loadApplication(), import('../../../src/features/availability/AvailabilityScreen')])
}, 60_000)
/** What was asked, in order. */
let asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  asked = []
  server.use(
    http.get(`${apiUrl}/*`, ({ request }) => {
      const url = new URL(request.url)
      const path = url.pathname.slice(apiUrl.length)
      const answer = answerOf(path, url.searchParams)
      if (answer === undefined) return undefined
      asked.push(path + url.search)
      return HttpResponse.json(answer as object)
    }),
  )
})
afterEach(() => void vi.useRealTimers())

const open = (query: string) => renderApp(server, { path: `/availability?${query}`, role: 'staff' })
const day = `date=2026-03-02&item=${ids.item}`
const cell = (name: RegExp) => screen.findByRole('gridcell', { name })
const openFilters = async (person: ReturnType<typeof open>['person']) =>
  person.click(await screen.findByRole('button', { name: /^Filters/ }))

describe('a day', () => {
  it('shows each resource with its free times, bookings, holds and closures, in one request', async () => {
    open(day)
    const grid = await screen.findByRole('grid', { name: /Monday, March 2, 2026/ })
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map(one => one.textContent),
    ).toEqual(['Time', 'Anna', 'Ben'])
    const states = (time: string) =>
      within(grid)
        .getAllByRole('gridcell', { name: new RegExp(`^${time}`) })
        .map(one => one.getAttribute('data-state'))
    // The notice of three hours, a booking of Anna's until eleven with a quarter for cleaning, and Ben's way to the dentist.
    expect(states('09:30')).toEqual(['unavailable', 'unavailable'])
    expect(states('10:00')).toEqual(['full', 'free'])
    expect(states('11:30')).toEqual(['free', 'unavailable'])
    expect(states('16:00')).toEqual(['free', 'full'])
    expect(screen.getByRole('button', { name: 'Clara Vogt, 10:00–11:00, Anna, Confirmed' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /Ben, Held/ })).toBeInTheDocument()
    expect(asked.filter(path => path.startsWith('/availability/'))).toHaveLength(1)
  })

  it('asks at once for the columns that fit, and for no others', async () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200)
    open(day)
    await screen.findByRole('columnheader', { name: 'Anna' })
    expect(screen.queryByRole('columnheader', { name: 'Ben' })).not.toBeInTheDocument()
    const timelines = asked.filter(path => path.startsWith('/availability/'))
    expect(timelines.map(path => new URLSearchParams(path.split('?')[1]).getAll('resourceIds'))).toEqual([[ids.anna]])
  })

  it('asks for the catalog before anybody chooses from it', async () => {
    open('date=2026-03-02')
    await waitFor(() => expect(asked.filter(path => path.startsWith('/catalog-items?'))).toHaveLength(1))
  })

  it('explains a grey cell in words, with the way to what is in the way, at an address of its own', async () => {
    const { person, router } = open(day)
    await person.click(await cell(/^12:30–13:30: closed by a rule, Ben at the dentist/))
    const dialog = await screen.findByRole('dialog', { name: 'Monday, March 2, 2026, 12:30' })
    expect((await within(dialog).findAllByText(/Ben at the dentist/)).length).toBeGreaterThan(0)
    expect(within(dialog).getByRole('link', { name: 'Rule Ben at the dentist' })).toHaveAttribute(
      'href',
      expect.stringContaining(ids.holiday),
    )
    expect(within(dialog).getByText(/checks in order/)).toBeInTheDocument()
    expect(new URLSearchParams(router.state.location.search).get('why')).toBe(
      `${at('2026-03-02', '12:30')}/${at('2026-03-02', '13:30')}@${ids.ben}`,
    )
    await person.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(router.state.location.search).not.toContain('why')
  })

  it('links an explanation to the booking in the way, from the address alone', async () => {
    open(`${day}&why=${at('2026-03-02', '10:00')}@${ids.anna}`)
    expect(await screen.findByRole('link', { name: 'Open the booking' })).toHaveAttribute(
      'href',
      `/bookings/${ids.booking}`,
    )
  })

  it('says who is taken first, and why', async () => {
    server.use(
      http.get(`${apiUrl}/availability/explain`, ({ request }) => {
        const answer = answerOf('/availability/explain', new URL(request.url).searchParams) as object
        const turn = (resourceId: string, takenMinutes: number) => {
          return { resourceId, takenMinutes, openMinutes: 900, weight: 1, lastBookedAt: null }
        }
        const week = { from: at('2026-03-02', '00:00'), to: at('2026-03-09', '00:00') }
        const order = [turn(ids.ben, 0), turn(ids.anna, 75)]
        return HttpResponse.json({ ...answer, allocation: { rule: 'least_booked', ...week, order } })
      }),
    )
    open(`${day}&why=${at('2026-03-02', '11:30')}`)
    const heading = await screen.findByRole('heading', { name: 'Booked least this week comes first' })
    const lines = within(heading.parentElement as HTMLElement).getAllByRole('listitem')
    expect(lines.map(one => one.textContent)).toEqual(['Ben, 0% of the week booked', 'Anna, 8% of the week booked'])
  })

  it('is one tab stop, and goes by arrow keys', async () => {
    const { person } = open(day)
    const grid = await screen.findByRole('grid')
    const inOrder = within(grid)
      .getAllByRole('gridcell')
      .filter(one => one.tabIndex === 0)
    expect(inOrder).toHaveLength(1)
    inOrder[0]?.focus()
    await person.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toHaveAccessibleName('10:00–11:00: free')
    await person.keyboard('{Home}{PageDown}')
    expect(document.activeElement).toHaveAccessibleName(/^11:00–12:00: full, Clara Vogt/)
    await person.keyboard('{Control>}{End}{/Control}{ArrowDown}')
    expect(document.activeElement).toHaveAccessibleName(/^16:30/)
    await person.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: /16:30/ })).toBeInTheDocument()
  })

  it('opens a booking beside the free times, and from there its own page', async () => {
    document.elementsFromPoint = () => []
    server.use(http.get(`${apiUrl}/bookings/${ids.booking}`, () => HttpResponse.json(bookingOf())))
    const { person, router } = open(day)
    await person.click(await screen.findByRole('button', { name: /^Clara Vogt/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Clara Vogt' }))
    await person.click(drawer.getByRole('link', { name: 'Open the booking' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/bookings/${ids.booking}`))
  })

  it('shows all resources and what is in them while no item is chosen', async () => {
    open('date=2026-03-02')
    const grid = await screen.findByRole('grid')
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map(one => one.textContent),
    ).toEqual(['Time', 'Anna', 'Ben', 'Kayaks'])
    expect(within(grid).getAllByRole('gridcell', { name: /^13:00: open/ })).toHaveLength(2)
    expect(
      within(grid).getByRole('gridcell', { name: '13:00: closed by a rule, Ben at the dentist' }),
    ).toBeInTheDocument()
  })

  it('says that it could not be loaded, and recovers', async () => {
    server.use(
      http.get(`${apiUrl}/availability/timeline`, () => HttpResponse.json({ detail: 'Too busy' }, { status: 503 }), {
        once: true,
      }),
    )
    const { person } = open(day)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Availability could not be loaded')
    await person.click(within(alert).getByRole('button'))
    expect(await screen.findByRole('grid')).toBeInTheDocument()
  })
})

describe('what is asked for', () => {
  it('is in the address, and goes to the API', async () => {
    const { person, router } = open('date=2026-03-02')
    await openFilters(person)
    await person.click(await screen.findByRole('combobox', { name: 'Item' }))
    await person.click(await screen.findByRole('option', { name: 'Haircut' }))
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Variant' }), 'Kayak hour')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Channel' }), 'Website')
    const quantity = screen.getByRole('spinbutton', { name: 'Quantity' })
    await person.clear(quantity)
    await person.type(quantity, '4')
    // Six of ten are taken from eleven to one, and three more from noon.
    await person.click(screen.getByRole('button', { name: 'Done' }))
    expect(await cell(/^11:00–12:00: free/)).toBeInTheDocument()
    expect(await cell(/^12:00–13:00: full/)).toBeInTheDocument()
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      date: '2026-03-02',
      item: ids.item,
      variant: ids.pool,
      channel: ids.website,
      quantity: '4',
    })
    expect(asked.at(-1)).toContain(`quantity=4`)
    expect(asked.at(-1)).toContain(`channelId=${ids.website}`)
    await openFilters(person)
    const again = await screen.findByRole('spinbutton', { name: 'Quantity' })
    await person.clear(again)
    await person.type(again, '9')
    expect(again).toHaveAccessibleDescription('From 1 to 6')
    expect(router.state.location.search).toContain('quantity=4')
  })
})

describe('of very many', () => {
  const named = (index: number) => ({
    ...{ id: `0197c0de-0000-7000-8000-${String(9000 + index).padStart(12, '0')}`, tenantId: ids.tenant, version: 1 },
    ...{ name: `Court ${index + 1}`, isActive: true, status: 'active', sortOrder: index, questions: [] },
  })
  const all = Array.from({ length: 312 }, (_, index) => named(index))
  /** As the API does: searched, page by page, with the number of all. */
  const list = ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams
    const found = all.filter(({ name }) => name.includes(query.get('q') ?? ''))
    const perPage = Number(query.get('perPage'))
    const start = (Number(query.get('page')) - 1) * perPage
    return HttpResponse.json(found.slice(start, start + perPage), {
      headers: { 'X-Total-Count': String(found.length), 'Access-Control-Expose-Headers': 'X-Total-Count' },
    })
  }
  const one = ({ params }: { params: Readonly<Record<string, unknown>> }) =>
    HttpResponse.json(all.find(({ id }) => id === params.id))
  const lineOf = (resourceId: string) => ({
    ...{ resourceId, name: all.find(({ id }) => id === resourceId)?.name, capacity: 1, isActive: true },
    ...{
      windows: [],
      open: [],
      blackouts: [],
      externalBusy: [],
      bookings: [],
      timeslots: [],
      slots: [],
      timeZone: 'Europe/Berlin',
    },
  })
  beforeEach(() => {
    server.use(
      http.get(`${apiUrl}/resources`, list),
      http.get(`${apiUrl}/resources/:id`, one),
      http.get(`${apiUrl}/catalog-items`, list),
      http.get(`${apiUrl}/catalog-items/:id`, one),
      http.get(`${apiUrl}/availability/timeline`, ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.getAll('resourceIds').map(lineOf)),
      ),
      http.get(`${apiUrl}/resources/types`, () => HttpResponse.json([{ id: ids.stylist, name: 'Court' }])),
    )
  })
  const columns = async () =>
    within(await screen.findByRole('grid'))
      .getAllByRole('columnheader')
      .map(header => header.textContent)

  it('goes from page to page of the resources, by an address of its own, and finds one by name', async () => {
    const { person, router } = open('date=2026-03-02&first=49')
    await screen.findByText(/–50 of 312$/)
    expect((await columns()).at(-1)).toBe('Court 50')
    await person.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByText(/^51–\d+ of 312$/)
    await waitFor(async () => expect((await columns())[1]).toBe('Court 51'))
    expect(new URLSearchParams(router.state.location.search).get('first')).toBe('50')
    await person.click(screen.getByRole('button', { name: 'Previous' }))
    await waitFor(async () => expect((await columns()).at(-1)).toBe('Court 50'))
    await openFilters(person)
    await person.type(await screen.findByRole('combobox', { name: 'Resource' }), 'Court 307')
    await person.click(await screen.findByRole('option', { name: 'Court 307' }))
    await person.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(async () => expect(await columns()).toEqual(['Time', 'Court 307']))
    expect(router.state.location.search).toContain(`resource=${all[306]?.id}`)
  })

  it('counts each press, also before the columns of the press before are drawn', async () => {
    const { router } = open('date=2026-03-02')
    await screen.findByText('1–6 of 312')
    await waitFor(async () => expect((await columns())[1]).toBe('Court 1'))
    const more = screen.getByRole('button', { name: 'More' })
    await urgently(() => more.click())
    await urgently(() => more.click())
    expect((await columns())[1]).toBe('Court 1')
    expect(new URLSearchParams(router.state.location.search).get('first')).toBe('12')
    await waitFor(async () => expect((await columns())[1]).toBe('Court 13'))
  })

  it('finds an item that is not on the first page, and names the chosen one', async () => {
    const { person, router } = open(`date=2026-03-02&item=${all[200]?.id}`)
    expect(await screen.findByText(/^Court 201/)).toBeInTheDocument()
    await openFilters(person)
    const item = await screen.findByRole('combobox', { name: 'Item' })
    await waitFor(() => expect(item).toHaveValue('Court 201'))
    await person.clear(item)
    await person.keyboard('{ArrowDown}')
    expect(await screen.findByRole('option', { name: '287 more: type part of a name' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await person.type(item, 'Court 299')
    await person.click(await screen.findByRole('option', { name: 'Court 299' }))
    await waitFor(() => expect(item).toHaveValue('Court 299'))
    expect(router.state.location.search).toContain(`item=${all[298]?.id}`)
  })
})

it('shows a week of one resource, with the short day marked', async () => {
  const { person, router } = open(`view=week&date=2026-03-27&item=${ids.item}`)
  const grid = await screen.findByRole('grid', { name: /Anna/ })
  const headers = within(grid).getAllByRole('columnheader')
  expect(headers).toHaveLength(8)
  expect(headers.at(-1)).toHaveTextContent('23-hour day')
  // Two in the morning is not there on the last Sunday of March.
  expect(within(grid).getAllByRole('gridcell', { name: 'skipped by the clock' })).toHaveLength(2)
  await person.click(await screen.findByRole('button', { name: 'Ben', pressed: false }))
  expect(await screen.findByRole('grid', { name: /Ben/ })).toBeInTheDocument()
  await person.click(within(await screen.findByRole('grid')).getByRole('link', { name: 'Tue, Mar 24' }))
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toMatchObject({ date: '2026-03-24' })
})

it('shows a month of everything before an item is chosen, with closed days by name', async () => {
  const figures = (bookings: number, utilisation: number | null) => {
    const figure = (value: number | null) => ({ value, previous: null, change: null, drill: null })
    return { bookings: figure(bookings), utilisation: figure(utilisation) }
  }
  const rows = [
    { by: { day: '2026-03-02' }, labels: {}, isPartial: false, figures: figures(3, 0.25) },
    { by: { day: '2026-03-03' }, labels: {}, isPartial: false, figures: figures(0, null) },
    { by: { day: '2026-03-04' }, labels: {}, isPartial: false, figures: figures(0, null) },
  ]
  const dates = { startDate: '2025-03-04', endDate: '2025-03-04', repeatsYearly: true, daysOfWeek: [] }
  const rule = { id: ids.holiday, name: 'Harbor Day', ruleType: 'blackout', isActive: true, parameters: dates }
  server.use(
    http.get(`${apiUrl}/reports/figures`, () => HttpResponse.json({ rows })),
    http.get(`${apiUrl}/bookings/resource-rules`, () =>
      HttpResponse.json([rule], { headers: { 'X-Total-Count': '1' } }),
    ),
  )
  const { person } = open('view=month&date=2026-03-02')
  const month = within(await screen.findByRole('table', { name: 'March 2026' }))
  expect(month.getByRole('link', { name: 'Tuesday, March 3, 2026, Closed' })).toBeInTheDocument()
  expect(await month.findByRole('link', { name: 'Wednesday, March 4, 2026, Harbor Day' })).toBeInTheDocument()
  await person.click(month.getByRole('link', { name: 'Monday, March 2, 2026, 3 bookings, 75% free' }))
  expect(await screen.findByRole('grid', { name: /Monday, March 2/ })).toBeInTheDocument()
})

it('shows a month by how much is free, and leads to the day', async () => {
  const { person } = open(`view=month&${day}`)
  const month = await screen.findByRole('table', { name: 'March 2026' })
  expect(within(month).getByRole('link', { name: 'Saturday, March 7, 2026, Not available' })).toBeInTheDocument()
  await person.click(within(month).getByRole('link', { name: 'Monday, March 2, 2026, 13 free times, first at 10:00' }))
  expect(await screen.findByRole('grid', { name: /Monday, March 2/ })).toBeInTheDocument()
})

it('lists the free times of a week, and on demand the others with their reasons', async () => {
  const { person } = open(`view=list&${day}`)
  const monday = within(await screen.findByRole('region', { name: 'Monday, March 2, 2026' }))
  expect(monday.getAllByRole('listitem')).toHaveLength(13)
  expect(monday.getAllByRole('listitem')[0]).toHaveTextContent('10:00')
  await openFilters(person)
  await person.click(await screen.findByRole('checkbox', { name: 'Show times that are not available' }))
  await person.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(monday.getAllByRole('listitem')).toHaveLength(15))
  expect(monday.getAllByRole('listitem')[0]).toHaveTextContent('Anna: notice too short, Ben: notice too short')
  await person.click(monday.getByRole('button', { name: 'Explain 09:00–10:00' }))
  expect(await screen.findByRole('dialog', { name: /09:00/ })).toHaveTextContent('Two hours of notice')
})

it('finds the next free times', async () => {
  const { person, router } = open(`${day}&view=month`)
  await person.click(await screen.findByRole('button', { name: 'Next available' }))
  await person.click(await screen.findByRole('link', { name: 'Mar 2, 2026, 10:30' }))
  expect(router.state.location.search).not.toContain('view=month')
  expect(await cell(/^10:30–11:30: free/)).toBeInTheDocument()
})

it('says so when the viewer is in another time zone than the tenant', async () => {
  const [first, ...others] = tenants
  renderApp(server, {
    path: `/availability?${day}`,
    role: 'staff',
    theirTenants: [{ ...first!, timeZone: 'Pacific/Auckland' }, ...others],
  })
  expect(await screen.findByText(/All times are in Pacific\/Auckland .* Your own zone is/)).toBeInTheDocument()
  // Ten in Berlin is ten at night there.
  expect(await cell(/^22:00–23:00: free/)).toBeInTheDocument()
})
