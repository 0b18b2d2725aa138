import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { SavedView } from '../../../src/crud/savedViews/context'
import { registry } from '../../../src/resources'
import { bookings } from '../../../src/resources/bookings'
import { channels } from '../../../src/resources/channels'
import { schedules } from '../../../src/resources/schedules'
import { type AnyResource, pathParamNames, tabsOf } from '../../../src/schema'
import { apiUrl, startNetwork } from '../support'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()

type Body = Partial<Omit<SavedView, 'filters'>> & { resource?: string; filters?: SavedView['filters'] }

const path = `${apiUrl}/saved-views`
const idOf = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`

const view = (number: number, values: Body & { name: string }) => ({
  id: idOf(number),
  version: 1,
  resource: 'channels',
  visibility: 'private',
  isDefault: false,
  isMine: true,
  isOwnDefault: false,
  filters: {},
  columns: [],
  brokenFilters: [],
  resolved: {},
  ...values,
})

/** The API's saved views, beside lists that have nothing in them. */
const viewsApi = (...views: ReturnType<typeof view>[]) => {
  const sent: { method: string; path: string; body: Body }[] = []
  const asked: URLSearchParams[] = []
  const note = async (request: Request) => {
    const text = await request.clone().text()
    const body: Body = text ? JSON.parse(text) : {}
    sent.push({ method: request.method, path: new URL(request.url).pathname.replace('/api', ''), body })
    return body
  }
  const found = (id: unknown) => views.findIndex(each => each.id === id)
  server.use(
    http.get(path, ({ request }) => {
      const { searchParams } = new URL(request.url)
      const listed = views.filter(each => each.resource === searchParams.get('resource'))
      const page = (Number(searchParams.get('page')) || 1) * 100
      return HttpResponse.json(listed.slice(page - 100, page), {
        headers: { 'X-Total-Count': String(listed.length) },
      })
    }),
    http.post(path, async ({ request }) => {
      const body = await note(request)
      if (views.some(({ name }) => name === body.name))
        return HttpResponse.json(
          { status: 422, code: 'validation', detail: 'Please check: name.', errors: { name: 'Taken by another' } },
          { status: 422 },
        )
      const made = view(90 + views.length, { name: '', ...body, resolved: { ...body.filters } })
      views.push(made)
      return HttpResponse.json(made, { status: 201 })
    }),
    http.put(`${path}/default`, async ({ request }) => HttpResponse.json(await note(request))),
    http.patch(`${path}/:id`, async ({ request, params }) => {
      const body = await note(request)
      const index = found(params.id)
      const changed = { ...views[index], ...body, resolved: { ...body.filters } } as ReturnType<typeof view>
      views[index] = { ...changed, brokenFilters: [] }
      return HttpResponse.json(views[index])
    }),
    http.delete(`${path}/:id`, async ({ request, params }) => {
      await note(request)
      views.splice(found(params.id), 1)
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(`${apiUrl}/*/tabs`, () => HttpResponse.json({ tabs: [] })),
    http.get(`${apiUrl}/*`, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })
    }),
  )
  return { sent, asked, last: () => asked.at(-1) }
}

const serveChannel = () =>
  server.use(
    http.get(`${apiUrl}/channels`, () =>
      HttpResponse.json([{ id: idOf(7), name: 'Web', kind: 'online', isActive: true }], {
        headers: { 'X-Total-Count': '1' },
      }),
    ),
  )

const open = (path: string, role: 'viewer' | 'staff' | 'admin' = 'admin', resources: AnyResource[] = [channels]) =>
  renderScreens({ path, resources, role })

const tab = (name: string | RegExp) => screen.findByRole('tab', { name })

const online = (values: Body = {}) =>
  view(1, { name: 'Online', filters: { kind: ['online'] }, resolved: { kind: ['online'], sort: 'name' }, ...values })

describe('saved views of every list', () => {
  const lists = registry.screened.filter(
    ({ kind, scope, api }) => scope === 'tenant' && kind !== 'singleton' && pathParamNames(api).length === 0,
  )

  it('are more than ten lists', () => expect(lists.length).toBeGreaterThan(10))

  it.each(lists.map(resource => [resource.name, resource] as const))(
    '%s: stand behind its own tabs, shared ones first, and open with what they ask for',
    async (name, resource) => {
      const asksFor = {
        filters: { q: 'x' },
        resolved: { q: 'x', sort: String(resource.list.columns[0]), order: 'DESC' },
      }
      const api = viewsApi(
        view(1, { name: 'Mine', resource: name, ...asksFor }),
        view(2, { name: 'Ours', resource: name, visibility: 'shared', resolved: { q: 'y' } }),
      )
      const base = resource.screens?.base ?? ''
      const { router, user } = renderScreens({ path: `${base}?view=${idOf(2)}`, resources: [resource], role: 'owner' })
      await tab(/^Ours/)
      const names = screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/\d+$/, ''))
      expect(names).toHaveLength(tabsOf(resource).length + 3)
      expect(names.slice(-3)).toEqual(['All', 'Ours', 'Mine'])
      await waitFor(() => expect(api.last()?.get('q')).toBe('y'))

      await user.click(await tab(/^Mine/))
      await waitFor(() =>
        expect(Object.fromEntries(api.last() ?? [])).toMatchObject({
          q: 'x',
          sort: resource.list.columns[0],
          order: 'DESC',
        }),
      )
      expect(router.state.location.search).toBe(`?view=${idOf(1)}`)
      expect(await tab(/^Mine/)).toHaveAttribute('aria-selected', 'true')
      expect(screen.getByRole('tabpanel', { name: /^Mine/ })).toBeInTheDocument()
    },
  )
})

describe('a list that is shown as a calendar', () => {
  it('has the tabs of its views, and stays a calendar when one is opened', async () => {
    const ours = { resource: 'bookings', visibility: 'shared' as const }
    const api = viewsApi(
      view(1, { name: 'Unpaid', ...ours, resolved: { paymentStatus: ['unpaid'] } }),
      view(2, { name: 'Paid', ...ours, resolved: { paymentStatus: ['paid'] } }),
    )
    const { router, user } = open(`/bookings/?view=calendar&date=2026-03-05&view=${idOf(2)}`, 'admin', [bookings])
    expect(await tab(/^Paid/)).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(api.last()?.getAll('paymentStatus')).toEqual(['paid']))

    await user.click(await tab(/^Unpaid/))
    await waitFor(() => expect(api.last()?.getAll('paymentStatus')).toEqual(['unpaid']))
    expect(screen.getByRole('table', { name: 'Calendar' })).toBeInTheDocument()
    expect(router.state.location.search).toBe(`?view=calendar&date=2026-03-05&view=${idOf(1)}`)

    await user.click(screen.getByRole('button', { name: 'Table' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?view=${idOf(1)}`))
    expect(await tab(/^Unpaid/)).toHaveAttribute('aria-selected', 'true')
  })
})

describe('more views than have tabs', () => {
  it('are behind a button, whichever page of the answer they are on, and have one while they are open', async () => {
    viewsApi(...Array.from({ length: 130 }, (_, index) => view(200 + index, { name: `View ${index}` })))
    serveChannel()
    const { router, user } = open(`/setup/channels/?view=${idOf(325)}`)
    expect(await tab(/^View 125/)).toHaveAttribute('aria-selected', 'true')
    expect(screen.getAllByRole('tab')).toHaveLength(1 + 20 + 1)
    await user.click(await screen.findByRole('button', { name: '109 more views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'View 42 (only for you)' }))
    expect(router.state.location.search).toBe(`?view=${idOf(242)}`)
    expect(await tab(/^View 42/)).toHaveAttribute('aria-selected', 'true')
  })
})

describe('a list without views', () => {
  it('has no tabs but its own', async () => {
    const api = viewsApi()
    open('/setup/channels/?filter={"kind":"online"}')
    await screen.findByText('Nothing matches your search and filters')
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
    expect(api.last()?.get('kind')).toBe('online')
  })

  it('is shown when its views cannot be loaded', async () => {
    viewsApi()
    server.use(http.get(path, () => new HttpResponse(null, { status: 503 })))
    open('/setup/channels/?filter={"kind":"online"}')
    expect(await screen.findByText('Nothing matches your search and filters')).toBeInTheDocument()
  })

  it('becomes one, for somebody alone or for all, and says what is wrong at the field', async () => {
    const api = viewsApi(online())
    const { router, user } = open('/setup/channels/?filter={"kind":["phone"]}&sort=name&order=DESC')
    await user.click(await screen.findByRole('button', { name: 'Save view…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
    const name = dialog.getByRole('textbox', { name: /^Name/ })
    expect(name).toHaveFocus()
    expect(dialog.getByRole('checkbox')).toBeDisabled()
    await user.type(name, 'Online{Enter}')
    await waitFor(() => expect(name).toHaveAccessibleDescription('Taken by another'))
    await user.clear(name)
    await user.type(name, 'By phone')
    await user.click(dialog.getByRole('radio', { name: /everybody/ }))
    await user.click(dialog.getByRole('checkbox', { name: 'The list opens with it for everybody' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('View “By phone” saved')).toBeInTheDocument()
    const made = await tab('By phone')
    expect(made).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(made).toHaveFocus())
    expect(api.sent.at(-1)?.body).toEqual({
      name: 'By phone',
      visibility: 'shared',
      isDefault: true,
      resource: 'channels',
      filters: { kind: ['phone'] },
      q: null,
      sort: 'name',
      order: 'DESC',
      columns: [],
      perPage: 25,
    })
    expect(router.state.location.search).toMatch(/^\?view=[\w-]+$/)
  })

  it('is nothing that a viewer may share, or staff make the default', async () => {
    viewsApi()
    const { user } = open('/setup/channels/?filter={"kind":["phone"]}', 'viewer')
    await user.click(await screen.findByRole('button', { name: 'Save view…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
    expect(dialog.queryByRole('radio')).not.toBeInTheDocument()
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
  })
})

describe('an open view', () => {
  it('says that it was modified, and is reset', async () => {
    const api = viewsApi(online())
    const { router, user } = open(`/setup/channels/?view=${idOf(1)}`)
    await waitFor(() => expect(api.last()?.get('kind')).toBe('online'))
    expect(screen.queryByText('Modified')).not.toBeInTheDocument()
    await user.type(await screen.findByRole('searchbox'), 'desk{Enter}')
    expect(await screen.findByText('Modified')).toBeInTheDocument()
    await waitFor(() => expect(api.last()?.get('q')).toBe('desk'))
    expect(api.last()?.get('kind')).toBe('online')

    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByText('Modified')).not.toBeInTheDocument())
    expect(router.state.location.search).toBe(`?view=${idOf(1)}`)
    expect(screen.getByRole('searchbox')).toHaveValue('')
    await waitFor(() => expect(screen.getByRole('tab', { name: /^Online/ })).toHaveFocus())
  })

  it('is saved as the list is now', async () => {
    const api = viewsApi(online())
    const { user } = open(`/setup/channels/?view=${idOf(1)}`)
    await user.type(await screen.findByRole('searchbox'), 'desk{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(screen.queryByText('Modified')).not.toBeInTheDocument())
    expect(api.sent).toEqual([
      {
        method: 'PATCH',
        path: `/saved-views/${idOf(1)}`,
        body: { filters: { kind: ['online'] }, q: 'desk', sort: 'name', order: 'ASC', columns: [], perPage: 25 },
      },
    ])
  })

  it('of somebody else is not saved but as another', async () => {
    const api = viewsApi(online({ visibility: 'shared', isMine: false }))
    const { user } = open(`/setup/channels/?view=${idOf(1)}`, 'staff')
    await user.type(await screen.findByRole('searchbox'), 'desk{Enter}')
    await screen.findByText('Modified')
    expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Save as…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Mine{Enter}')
    expect(await tab(/^Mine/)).toHaveAttribute('aria-selected', 'true')
    expect(api.sent).toMatchObject([{ method: 'POST', body: { name: 'Mine', q: 'desk', visibility: 'private' } }])
    await user.click(await tab('Online'))
    await user.click(await screen.findByRole('button', { name: 'View Online' }))
    await screen.findByRole('menuitemcheckbox', { name: 'The list opens with it for me' })
    expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
    expect(screen.getAllByRole('menuitemcheckbox')).toHaveLength(1)
  })

  it('is left for the declared list, whose own filters are not the view’s', async () => {
    const api = viewsApi(online())
    const { router, user } = open(`/setup/channels/?view=${idOf(1)}`)
    await user.click(await tab('All'))
    await waitFor(() => expect(api.last()?.has('kind')).toBe(false))
    expect(router.state.location.search).not.toContain('view')
  })

  it('is renamed, made a default, and deleted from its menu', async () => {
    const api = viewsApi(online({ visibility: 'shared' }))
    const { router, user } = open(`/setup/channels/?view=${idOf(1)}`)
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: /^View / }))
      const role = name.startsWith('The list') ? 'menuitemcheckbox' : 'menuitem'
      await user.click(await screen.findByRole(role, { name }))
    }
    await choose('Rename or share…')
    const dialog = within(await screen.findByRole('dialog', { name: 'View Online' }))
    const name = dialog.getByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await user.type(name, 'On the web{Enter}')
    expect(await tab('On the web')).toBeInTheDocument()
    await choose('The list opens with it for me')
    await choose('The list opens with it for everybody')
    await waitFor(() =>
      expect(api.sent).toEqual([
        expect.objectContaining({
          method: 'PATCH',
          body: { name: 'On the web', visibility: 'shared', isDefault: false },
        }),
        { method: 'PUT', path: '/saved-views/default', body: { resource: 'channels', viewId: idOf(1) } },
        expect.objectContaining({ method: 'PATCH', body: { isDefault: true } }),
      ]),
    )
    await choose('Delete…')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('View “On the web” deleted')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.search).not.toContain('view'))
    expect(screen.queryByText(/This view does not exist/)).not.toBeInTheDocument()
  })

  it('shows its columns, and keeps others when it is saved', async () => {
    viewsApi(online({ columns: ['name', 'kind'] }))
    serveChannel()
    const { router, user } = open(`/setup/channels/?view=${idOf(1)}`)
    const heads = async () =>
      (await screen.findAllByRole('columnheader')).flatMap(({ textContent }) => textContent || [])
    await screen.findByRole('columnheader', { name: /^Name/ })
    const shown = await heads()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Columns' }))
    expect(menu.getAllByRole('checkbox').filter(box => (box as HTMLInputElement).checked)).toHaveLength(1)
    await user.click(menu.getByRole('checkbox', { name: 'Kind' }))
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Modified')).toBeInTheDocument()
    expect(router.state.location.search).toContain('columns=name')
    expect(await heads()).toHaveLength(shown.length - 1)
  })
})

describe('a list that is opened without saying what', () => {
  const ours = view(2, { name: 'Ours', visibility: 'shared', isDefault: true, resolved: { kind: ['phone'] } })

  it.each([
    ['one’s own default', [online({ isOwnDefault: true }), ours], 'online', 'Online'],
    ['else the tenant’s', [online(), ours], 'phone', 'Ours'],
  ])('opens with %s', async (_, views, kind, name) => {
    const api = viewsApi(...views)
    const { router } = open('/setup/channels/')
    expect(await tab(new RegExp(name))).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(api.last()?.get('kind')).toBe(kind))
    expect(router.state.location.search).toMatch(/^\?view=/)
  })

  it('opens as it is declared without a default, and with what an address says', async () => {
    const api = viewsApi(online(), ours)
    open('/setup/channels/?filter={"kind":["walk_in"]}')
    expect(await tab('All')).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(api.last()?.get('kind')).toBe('walk_in'))
  })

  it('is as it was for whoever comes back from a record', async () => {
    viewsApi(view(4, { name: 'First', resource: 'schedules', isOwnDefault: true }))
    server.use(http.get(`${apiUrl}/schedules/${idOf(7)}`, () => HttpResponse.json({ id: idOf(7), name: 'Weekdays' })))
    const filter = JSON.stringify({ q: 'week' })
    const { router } = open(`/setup/schedules/?filter=${filter}&sort=name&order=ASC`, 'admin', [schedules])
    await tab(/^First/)
    await router.navigate(`/setup/schedules/${idOf(7)}/edit`)
    const back: HTMLAnchorElement = await screen.findByRole('link', { name: /^Back to/ })
    expect(new URL(back.href).searchParams.get('filter')).toBe(filter)
  })

  it('opens with the default though another query is stored', async () => {
    localStorage.clear()
    const api = viewsApi(online({ isOwnDefault: true }))
    const first = open('/setup/channels/?filter={"kind":["phone"]}')
    await waitFor(() => expect(api.last()?.get('kind')).toBe('phone'))
    await first.router.navigate('/setup/channels/')
    expect(await tab(/^Online/)).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(api.last()?.get('kind')).toBe('online'))
    expect(screen.queryByText('Modified')).not.toBeInTheDocument()
  })
})

describe('what does not work any more', () => {
  it('is named, and removed from a view that one may change', async () => {
    const broken = view(3, {
      name: 'Old',
      resource: 'bookings',
      filters: { resourceId: idOf(99), colour: 'red' },
      brokenFilters: ['resourceId', 'colour'],
      resolved: { resourceId: idOf(99) },
    })
    const api = viewsApi(broken)
    const { user } = open(`/bookings/?view=${idOf(3)}`, 'admin', [bookings])
    expect(await screen.findByText(/The filter Resource names a record that was deleted/)).toBeInTheDocument()
    expect(screen.getByText(/no longer has the filter colour/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove filter colour' }))
    await waitFor(() => expect(api.sent).toMatchObject([{ body: { filters: { resourceId: idOf(99) } } }]))
  })

  it('is a view that is not there: the list is shown without it', async () => {
    viewsApi(online())
    serveChannel()
    const { router, user } = open(`/setup/channels/?view=${idOf(55)}`)
    expect(await screen.findByText(/This view does not exist, or it is not for you/)).toBeInTheDocument()
    expect(screen.getByRole('tab', { name: 'All', selected: true })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Web' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })
})
