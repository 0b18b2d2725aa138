import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FieldKind } from '../../../src/schema'
import { apiUrl, startNetwork } from '../support'
import { channel } from './support/channelsApi'
import { renderScreens, tenant } from './support/renderScreens'
import { samples } from './support/samples'

const server = startNetwork()
const settings = { timeFormat: tenant.timeFormat, weekStartsOn: tenant.weekStartsOn }

beforeEach(() => {
  Object.assign(tenant, settings)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T09:00Z') })
  return () => vi.useRealTimers()
})

/** The form of a record with a field of this kind, in a tenant with these settings. */
const edit = async (kind: FieldKind, value: unknown, own: Partial<typeof tenant> = {}) => {
  Object.assign(tenant, own)
  const record = { ...channel({ name: 'One' }), value }
  const sent: unknown[] = []
  const path = `${apiUrl}/samples/${kind}`
  server.use(
    http.get(path, () => HttpResponse.json([record], { headers: { 'X-Total-Count': '1' } })),
    http.get(`${path}/:id`, () => HttpResponse.json(record)),
    http.patch(`${path}/:id`, async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return HttpResponse.json({ ...record, ...body, version: 2 })
    }),
  )
  renderScreens({ path: `/samples/${kind}/`, resources: [samples[kind]] })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('link', { name: 'One' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Sample' }))
  const save = async () => {
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Sample updated successfully')
    return sent
  }
  return { user, dialog, save, sent }
}

it('offers a calendar whose weeks begin as the tenant’s do, and takes the day that keys lead to', async () => {
  const { user, dialog, save } = await edit('localDate', '2026-03-04', { weekStartsOn: 7 })
  const input = await dialog.findByLabelText('Value')
  await user.click(dialog.getByRole('button', { name: 'Open calendar' }))
  const calendar = await screen.findByRole('dialog', { name: 'Calendar' })
  expect(within(calendar).getAllByRole('columnheader')[0]).toHaveTextContent('Sun')
  const chosen = within(calendar).getByRole('button', { pressed: true })
  expect(chosen).toHaveAccessibleName('Wednesday, March 4, 2026')
  await waitFor(() => expect(chosen).toHaveFocus())
  await user.keyboard('{PageDown}')
  await waitFor(() => expect(within(calendar).getByRole('button', { name: /April 4, 2026/ })).toHaveFocus())
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(within(calendar).getByRole('button', { name: /April 5, 2026/ })).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(input).toHaveValue('Apr 5, 2026')
  expect(await save()).toEqual([{ value: '2026-04-05' }])
})

it('opens the calendar from the field by the arrow key, and goes back to the field', async () => {
  const { user, dialog } = await edit('localDate', '2026-03-04')
  await user.click(await dialog.findByLabelText('Value'))
  await user.keyboard('{ArrowDown}')
  const calendar = await screen.findByRole('dialog', { name: 'Calendar' })
  expect(within(calendar).getAllByRole('columnheader')[0]).toHaveTextContent('Mon')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog.getByLabelText('Value')).toHaveFocus())
})

it('says at the field how a date is written, and saves nothing that is none', async () => {
  const { user, dialog, sent } = await edit('localDate', '2026-03-04')
  const input = await dialog.findByLabelText('Value')
  await user.clear(input)
  await user.type(input, 'someday')
  await user.tab()
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Enter a date such as 03/02/2026')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please check 1 field')).toBeInTheDocument()
  expect(sent).toEqual([])
})

it('shows and reads times on a clock of 12 hours where the tenant has one', async () => {
  const { user, dialog, save } = await edit('localTime', '21:00', { timeFormat: 'h12' })
  const input = await dialog.findByLabelText('Value')
  expect(input).toHaveValue('9:00 PM')
  await user.click(dialog.getByRole('button', { name: 'Choose from a list' }))
  const times = await screen.findByRole('listbox', { name: 'Times' })
  expect(within(times).getByRole('option', { selected: true })).toHaveTextContent('9:00 PM')
  await user.click(within(times).getByRole('option', { name: '9:15 PM' }))
  expect(input).toHaveValue('9:15 PM')
  await user.clear(input)
  await user.type(input, '7 pm')
  expect(await save()).toEqual([{ value: '19:00' }])
})

it('lets a moment wait for its time before it is saved', async () => {
  const { user, dialog, save, sent } = await edit('instant', null)
  await user.type(await dialog.findByLabelText('Date'), '3/4')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please check 1 field')).toBeInTheDocument()
  expect(sent).toEqual([])
  await user.type(dialog.getByLabelText('Time'), '930')
  expect(await save()).toEqual([{ value: '2026-03-04T08:30:00.000Z' }])
})

it('offers colors by name beside their code', async () => {
  const { user, dialog, save } = await edit('color', null)
  await user.click(await dialog.findByRole('button', { name: 'Pick a color' }))
  await user.click(await screen.findByRole('radio', { name: 'Blue' }))
  expect(dialog.getByLabelText('Value')).toHaveValue('#1565C0')
  expect(await save()).toEqual([{ value: '#1565C0' }])
})
