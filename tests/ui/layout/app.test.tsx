import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { showToast } from '../../../src/notifications/toast'
import { writeChoice } from '../../../src/tenant/tenantChoice'
import { apiUrl, authUrl, sessionBody, startNetwork, user } from '../support'
import { listOf, meAs, renderApp, tenants } from './support/renderApp'

const server = startNetwork()
const channel = {
  id: 'c1',
  name: 'Website',
  code: 'website',
  kind: 'online',
  autoConfirm: true,
  isActive: true,
  version: 1,
}

beforeEach(() => {
  server.use(http.get(`${apiUrl}/channels`, () => listOf([channel])))
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('who is not signed in', () => {
  it('is sent to sign in, told why, and brought back to the whole address', async () => {
    const { person, router } = renderApp(server, { path: '/setup/channels/?sort=code&order=DESC' })
    await heading('Sign in')
    expect(screen.getByText('Sign in to go on to where you were.')).toBeInTheDocument()
    await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.test')
    await person.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/setup/channels/'))
    expect(router.state.location.search).toContain('sort=code')
  })
})

describe('whose session ends while they type', () => {
  it('is offered what was typed after signing in, and nobody else is', async () => {
    server.use(http.post(`${apiUrl}/channels`, () => HttpResponse.json({}, { status: 401 })))
    const { person } = renderApp(server, { path: '/setup/channels/?create=true', role: 'owner' })
    const form = async () => within(await screen.findByRole('dialog', { name: 'New Channel' }))
    const signIn = async () => {
      await heading('Sign in')
      await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.test')
      await person.type(screen.getByLabelText('Password'), 'secret{Enter}')
    }
    const typeName = async () => {
      await person.type(await (await form()).findByRole('textbox', { name: 'Name' }), 'Pier')
      await person.click((await form()).getByRole('button', { name: 'Save' }))
    }
    await typeName()
    writeChoice({ userId: 'bob', tenantId: tenants[0]?.id ?? '' })
    const other = { ...sessionBody('bob'), user: { ...user, id: 'bob' } }
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.json(other)))
    await signIn()
    expect(await (await form()).findByRole('textbox', { name: 'Name' })).toHaveValue('')
    expect((await form()).queryByRole('button', { name: 'Fill it in again' })).toBeNull()

    // The choice of whoever was here before does not stand for the next one.
    await typeName()
    await heading('Sign in')
    writeChoice({ userId: user.id, tenantId: tenants[0]?.id ?? '' })
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.json(sessionBody('again'))))
    await signIn()
    await person.click(await (await form()).findByRole('button', { name: 'Fill it in again' }))
    expect((await form()).getByRole('textbox', { name: 'Name' })).toHaveValue('Pier')
    expect((await form()).queryByRole('button', { name: 'Fill it in again' })).toBeNull()
  })
})

describe('a tenant', () => {
  it('is asked for when none is current, and what is chosen becomes current', async () => {
    const tenantIds: (string | null)[] = []
    server.use(
      http.get(`${apiUrl}/channels`, ({ request }) => {
        tenantIds.push(request.headers.get('X-Tenant-ID'))
        return listOf([channel])
      }),
    )
    const { person } = renderApp(server, { path: '/setup/channels/', role: 'owner', tenant: null })
    const dialog = await screen.findByRole('dialog', { name: 'Switch Tenant' })
    await person.click(within(dialog).getByRole('option', { name: /City Courts/ }))
    expect(await screen.findByRole('link', { name: 'Website' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'City Courts' })).toBeInTheDocument()
    expect(new Set(tenantIds)).toEqual(new Set([tenants[1]?.id]))
  })

  it('is not asked for in Super Admin, nor of those who have none', async () => {
    renderApp(server, { path: '/', role: 'staff', theirTenants: [], tenant: null })
    await heading('Welcome')
    expect(screen.getByText(/ada@example.test, but you do not belong to a tenant yet/)).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('that cannot be loaded is said to be so', async () => {
    server.use(http.get(`${apiUrl}/channels`, () => listOf([])))
    renderApp(server, { path: '/', role: 'owner', tenant: null })
    server.use(http.get(`${apiUrl}/tenants`, () => new HttpResponse(null, { status: 500 })))
    await heading('Failed to load tenants')
    expect(screen.getByRole('alert')).toHaveTextContent('Please try refreshing the page')
    expect(screen.getByRole('button', { name: 'Error loading tenant' })).toBeInTheDocument()
  })
})

describe('Super Admin', () => {
  it('is closed to others, with a way back and without a call', async () => {
    const called: string[] = []
    server.use(
      http.get(`${apiUrl}/users`, ({ request }) => {
        called.push(request.url)
        return listOf([])
      }),
    )
    const { router, person } = renderApp(server, { path: '/superadmin/users/', role: 'owner' })
    await heading('No access')
    expect(called).toEqual([])
    expect(screen.getByText('You do not have access to this area.')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
    await person.click(within(screen.getByRole('main')).getByRole('link', { name: 'Return to App' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('counts tenants and users for superusers, who need no tenant for it', async () => {
    server.use(
      http.get(`${apiUrl}/users`, ({ request }) =>
        listOf([], new URL(request.url).searchParams.has('isActive') ? 7 : 9),
      ),
      http.get(`${apiUrl}/tenants/overview`, ({ request }) => {
        const isSearched = new URL(request.url).searchParams.get('q') === 'nobody'
        return listOf(
          isSearched
            ? []
            : [
                {
                  id: 't-9',
                  name: 'Quiet House',
                  slug: 'quiet-house',
                  isActive: false,
                  owners: [{ id: 'u-9', name: null, email: 'owner@example.test' }],
                  memberCount: 3,
                  lastSignInAt: null,
                  counts: { bookings: 1204 },
                },
              ],
          1,
        )
      }),
    )
    const { person } = renderApp(server, { path: '/superadmin', role: 'superuser', tenant: null })
    await heading('Super Admin')
    const users = within(screen.getByRole('main')).getByRole('link', { name: 'Users' }).closest('article')
    await waitFor(() => expect(users).toHaveTextContent('97 active'))
    const row = await screen.findByRole('row', { name: /Quiet House/ })
    expect(row).toHaveTextContent('Quiet House Suspendedowner@example.test31,204Never')
    expect(screen.getByRole('columnheader', { name: 'Bookings' })).toBeInTheDocument()
    expect(within(row).getByRole('link', { name: 'owner@example.test' })).toHaveAttribute(
      'href',
      '/superadmin/users/u-9/edit',
    )
    await person.type(screen.getByRole('searchbox', { name: 'Tenant or person' }), 'nobody')
    expect(await screen.findByText('Nothing matches your search and filters')).toBeInTheDocument()
    expect(screen.getByRole('columnheader', { name: 'Bookings' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a person who cannot be loaded', () => {
  const refuse = (answer = () => new HttpResponse(null, { status: 500 })) => {
    let asked = 0
    let isWell = false
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    return {
      logged,
      asked: () => asked,
      recover: () => {
        isWell = true
      },
      /** After renderApp, whose answer this one replaces. */
      begin: (role: 'owner' | 'superuser') =>
        server.use(
          http.get(`${apiUrl}/users/me`, () => {
            asked += 1
            return isWell ? HttpResponse.json(meAs(role)) : answer()
          }),
        ),
    }
  }

  it.each([
    ['an error of the API', undefined],
    ['no network', () => HttpResponse.error()],
  ])('gets the screen, to read, after %s, which is only logged; the next screen tries again', async (_, answer) => {
    const me = refuse(answer)
    const { person } = renderApp(server, { path: '/setup/channels/', role: 'owner' })
    me.begin('owner')
    expect(await screen.findByRole('link', { name: 'Website' })).toBeInTheDocument()
    expect(me.logged).toHaveBeenCalledWith(expect.stringContaining('current user'), expect.anything())
    const asked = me.asked()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: /ada@example\.test/ })).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'New Channel' })).toBeNull()

    me.recover()
    await person.click(screen.getByRole('link', { name: 'Resources' }))
    await person.click(await screen.findByRole('link', { name: 'Channels' }))
    expect(await screen.findByRole('link', { name: 'New Channel' })).toBeInTheDocument()
    expect(me.asked()).toBe(asked + 1)
  })

  it('finds Super Admin closed, without a call for it, until another try finds a superuser', async () => {
    const calls: string[] = []
    server.use(
      http.get(`${apiUrl}/users`, ({ request }) => {
        calls.push(request.url)
        return listOf([])
      }),
    )
    const me = refuse()
    const { person } = renderApp(server, { path: '/superadmin/users/', role: 'superuser' })
    me.begin('superuser')
    await heading('Something went wrong!')
    expect(screen.getByRole('alert')).toHaveTextContent('Your account could not be loaded')
    expect(screen.getByText('API Error: 500 Internal Server Error')).not.toBeVisible()
    expect(screen.queryByText('Superuser')).toBeNull()
    expect(within(screen.getByRole('navigation')).queryByRole('link', { name: 'Users' })).toBeNull()
    expect(calls).toEqual([])

    me.recover()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await heading('Users')
    expect(screen.getByText('Superuser')).toBeInTheDocument()
    await waitFor(() => expect(calls).not.toEqual([]))
  })

  it('is signed out when the API says that they are no longer let in', async () => {
    const me = refuse(() => HttpResponse.json({}, { status: 401 }))
    renderApp(server, { path: '/setup/channels/', role: 'owner' })
    me.begin('owner')
    await heading('Sign in')
  })
})

it('a list that cannot be loaded says so once', async () => {
  server.use(http.get(`${apiUrl}/channels`, () => HttpResponse.json({}, { status: 500 })))
  renderApp(server, { path: '/setup/channels/', role: 'owner' })
  expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument()
  // A toast would come before this one, and the two would show together.
  await showToast('info', 'Later')
  await screen.findByText('Later')
  expect(screen.getAllByText(/could not be loaded/)).toHaveLength(1)
  expect(screen.getAllByText('Something went wrong!')).toHaveLength(1)
  for (const details of screen.getAllByText(/API Error/)) expect(details).not.toBeVisible()
})

it('the switch to another tenant is told in the person’s language', async () => {
  const { person } = renderApp(server, { path: '/setup/channels/', role: 'owner' })
  server.use(http.get(`${apiUrl}/users/me`, () => HttpResponse.json({ ...meAs('owner'), locale: 'de' })))
  await person.click(await screen.findByRole('button', { name: 'Harbor Spa' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mandant wechseln' })
  await person.click(within(dialog).getByRole('option', { name: /City Courts/ }))
  expect(await screen.findByText('Wechsel zu City Courts …')).toBeInTheDocument()
  expect(await screen.findByText('Gewechselt zu City Courts')).toBeInTheDocument()
})

it('a screen that fails says so inside the layout, and is left by navigating', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { person } = renderApp(server, { path: '/superadmin/', role: 'superuser' })
  server.use(http.get(`${apiUrl}/users/me`, () => new HttpResponse(null, { status: 503 })))
  await heading('Something went wrong!')
  await person.click(screen.getByRole('button', { name: 'Show Error' }))
  expect(screen.getByText('API Error: 503 Service Unavailable')).toBeVisible()
  const navigation = within(screen.getByRole('navigation', { name: 'Main navigation' }))
  await person.click(navigation.getByRole('link', { name: 'Return to App' }))
  await waitFor(() => expect(screen.queryByText('Something went wrong!')).toBeNull())
  logged.mockRestore()
})

it('signing out leaves for the sign-in page and forgets where one was', async () => {
  const scopes: (string | null)[] = []
  server.use(
    http.post(`${authUrl}/logout`, ({ request }) => {
      scopes.push(new URL(request.url).searchParams.get('scope'))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { person } = renderApp(server, { path: '/setup/', role: 'owner' })
  await person.click(await screen.findByRole('button', { name: /ada@example.test/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await heading('Sign in')
  expect(screen.queryByText(/go on/)).toBeNull()
  await waitFor(() => expect(scopes).toEqual(['global']))
})
