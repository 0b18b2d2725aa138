import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { listOf, renderApp } from '../layout/support/renderApp'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()

const steps = ['schedule', 'resource', 'hours', 'catalogItem', 'assignment', 'active']

/** The first steps are done, and these resources have no hours. */
const statusOf = (done: number, records: { id: string; name: string }[] = [], isPutAway = () => false) =>
  http.get(`${apiUrl}/tenants/:id/setup-status`, () =>
    HttpResponse.json({
      isComplete: done === steps.length,
      hasTeam: true,
      hasBooking: false,
      isPutAway: isPutAway(),
      steps: steps.map((key, index) => ({
        key,
        isDone: index < done,
        text: key,
        records: key === 'hours' ? records : [],
        count: key === 'hours' ? records.length : 0,
      })),
    }),
  )

/** The other areas have nothing in them. */
const nothingElse = http.get(`${apiUrl}/*`, () => listOf([]))

const figure = (value: number) => ({ value, previous: null, change: null, drill: null })
const week = (bookings: number, revenue: number) => ({
  by: { week: '2026-03-02' },
  labels: {},
  isPartial: false,
  figures: { bookings: figure(bookings), revenue: figure(revenue), noShows: figure(1) },
})
const measures = Object.entries({ bookings: 'count', revenue: 'money', noShows: 'count', utilisation: 'ratio' })
const figuresOfWeeks = http.get(`${apiUrl}/reports/figures`, ({ request }) =>
  HttpResponse.json({
    currency: 'EUR',
    measures: measures.map(([key, unit]) => ({ key, unit })),
    rows: new URL(request.url).searchParams.get('groupBy') === 'week' ? [week(9, 100), week(12, 4500)] : [],
    totals: { figures: {} },
  }),
)

describe('setup', () => {
  it('says what is still to do, with the place to do it, and shows the six areas in their order', async () => {
    const resources = ['Court 3', 'Court 4', 'Court 5', 'Court 6'].map((name, index) => ({ id: `r${index}`, name }))
    server.use(statusOf(2, resources), nothingElse)
    renderApp(server, { path: '/setup', role: 'admin' })
    await screen.findByRole('heading', { level: 1, name: 'Setup' }, { timeout: 10_000 })
    const list = await screen.findByRole('region', { name: 'Before the first booking' })
    expect(list).toHaveTextContent('2 of 6 done')
    expect(within(list).getByRole('link', { name: 'Court 3 has no hours' })).toHaveAttribute(
      'href',
      '/setup/resources/r0/edit',
    )
    expect(
      within(list)
        .getAllByRole('link')
        .map(link => link.textContent),
    ).toEqual([
      ...['Court 3 has no hours', 'Court 4 has no hours', 'Court 5 has no hours', 'and 1 more'],
      'Add what you offer, with a variant that has a length and a price',
    ])
    const areas = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 }).slice(1)
    expect(areas.map(heading => heading.textContent)).toEqual([
      ...['Schedules', 'Resource Types', 'Resources', 'Catalog', 'Channels', 'Resource Rules'],
    ])
  })

  it('goes on at home to the first booking, for administrators, until somebody puts it away', async () => {
    let isPutAway = false
    server.use(
      figuresOfWeeks,
      statusOf(steps.length, [], () => isPutAway),
      http.put(`${apiUrl}/tenants/:id/setup-status`, async ({ request }) => {
        const body = (await request.json()) as { isPutAway: boolean }
        isPutAway = body.isPutAway
        return HttpResponse.json(body)
      }),
      nothingElse,
    )
    const { unmount } = renderApp(server, { path: '/', role: 'admin' })
    const list = await screen.findByRole('region', { name: 'Before the first booking' }, { timeout: 10_000 })
    expect(list).toHaveTextContent('7 of 8 done')
    expect(
      within(list)
        .getAllByRole('link')
        .map(link => link.textContent),
    ).toEqual(['Take the first booking'])
    await userEvent.click(within(list).getByRole('button', { name: 'Hide' }))
    await waitFor(() => expect(list).not.toBeInTheDocument())
    unmount()
    localStorage.clear()
    renderApp(server, { path: '/', role: 'admin' })
    expect(await screen.findByRole('region', { name: 'This week' })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Before the first booking' })).toBeNull()
  })

  it('stays at home where putting it away fails, and says so', async () => {
    server.use(
      figuresOfWeeks,
      statusOf(steps.length),
      http.put(`${apiUrl}/tenants/:id/setup-status`, () => HttpResponse.json({ detail: 'Try later' }, { status: 503 })),
      nothingElse,
    )
    renderApp(server, { path: '/', role: 'admin' })
    const list = await screen.findByRole('region', { name: 'Before the first booking' }, { timeout: 10_000 })
    await userEvent.click(within(list).getByRole('button', { name: 'Hide' }))
    expect(await screen.findByText('Try later')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Before the first booking' })).toBeInTheDocument()
  })

  it('only says to a viewer what is to do', async () => {
    server.use(statusOf(0), nothingElse)
    renderApp(server, { path: '/setup', role: 'viewer' })
    const list = await screen.findByRole('region', { name: 'Before the first booking' })
    expect(list).toHaveTextContent('Add a schedule with your opening hours')
    expect(within(list).queryByRole('link')).toBeNull()
  })

  it('says that a figure could not be loaded, and not that there is nothing', async () => {
    server.use(
      http.get(`${apiUrl}/tenants/:id/record-counts`, () => new HttpResponse(null, { status: 500 })),
      statusOf(1),
      nothingElse,
    )
    renderApp(server, { path: '/setup', role: 'admin' })
    const area = (await within(await screen.findByRole('main')).findByRole('link', { name: 'Channels' })).closest('li')
    await waitFor(() => expect(area).toHaveTextContent('Could not be loaded'))
  })

  it('counts the records of the current tenant, in one call', async () => {
    server.use(
      http.get(`${apiUrl}/tenants/:id/record-counts`, () =>
        HttpResponse.json([{ resource: 'channels', total: 4, active: 3 }]),
      ),
      statusOf(1),
      nothingElse,
    )
    renderApp(server, { path: '/setup', role: 'viewer' })
    expect(await screen.findByText('3 active')).toBeInTheDocument()
    expect(await screen.findByText('1 of 6 done')).toBeInTheDocument()
  })

  it('comes before the day of the current tenant, which begins with a greeting and the figures of the week', async () => {
    server.use(figuresOfWeeks, statusOf(1), nothingElse)
    renderApp(server, { path: '/', role: 'viewer' })
    expect(await screen.findByRole('heading', { level: 1, name: /Good \w+, Ada Berg/ })).toBeInTheDocument()
    const panel = await screen.findByRole('region', { name: 'This week' })
    await waitFor(() => expect(panel).toHaveTextContent('Bookings129 last weekRevenue€45.00€1.00 last week'))
    expect(await screen.findByText('1 of 6 done')).toBeInTheDocument()
  })
})
