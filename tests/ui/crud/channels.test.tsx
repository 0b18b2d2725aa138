import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { rows as rules } from '../../../src/declare'
import { channels } from '../../../src/resources/channels'
import { apiUrl, chooseDelete, startNetwork } from '../support'
import { type ApiChannel, channel, channelsApi } from './support/channelsApi'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()

const open = (records: ApiChannel[], options: Partial<Parameters<typeof renderScreens>[0]> = {}) => {
  const api = channelsApi(records)
  server.use(...api.handlers)
  return { api, ...renderScreens({ path: '/setup/channels/', resources: [channels], ...options }) }
}

const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const rowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).getByRole('link').textContent)

describe('creating a channel', () => {
  it('says what is missing at the field and keeps what was typed, then says so when it worked and lists it', async () => {
    const { api, user, router } = open([channel({ name: 'Front desk' })])
    await user.click(await screen.findByRole('link', { name: 'New Channel' }))
    const dialog = await inDialog('New Channel')
    await user.type(dialog.getByLabelText('Description'), 'Calls and mails')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    const name = dialog.getByRole('textbox', { name: /^Name/ })
    await waitFor(() => expect(name).toHaveAccessibleDescription('Required'))
    expect(name).toBeInvalid()
    expect(dialog.getByRole('alert')).toHaveTextContent('Name: Required')
    expect(dialog.getByRole('alert')).toHaveFocus()
    expect(dialog.getByLabelText('Description')).toHaveValue('Calls and mails')
    expect(api.sent('POST')).toHaveLength(0)

    await user.click(dialog.getByRole('link', { name: 'Name' }))
    expect(name).toHaveFocus()
    await user.keyboard('Phone')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Channel created successfully')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Phone' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(router.state.location.search).not.toContain('create')
    const sent = api.sent('POST')[0]?.body as object
    expect(sent).toMatchObject({ name: 'Phone', description: 'Calls and mails', kind: 'online', isActive: true })
    expect(Object.keys(sent).sort()).toEqual([
      ...[
        'allowedOrigins',
        'autoConfirm',
        'catalogItemIds',
        'code',
        'description',
        'hasPage',
        'isActive',
        'isIndexable',
      ],
      ...['kind', 'name', 'pageIntro', 'pagePolicy', 'pageTitle', 'pageTranslations', 'redirectUrl', 'requiredFields'],
      ...['sellsAllItems', 'showsRemaining'],
    ])
  })

  it('shows what the API refuses at the field, with one toast', async () => {
    const { user } = open([channel({ name: 'Phone' })], { path: '/setup/channels/?create=true' })
    const dialog = await inDialog('New Channel')
    const name = dialog.getByRole('textbox', { name: /^Name/ })
    await user.type(name, 'Phone{Enter}')
    await waitFor(() => expect(name).toHaveAccessibleDescription('Another record already uses this'))
    expect(name).toHaveValue('Phone')
    expect(screen.getAllByText('Failed to create channel')).toHaveLength(1)
  })

  it('says why in the form when no field is to blame, and can be tried again', async () => {
    const { user } = open([], { path: '/setup/channels/?create=true' })
    server.use(
      http.post(`${apiUrl}/channels`, () => HttpResponse.json({ detail: 'Out of order' }, { status: 500 }), {
        once: true,
      }),
    )
    const dialog = await inDialog('New Channel')
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Phone')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Out of order')).toBeInTheDocument()
    expect(await screen.findByText('Failed to create channel')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Channel created successfully')).toBeInTheDocument()
  })

  it('saves once however often Save is pressed', async () => {
    const { api, user } = open([], { path: '/setup/channels/?create=true' })
    const dialog = await inDialog('New Channel')
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Phone')
    const save = dialog.getByRole('button', { name: 'Save' })
    await Promise.all([user.click(save), user.click(save)])
    await screen.findByText('Channel created successfully')
    expect(api.sent('POST')).toHaveLength(1)
  })

  it('goes on to the next one when asked to, empty and with the focus in its first field', async () => {
    const { api, user } = open([], { path: '/setup/channels/?create=true' })
    const dialog = await inDialog('New Channel')
    const name = () => dialog.getByRole('textbox', { name: /^Name/ })
    await user.click(dialog.getByRole('checkbox', { name: 'Then add another' }))
    await user.type(name(), 'Phone{Enter}')
    expect(await screen.findByText('Channel created successfully')).toBeInTheDocument()
    await waitFor(() => expect(name()).toHaveValue(''))
    expect(name()).toHaveFocus()
    await user.type(name(), 'Web')
    await user.click(dialog.getByRole('checkbox', { name: 'Then add another' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.sent('POST').map(({ body }) => (body as { name: string }).name)).toEqual(['Phone', 'Web'])
  })

  it('shows the code that will be made from the name', async () => {
    const { user } = open([], { path: '/setup/channels/?create=true' })
    const dialog = await inDialog('New Channel')
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Café Front')
    expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAttribute('placeholder', 'cafe-front')
  })
})

describe('editing a channel', () => {
  it('reads it anew, sends only what changed, and refreshes the list', async () => {
    const phone = channel({ name: 'Phone', description: 'From the list' })
    const { api, user } = open([phone])
    await user.click(await screen.findByRole('link', { name: 'Phone' }))
    const dialog = await inDialog('Edit Channel')
    const description = await dialog.findByLabelText('Description')
    expect(dialog.getByRole('heading', { level: 2, name: 'Phone' })).toBeInTheDocument()
    expect(api.requests.filter(({ url }) => url.pathname.endsWith(phone.id))).toHaveLength(1)
    await user.clear(description)
    await user.clear(dialog.getByRole('textbox', { name: /^Name/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), '  Telephone ')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Channel updated successfully')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Telephone' })).toBeInTheDocument()
    expect(api.sent('PATCH')).toMatchObject([{ body: { name: 'Telephone', description: null }, ifMatch: '"1"' }])
  })

  it('closes without a request when nothing changed', async () => {
    const phone = channel({ name: 'Phone' })
    const { api, user } = open([phone], { path: `/setup/channels/?edit=${phone.id}` })
    await user.click(await (await inDialog('Edit Channel')).findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.sent('PATCH')).toHaveLength(0)
  })

  it('keeps its errors when the record is read anew', async () => {
    const phone = channel({ name: 'Phone' })
    const { user } = open([phone], { path: `/setup/channels/?edit=${phone.id}` })
    server.use(
      http.post(`${apiUrl}/channels/${phone.id}/deactivate`, () =>
        HttpResponse.json(Object.assign(phone, { isActive: false, version: 2 })),
      ),
    )
    const dialog = await inDialog('Edit Channel')
    const name = await dialog.findByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Required/))
    await user.click(dialog.getByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
    expect(await dialog.findByText('Inactive')).toBeInTheDocument()
    expect(name).toHaveAccessibleDescription(/Required/)
    await user.type(name, 'Fax')
    await waitFor(() => expect(name).not.toHaveAccessibleDescription(/Required/))
  })

  const conflict = async () => {
    const phone = channel({ name: 'Phone' })
    const opened = open([phone], { path: `/setup/channels/?edit=${phone.id}` })
    const dialog = await inDialog('Edit Channel')
    const name = await dialog.findByRole('textbox', { name: /^Name/ })
    await opened.user.type(name, ' line')
    Object.assign(phone, { version: 2, description: 'Hers', updatedAt: '2026-03-02T09:30:00.000Z' })
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Changed by somebody else' }))
    return { ...opened, dialog, name, question }
  }

  it('says who changed it meanwhile, and overwrites only what was typed here', async () => {
    const { api, user, question } = await conflict()
    expect(question.getByText(/Grace Hopper changed this on Mar 2, 2026, 10:30/)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Overwrite' }))
    expect(await screen.findByText('Channel updated successfully')).toBeInTheDocument()
    expect(api.sent('PATCH').at(-1)).toMatchObject({ body: { name: 'Phone line' }, ifMatch: '"2"' })
    expect(api.records[0]).toMatchObject({ name: 'Phone line', description: 'Hers' })
  })

  it('takes the newest values instead when asked to', async () => {
    const { api, user, dialog, name, question } = await conflict()
    await user.click(question.getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(name).toHaveValue('Phone'))
    expect(dialog.getByLabelText('Description')).toHaveValue('Hers')
    expect(api.sent('PATCH')).toHaveLength(1)
  })

  it('asks before what was typed is lost, and not when nothing was', async () => {
    const phone = channel({ name: 'Phone' })
    const { user, router } = open([phone])
    await user.click(await screen.findByRole('link', { name: 'Phone' }))
    const dialog = await inDialog('Edit Channel')
    await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), ' line')
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(await dialog.findByRole('textbox', { name: /^Name/ })).toHaveValue('Phone line')

    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    await user.click(await screen.findByRole('link', { name: 'Phone' }))
    await (await inDialog('Edit Channel')).findByRole('textbox', { name: /^Name/ })
    await router.navigate(-1)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('says so when there is no such channel', async () => {
    open([], { path: `/setup/channels/?edit=${channel({ name: 'Gone' }).id}` })
    expect(await screen.findByRole('dialog', { name: 'Not Found' })).toBeInTheDocument()
  })
})

describe('deleting a channel', () => {
  it('names it before it asks, and does not ask the API for it again', async () => {
    const phone = channel({ name: 'Phone' })
    const { api, user } = open([phone, channel({ name: 'Web' })], { path: `/setup/channels/?edit=${phone.id}` })
    await chooseDelete(user, await inDialog('Edit Channel'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Phone?' }))
    await user.click(await question.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Channel deleted successfully')).toBeInTheDocument()
    await waitFor(() => expect(rowNames()).toEqual(['Web']))
    expect(api.requests.filter(({ url, method }) => method === 'GET' && url.pathname.endsWith(phone.id))).toHaveLength(
      1,
    )
  })

  it('says why when it is in use', async () => {
    const desk = channel({ name: 'Front desk', kind: 'back_office' })
    const { user } = open([desk], { path: `/setup/channels/?edit=${desk.id}` })
    await chooseDelete(user, await inDialog('Edit Channel'))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(await question.findByRole('button', { name: 'Delete' }))
    expect(await question.findByText('Still used by 3 bookings.')).toBeInTheDocument()
    expect(await screen.findByText('Failed to delete channel')).toBeInTheDocument()
  })
})

describe('the list of channels', () => {
  const three = () => [
    channel({ name: 'Front desk', kind: 'back_office' }),
    channel({ name: 'Phone', kind: 'phone' }),
    channel({ name: 'Website', isActive: false }),
  ]

  it('says what it loads, under its title', async () => {
    open([channel({ name: 'Phone' })])
    await screen.findByText('Loading Channels...')
    expect(screen.getByRole('heading', { level: 1, name: 'Channels' })).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Phone' })).toBeInTheDocument()
    expect(document.title).toBe('Channels · Slotwise')
  })

  it('says what is loading when one is opened', async () => {
    const phone = channel({ name: 'Phone' })
    open([phone], { path: `/setup/channels/?edit=${phone.id}` })
    await screen.findByText('Loading channel...')
    await (await inDialog('Edit Channel')).findByRole('textbox', { name: /^Name/ })
  })

  it('asks the API for what is searched, filtered and sorted', async () => {
    const { api, user } = open(three())
    const last = () => Object.fromEntries(api.sent('GET').at(-1)?.url.searchParams ?? [])
    await user.type(await screen.findByRole('searchbox', { name: 'Search channels' }), 'ne')
    await waitFor(() => expect(rowNames()).toEqual(['Phone']))
    expect(last()).toMatchObject({ q: 'ne', page: '1', perPage: '25', sort: 'name', order: 'ASC' })

    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(rowNames()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: 'Active' }))
    await user.click(await screen.findByRole('radio', { name: 'No' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(rowNames()).toEqual(['Website']))
    expect(last()).toMatchObject({ isActive: 'false' })
    expect(last()).not.toHaveProperty('q')

    await user.click(await screen.findByRole('button', { name: 'Remove filter Active' }))
    await waitFor(() => expect(rowNames()).toHaveLength(3))
    expect(screen.getByRole('columnheader', { name: /Name/ })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: 'Sort by code ascending' }))
    await waitFor(() => expect(last()).toMatchObject({ sort: 'code', order: 'ASC' }))
  })

  it('tells a list with nothing in it from one where nothing matches', async () => {
    const { user } = open(three(), { path: `/setup/channels/?filter=${encodeURIComponent('{"q":"zzz"}')}` })
    expect(await screen.findByText('Nothing matches your search and filters')).toBeInTheDocument()
    const clear = screen.getAllByRole('button', { name: 'Clear filters' }).at(-1)
    if (clear) await user.click(clear)
    await waitFor(() => expect(rowNames()).toHaveLength(3))
  })

  it('says what channels are for where there are none, and offers to create one', async () => {
    open([])
    expect(await screen.findByText(/Channels are the ways bookings reach you/)).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'New Channel' })).toBeInTheDocument()
  })

  it('says when it cannot be loaded, and recovers', async () => {
    const { user } = open(three())
    server.use(http.get(`${apiUrl}/channels`, () => HttpResponse.json(null, { status: 503 }), { once: true }))
    expect(await screen.findByText('API Error: 503 Service Unavailable')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Phone' })).toBeInTheDocument()
  })

  it('keeps its filters in the address while a form is open over it, and the form out of what it remembers', async () => {
    const records = three()
    const { user, router } = open(records, {
      path: `/setup/channels/?filter=${encodeURIComponent('{"kind":"phone"}')}`,
    })
    await user.click(await screen.findByRole('link', { name: 'Phone' }))
    await (await inDialog('Edit Channel')).findByRole('textbox', { name: /^Name/ })
    const params = new URLSearchParams(router.state.location.search)
    expect(params.get('edit')).toBe(records[1]?.id)
    expect(params.get('filter')).toBe('{"kind":"phone"}')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(rowNames()).toEqual(['Phone'])

    await router.navigate('/elsewhere')
    await router.navigate('/setup/channels/')
    await waitFor(() => expect(router.state.location.search).toContain('phone'))
    expect(router.state.location.search).not.toContain('edit')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('deactivates and deletes several at once', async () => {
    const { api, user } = open(three())
    await user.click(await screen.findByRole('checkbox', { name: 'Select Phone' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Front desk' }))
    expect(await screen.findByText('2 selected')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Deactivated: 2 channels')).toBeInTheDocument()
    expect(api.records.map(({ isActive }) => isActive)).toEqual([false, false, false])

    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 3 channels?' }))
    await user.click(await question.findByRole('button', { name: 'Delete' }))
    expect(await question.findByText(/1 of 3 failed: Still used by 3 bookings/)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(rowNames()).toEqual(['Front desk']))
  })

  it('gives several the same value, after saying which refuse', async () => {
    const { api, user } = open(three())
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 3 channels' }))
    await user.click(dialog.getByRole('combobox', { name: 'Field' }))
    await user.click(await screen.findByRole('option', { name: 'Description' }))
    await user.type(await dialog.findByRole('textbox', { name: 'Description' }), 'By the door')
    await user.click(dialog.getByRole('button', { name: 'Check' }))
    expect(await dialog.findByText('Front desk – It has to stay as it is.', { exact: false })).toBeInTheDocument()
    expect(api.records.map(({ description }) => description)).toEqual([null, null, null])
    await user.click(dialog.getByRole('button', { name: 'Change 2 channels' }))
    expect(await screen.findByText('2 channels updated successfully')).toBeInTheDocument()
    expect(api.records.map(({ description }) => description)).toContain('By the door')
    expect(api.sent('PATCH').map(({ body }) => body)).toEqual([
      { description: 'By the door' },
      { description: 'By the door' },
    ])
  })

  it('says which of several have to stay before it asks whether to delete the others', async () => {
    const { api, user } = open(three())
    const [phone, desk] = ['Phone', 'Front desk'].map(name => api.records.find(record => record.name === name)?.id)
    const usedBy = [{ resource: 'bookings', count: 3, records: [] }]
    const backOffice = { key: 'refusal.backOffice', args: {} }
    const kept = [
      { id: phone, usedBy, refusal: null },
      {
        id: desk,
        usedBy: [],
        refusal: 'The back office is where your own bookings come from.',
        refusalMessage: backOffice,
      },
    ]
    server.use(http.get(`${apiUrl}/channels/usage`, () => HttpResponse.json({ kept, cascade: [] })))
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 1 channel?' }))
    const stay = await question.findAllByRole('listitem')
    expect(stay.map(item => item.textContent)).toEqual([
      'Phone – used by 3 Bookings',
      'Front desk – The back office is where your own bookings come from.',
    ])
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(rowNames()).toEqual(['Front desk', 'Phone']))
    expect(await screen.findByText('2 selected')).toBeInTheDocument()
  })
})

describe('for a viewer', () => {
  it('offers nothing that would change anything', async () => {
    const { user } = open([channel({ name: 'Phone', description: 'Calls' })], { role: 'viewer' })
    await user.click(await screen.findByRole('link', { name: 'Phone' }))
    const dialog = await inDialog('Channel')
    expect(await dialog.findByText('Calls')).toBeInTheDocument()
    expect(dialog.queryByRole('textbox')).not.toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: /Save|Delete/ })).not.toBeInTheDocument()
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('link', { name: 'New Channel' })).not.toBeInTheDocument()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })
})

describe('a rule about rows', () => {
  const ruled = { ...channels, name: 'ruled', rows: { write: [rules.is('kind', 'online')] } }
  const opened = async (record: ApiChannel) => {
    const { user } = open([record], { path: `/setup/channels/?edit=${record.id}`, resources: [ruled], role: 'admin' })
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByRole('button', { name: 'History' })
    return { user, dialog }
  }
  const writing = ['Save', /^Actions for/]

  it('offers Save, Delete and actions for what it lets be written', async () => {
    const { user, dialog } = await opened(channel({ name: 'Web', kind: 'online' }))
    for (const name of writing) expect(await dialog.findByRole('button', { name })).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: /^Actions for/ }))
    expect(await screen.findByRole('menuitem', { name: 'Delete…' })).toBeInTheDocument()
  })

  it('offers none of them for the rest', async () => {
    const { dialog } = await opened(channel({ name: 'Desk', kind: 'phone' }))
    for (const name of writing) expect(dialog.queryByRole('button', { name })).not.toBeInTheDocument()
  })
})
