import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { areaStatus } from '../../../src/pages/setup/setupStatus'
import { listOf, renderApp } from '../layout/support/renderApp'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()

describe('an area', () => {
  it.each([
    ['unknown', { key: 'channels' }, undefined],
    ['unknown', { key: 'channels' }, { total: undefined, isFailed: true }],
    ['missing', { key: 'channels' }, { total: 0, isFailed: false }],
    ['done', { key: 'channels' }, { total: 2, isFailed: false }],
    ['optional', { key: 'resourceRules' }, { total: 0, isFailed: false }],
    ['done', { key: 'resourceRules' }, { total: 1, isFailed: false }],
  ] as const)('is %s', (status, of, count) => expect(areaStatus(of, count)).toBe(status))
})

/** The other areas have nothing in them. */
const nothingElse = http.get(`${apiUrl}/*`, () => listOf([]))

describe('setup', () => {
  it('shows the six areas in their order, how much is in them and what is missing', async () => {
    server.use(nothingElse)
    renderApp(server, { path: '/setup', role: 'admin' })
    await screen.findByRole('heading', { level: 1, name: 'Setup' })
    const main = within(screen.getByRole('main'))
    expect((await main.findAllByRole('link')).map(link => link.textContent)).toEqual([
      'Schedules',
      'Resource Types',
      'Resources',
      'Catalog',
      'Channels',
      'Resource Rules',
    ])
    const channelsRow = within(main.getByRole('link', { name: 'Channels' }).closest('li') as HTMLElement)
    expect(await channelsRow.findByText('Still missing')).toBeInTheDocument()
  })

  it('says that a figure could not be loaded, and not that there is nothing', async () => {
    server.use(
      http.get(`${apiUrl}/channels`, () => new HttpResponse(null, { status: 500 })),
      nothingElse,
    )
    renderApp(server, { path: '/', role: 'admin' })
    const figure = (await within(await screen.findByRole('main')).findByRole('link', { name: 'Channels' })).closest(
      'article',
    )
    await waitFor(() => expect(figure).toHaveTextContent('Could not be loaded'))
    expect(screen.queryByText(/of 5 done/)).toBeNull()
  })

  it('is greeted for with the figures of the current tenant', async () => {
    server.use(
      http.get(`${apiUrl}/channels`, ({ request }) =>
        listOf([], new URL(request.url).searchParams.has('isActive') ? 3 : 4),
      ),
      nothingElse,
    )
    renderApp(server, { path: '/', role: 'viewer' })
    expect(await screen.findByRole('heading', { level: 1, name: /Good \w+, Ada Berg/ })).toBeInTheDocument()
    expect(await screen.findByText('3 active')).toBeInTheDocument()
    expect(screen.getByText('1 of 5 done')).toBeInTheDocument()
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Members' })).toBeNull()
  })
})
