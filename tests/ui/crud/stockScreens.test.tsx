import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import {
  BooleanField,
  Create,
  DataTable,
  Edit,
  List,
  SearchInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
} from 'react-admin'
import { describe, expect, it } from 'vitest'
import { resourceRoutes } from '../../../src/crud'
import { channels } from '../../../src/resources/channels'
import { schedules } from '../../../src/resources/schedules'
import { apiUrl, startNetwork } from '../support'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()

const own = {
  [schedules.name]: {
    list: () => (
      <List filters={[<SearchInput key="q" source="q" alwaysOn />]}>
        <DataTable rowClick="show">
          <DataTable.Col source="name" />
          <DataTable.Col source="isActive" field={BooleanField} />
        </DataTable>
      </List>
    ),
    create: () => (
      <Create>
        <SimpleForm>
          <TextInput source="name" />
        </SimpleForm>
      </Create>
    ),
    edit: () => (
      <Edit>
        <SimpleForm>
          <TextInput source="name" />
        </SimpleForm>
      </Edit>
    ),
    show: () => (
      <Show>
        <SimpleShowLayout>
          <TextField source="name" />
          <TextField source="timeZone" />
        </SimpleShowLayout>
      </Show>
    ),
  },
}

interface Row {
  id: string
  name: string
  timeZone: string
  isActive: boolean
  version: number
}

/** The product API's schedules, as far as these screens ask. */
const schedulesApi = (rows: Row[]) => {
  const changes: unknown[] = []
  const answer = (id: unknown) => {
    const row = rows.find(each => each.id === id)
    return row ? HttpResponse.json(row) : new HttpResponse(null, { status: 404 })
  }
  server.use(
    http.get(`${apiUrl}/schedules`, ({ request }) => {
      const text = new URL(request.url).searchParams.get('q') ?? ''
      const found = rows.filter(({ name }) => name.includes(text))
      return HttpResponse.json(found, { headers: { 'X-Total-Count': String(found.length) } })
    }),
    http.get(`${apiUrl}/schedules/:id`, ({ params }) => answer(params.id)),
    http.post(`${apiUrl}/schedules`, async ({ request }) => {
      const made = (await request.json()) as Row
      rows.push({ ...made, id: 's9', timeZone: 'Europe/Berlin', isActive: true, version: 1 })
      return HttpResponse.json(rows.at(-1), { status: 201 })
    }),
    http.patch(`${apiUrl}/schedules/:id`, async ({ params, request }) => {
      const change = (await request.json()) as Partial<Row>
      changes.push(change)
      Object.assign(rows.find(({ id }) => id === params.id) ?? {}, change)
      return answer(params.id)
    }),
  )
  return changes
}

const open = (path: string) => {
  const rows: Row[] = ['Weekdays', 'Weekend'].map((name, at) => ({
    id: `s${at}`,
    name,
    timeZone: 'Europe/Berlin',
    isActive: true,
    version: 1,
  }))
  const changes = schedulesApi(rows)
  return { changes, ...renderScreens({ path, resources: [schedules], own }) }
}

describe('react-admin’s own screens in place of the generated ones', () => {
  it('list, search and lead to the record', async () => {
    const { user, router } = open('/setup/schedules/')
    const table = await screen.findByRole('table')
    expect(within(table).getByRole('columnheader', { name: 'Active' })).toBeInTheDocument()
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    await user.type(screen.getByPlaceholderText('Search'), 'Weekend')
    await waitFor(() => expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2))

    await user.click(screen.getByText('Weekend'))
    expect(await screen.findByText('Europe/Berlin')).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/setup/schedules/s1/show')
    await user.click(screen.getByRole('link', { name: 'Edit' }))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Weekend')
    expect(router.state.location.pathname).toBe('/setup/schedules/s1/edit')
  })

  it('create a record, say so and go on to it', async () => {
    const { user, router } = open('/setup/schedules/')
    await user.click(await screen.findByRole('link', { name: 'Create' }))
    expect(router.state.location.pathname).toBe('/setup/schedules/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Summer')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Schedule created successfully')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/setup/schedules/s9/edit'))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Summer')
  })

  it('change a record, and send nothing when that is undone', async () => {
    const { user, changes } = open('/setup/schedules/s0/edit')
    const rename = async (name: string) => {
      const input = await screen.findByRole('textbox', { name: 'Name' })
      await user.clear(input)
      await user.type(input, name)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText('Schedule updated successfully')
    }
    await rename('Working days')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Weekdays')).toBeInTheDocument()
    expect(changes).toEqual([])

    await user.click(screen.getByText('Weekdays'))
    await user.click(await screen.findByRole('link', { name: 'Edit' }))
    await rename('Office hours')
    // Whoever leaves the page does not wait for the toast.
    dispatchEvent(new Event('pagehide'))
    await waitFor(() => expect(changes).toEqual([{ name: 'Office hours' }]))
    expect(await screen.findByText('Office hours')).toBeInTheDocument()
  })
})

it('says what to do about a form of one’s own that has no address', () => {
  expect(() => resourceRoutes(channels, { edit: () => null })).toThrow(
    "channels: its own edit screen needs an address; set screens.form.edit to 'page'.",
  )
})
