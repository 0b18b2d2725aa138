import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { schedules } from '../../../src/resources/schedules'
import { timeslots } from '../../../src/resources/timeslots'
import {
  type GenerateOptions,
  generateTimeslots,
  type ScheduleInput,
  type TimeslotInput,
} from '../../../src/scheduling'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()
const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
const now = '2026-03-02T07:00:00.000Z'
const system = { tenantId: id(1), createdAt: now, updatedAt: now, version: 1 }

const schedule = {
  id: id(2),
  ...system,
  name: 'Kayak departures',
  description: null,
  timeZone: 'Europe/Berlin',
  mode: 'timeslots' as const,
  validFrom: null,
  validUntil: null,
  weeklyHours: [1, 2, 3, 4, 5].map(dayOfWeek => ({ dayOfWeek, startTime: '10:00', endTime: '12:00' })),
  dateOverrides: [],
  slotDurationMinutes: 60,
  slotGapMinutes: 0,
  slotCapacity: 12,
  isActive: true,
  resourceCount: 1,
  variantCount: 1,
  timeslotCount: 2,
  lastGeneratedAt: null,
}

type Slot = TimeslotInput & { startsAt: string; endsAt: string }
let stored: Slot[] = []
let generated: (GenerateOptions & { dryRun: boolean })[] = []
let bulk: { ids: string[]; action: string; capacity?: number | null; bookings?: string; reason?: string | null }[] = []

const usedBy = [{ resource: 'bookings', count: 2, records: [{ id: id(900), name: 'K7XM2P4A · Lena', params: {} }] }]
const bookedAnswer = () =>
  HttpResponse.json({ code: 'timeslot_booked', detail: '2 bookings stand on it.', usedBy }, { status: 409 })

const addSlot = (startsAt: string, endsAt: string, values: Partial<TimeslotInput> = {}) => {
  const slot = {
    scheduleId: schedule.id,
    capacity: 12,
    status: 'open',
    bookedQuantity: 0,
    origin: 'generated',
    ...values,
  }
  stored.push({ ...slot, id: id(100 + stored.length), startsAt, endsAt } as Slot)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
  stored = []
  generated = []
  bulk = []
  addSlot('2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z', { bookedQuantity: 3 })
  addSlot('2026-03-03T09:00:00.000Z', '2026-03-03T10:30:00.000Z', { label: 'Sunset tour' } as object)
  server.use(
    http.get(`${apiUrl}/schedules/${schedule.id}`, () => HttpResponse.json(schedule)),
    http.get(`${apiUrl}/schedules/${schedule.id}/timeslots`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const found = stored.filter(
        ({ startsAt }) => startsAt >= (query.get('from') ?? '') && startsAt < (query.get('to') ?? '~'),
      )
      const [page, size] = [Number(query.get('page')), Number(query.get('perPage'))]
      return HttpResponse.json(
        found.slice((page - 1) * size, page * size).map(slot => ({ ...system, label: null, isEdited: false, ...slot })),
        { headers: { 'X-Total-Count': String(found.length) } },
      )
    }),
    http.post(`${apiUrl}/schedules/${schedule.id}/generate`, async ({ request }) => {
      const body = (await request.json()) as GenerateOptions & { dryRun: boolean }
      generated.push(body)
      const plan = generateTimeslots(schedule as ScheduleInput, stored, body, now)
      if (!body.dryRun) {
        stored = stored.filter(
          slot => !plan.timeslots.some(one => one.action === 'delete' && one.timeslotId === slot.id),
        )
        for (const one of plan.timeslots) if (one.action === 'create') addSlot(one.startsAt, one.endsAt)
      }
      return HttpResponse.json({ dryRun: body.dryRun, ...plan })
    }),
    http.post(`${apiUrl}/schedules/${schedule.id}/timeslots/bulk`, async ({ request }) => {
      const body = (await request.json()) as (typeof bulk)[number]
      bulk.push(body)
      if (body.action === 'cancel' && !body.bookings && body.ids.includes(id(100))) return bookedAnswer()
      const isRefused = (slotId: string) =>
        body.action === 'delete' && Boolean(stored.find(slot => slot.id === slotId)?.bookedQuantity)
      const status = { open: 'open', close: 'closed', cancel: 'cancelled' }[body.action]
      for (const slot of stored) if (status && body.ids.includes(slot.id)) Object.assign(slot, { status })
      stored = stored.filter(slot => body.action !== 'delete' || !body.ids.includes(slot.id) || isRefused(slot.id))
      return HttpResponse.json(
        body.ids.map(slotId =>
          isRefused(slotId) ? { id: slotId, ok: false, detail: '3 are booked on it.' } : { id: slotId, ok: true },
        ),
      )
    }),
  )
})
afterEach(() => void vi.useRealTimers())

const open = (role: 'admin' | 'viewer' = 'admin') =>
  renderScreens({ path: `/setup/schedules/${schedule.id}/edit`, resources: [schedules, timeslots], role })
const day = async (name: string) => within(await screen.findByRole('region', { name }))
const count = (dialog: HTMLElement, term: string) =>
  within(dialog).getByText(term).closest('div')?.querySelector('dd')?.textContent

it('follows the form as it is typed', async () => {
  const { user } = open()
  const preview = await screen.findByRole('table', { name: 'March 2026' })
  const monday = within(preview)
    .getAllByRole('cell')
    .find(cell => cell.textContent?.startsWith('2'))
  expect(monday).toHaveTextContent('10:00–12:00')
  expect(monday).toHaveTextContent('2 timeslots')
  const length = screen.getByRole('spinbutton', { name: 'Timeslot length' })
  await user.clear(length)
  await user.type(length, '30')
  await waitFor(() => expect(monday).toHaveTextContent('4 timeslots'))
})

it('shows a dry run first, generates in parts, and says what it did', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Generate timeslots' }))
  const dialog = await screen.findByRole('dialog', { name: 'Generate timeslots of Kayak departures' })
  // Four weeks of ten; one is there already, and one of Tuesday's is in the way of both.
  await waitFor(() => expect(count(dialog, 'would be added')).toBe('37'))
  expect(count(dialog, 'would be kept')).toBe('2')
  expect(generated.every(({ dryRun }) => dryRun)).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: /^Wednesday, March 4, 2026, 2 added/ }))
  expect(within(dialog).getByText(/10:00–11:00/)).toHaveTextContent('is added')

  await user.click(within(dialog).getByRole('radio', { name: /Also delete/ }))
  await waitFor(() => expect(count(dialog, 'would be deleted')).toBe('1'))
  const until = within(dialog).getByLabelText(/Until/)
  await user.clear(until)
  await user.type(until, '2026-04-10')
  await user.click(await within(dialog).findByRole('button', { name: 'Make 60 changes' }))
  await within(dialog).findByText('This was done:')
  expect(count(dialog, 'added')).toBe('59')
  expect(count(dialog, 'deleted')).toBe('1')
  expect(generated.filter(({ dryRun }) => !dryRun).map(({ from, to }) => [from, to])).toEqual([
    ['2026-03-02', '2026-04-01'],
    ['2026-04-02', '2026-04-10'],
  ])
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect((await day('Tuesday, March 3, 2026')).getAllByRole('link')).toHaveLength(2)
})

it('says what the API refuses, and keeps what was chosen', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Generate timeslots' }))
  const dialog = await screen.findByRole('dialog')
  const button = await within(dialog).findByRole('button', { name: 'Make 37 changes' })
  server.use(
    http.post(`${apiUrl}/schedules/${schedule.id}/generate`, () =>
      HttpResponse.json({ detail: 'Somebody else is generating.' }, { status: 409 }),
    ),
  )
  await user.click(button)
  expect(await within(dialog).findByText('Somebody else is generating.')).toBeInTheDocument()
  expect(within(dialog).getByLabelText(/From/)).toHaveValue('Mar 2, 2026')
})

it('is a calendar in which many are closed at once', async () => {
  const { user } = open()
  const tuesday = await day('Tuesday, March 3, 2026')
  expect(await tuesday.findByText('Sunset tour')).toBeInTheDocument()
  expect((await day('Monday, March 2, 2026')).getByText('3 of 12 booked')).toBeInTheDocument()
  await user.click(tuesday.getByRole('checkbox', { name: /^Select all/ }))
  await user.click(screen.getByRole('checkbox', { name: 'Select 10:00–11:00' }))
  const bar = within(screen.getByRole('region', { name: 'Actions for the selected timeslots' }))
  expect(bar.getByRole('status')).toHaveTextContent('2 selected')
  await user.click(bar.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(tuesday.getByText('Closed')).toBeInTheDocument())
  expect(bulk).toMatchObject([{ action: 'close', ids: [id(100), id(101)] }])
  expect(screen.queryByRole('region', { name: 'Actions for the selected timeslots' })).toBeNull()
})

it('asks before deleting, and keeps chosen what was refused, with the reason', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select 10:00–11:00' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select 10:00–11:30' }))
  const bar = within(screen.getByRole('region', { name: 'Actions for the selected timeslots' }))
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete 2 timeslots?' })
  expect(question).toHaveTextContent('3 places are booked')
  expect(bulk).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await bar.findByText('3 are booked on it.')).toBeInTheDocument()
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('1 selected'))
  expect((await day('Tuesday, March 3, 2026')).getByText('None')).toBeInTheDocument()
})

it('asks what becomes of the bookings of what is called off in bulk', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select 10:00–11:00' }))
  const bar = within(screen.getByRole('region', { name: 'Actions for the selected timeslots' }))
  await user.click(bar.getByRole('button', { name: 'Call off' }))
  const question = within(await screen.findByRole('alertdialog', { name: '2 bookings are affected' }))
  expect(await question.findByRole('link', { name: 'K7XM2P4A · Lena' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/bookings/${id(900)}`),
  )
  expect(question.getByText('And 1 more')).toBeInTheDocument()
  await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Storm')
  expect(question.getByRole('checkbox', { name: 'Tell the customers by mail' })).toBeChecked()
  await user.click(question.getByRole('button', { name: 'Cancel the bookings as well' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(bulk).toMatchObject([
    { action: 'cancel' },
    { action: 'cancel', bookings: 'cancel', reason: 'Storm', notify: true },
  ])
  expect(await (await day('Monday, March 2, 2026')).findByText('Cancelled')).toBeInTheDocument()
})

it('asks the same in the form of a timeslot, and Back changes nothing', async () => {
  const sent: { status?: string; bookings?: string }[] = []
  const record = () => ({ ...system, label: null, isEdited: false, ...stored[0] })
  server.use(
    http.get(`${apiUrl}/schedules/${schedule.id}/timeslots/${id(100)}`, () => HttpResponse.json(record())),
    http.patch(`${apiUrl}/schedules/${schedule.id}/timeslots/${id(100)}`, async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number]
      sent.push(body)
      if (!body.bookings) return bookedAnswer()
      Object.assign(stored[0] as object, { status: body.status })
      return HttpResponse.json(record())
    }),
  )
  const { user } = open()
  await user.click(await screen.findByRole('link', { name: '10:00–11:00' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(await form.findByRole('combobox', { name: /Status/ }))
  await user.click(await screen.findByRole('option', { name: 'Cancelled' }))
  const save = form.getByRole('button', { name: /Save/, hidden: true })
  await user.click(save)
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(save)
  await user.click(await screen.findByRole('button', { name: 'Keep the bookings' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { status: 'cancelled' },
    { status: 'cancelled' },
    { status: 'cancelled', bookings: 'keep', reason: null, notify: false },
  ])
})

it('lets a viewer look and change nothing', async () => {
  open('viewer')
  expect(await (await day('Monday, March 2, 2026')).findByRole('link', { name: '10:00–11:00' })).toBeInTheDocument()
  expect(screen.queryByRole('checkbox', { name: /^Choose/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Generate timeslots' })).toBeNull()
})
