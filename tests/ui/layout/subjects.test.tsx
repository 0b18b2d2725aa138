import MenuBook from '@mui/icons-material/MenuBookOutlined'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { withLifecycleCallbacks } from 'ra-core'
import { DataTable, Edit, List, SimpleForm, TextInput, Title } from 'react-admin'
import { Route } from 'react-router'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { defineProduct, defineSubject, NavLink, viewsOf } from '../../../src/show'
import { authors, registry } from '../../fixtures/library/resources'
import { apiUrl, startNetwork } from '../support'
import { listOf, renderApp } from './support/renderApp'

// What a subject gives as react-admin's documents have it: screens of its own, callbacks, a card and a menu entry.

const server = startNetwork()
vi.setConfig({ testTimeout: 60_000 })

// Any do.
const icons = { event: MenuBook, menuBook: MenuBook, person: MenuBook, style: MenuBook }

const lem = { id: '0197c0de-0000-7000-8000-00000000000a', name: 'Lem', bornIn: 1921, bookCount: 2, version: 1 }

const writers = defineSubject({
  views: viewsOf(authors, {
    screens: {
      list: () => (
        <List title="Writers">
          <DataTable>
            <DataTable.Col source="name" />
          </DataTable>
        </List>
      ),
      edit: () => (
        <Edit title={<>Somebody who writes</>}>
          <SimpleForm>
            <TextInput source="name" />
          </SimpleForm>
        </Edit>
      ),
    },
  }),
  screens: (
    <Route
      path="/shelf"
      element={
        <>
          <Title title="The shelf" />
          <p>Empty</p>
        </>
      }
    />
  ),
  dataProvider: provider =>
    withLifecycleCallbacks(provider, [
      {
        resource: 'authors',
        beforeUpdate: async params => ({ ...params, data: { ...params.data, name: params.data.name.trim() } }),
      },
    ]),
  card: () => <p>Two writers have a birthday.</p>,
  menu: () => <NavLink to="/shelf" label="Shelf" icon={MenuBook} />,
})

const load = async () => {
  const { createApp } = await import('../../../src/application/App')
  return { default: createApp(defineProduct({ registry, icons, subjects: [writers] })) }
}

beforeAll(async () => void (await load()), 60_000)

const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  // jsdom has none; MUI asks it for the system's color scheme.
  const listen = () => {}
  window.matchMedia ??= () =>
    ({
      matches: false,
      addListener: listen,
      removeListener: listen,
      addEventListener: listen,
      removeEventListener: listen,
    }) as never
  server.use(
    http.get(`${apiUrl}/authors`, () => listOf([lem])),
    http.get(`${apiUrl}/authors/:id`, () => HttpResponse.json(lem)),
    http.patch(`${apiUrl}/authors/:id`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(
        {
          ...{ type: 'about:blank', title: 'Unprocessable', status: 422, code: 'validation', detail: 'Please check.' },
          errors: { name: 'Another author has this name' },
        },
        { status: 422, headers: { 'Content-Type': 'application/problem+json' } },
      )
    }),
  )
})

const open = (path: string) => renderApp(server, { path, role: 'owner', load })

it('a screen of react-admin has its title as heading and as the document’s title', async () => {
  const { router } = open('/authors/')
  expect(await screen.findByRole('heading', { level: 1, name: 'Writers' })).toBeVisible()
  await waitFor(() => expect(document.title).toMatch(/^Writers · /))
  await router.navigate(`/authors/${lem.id}/edit`)
  const heading = await screen.findByRole('heading', { level: 1, name: 'Somebody who writes' })
  await waitFor(() => expect(heading).toHaveFocus())
  await waitFor(() => expect(document.title).toMatch(/^Somebody who writes · /))
  await router.navigate('/shelf')
  expect(await screen.findByRole('heading', { level: 1, name: 'The shelf' })).toBeVisible()
  await router.navigate('/books/')
  expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1))
})

it('an undoable change that is refused says why, and callbacks saw it before', async () => {
  const { person } = open(`/authors/${lem.id}/edit`)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await person.clear(name)
  await person.type(name, ' Tove ')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/updated/)
  dispatchEvent(new Event('pagehide'))
  expect(await screen.findByText('Another author has this name')).toBeInTheDocument()
  expect(screen.queryByText(/API Error/)).not.toBeInTheDocument()
  expect(sent).toEqual([{ name: 'Tove' }])
})

it('cards stand on the home page, and entries in the sidebar', async () => {
  open('/')
  expect(await screen.findByText('Two writers have a birthday.')).toBeInTheDocument()
  const nav = within(screen.getByRole('navigation'))
  expect(nav.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  expect(nav.getByRole('link', { name: 'Shelf' })).toHaveAttribute('href', '/shelf')
})
