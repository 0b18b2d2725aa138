import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { SimulateInput } from '../../../src/calls/simulateBody'
import { firstDate } from '../../../src/features/whatIf/firstDate'
import { channels } from '../../../src/resources/channels'
import { channel, channelsApi } from '../crud/support/channelsApi'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, chooseDelete, noEffect, startNetwork } from '../support'

const server = startNetwork()

const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`

const affected = (number: number, values: object = {}) => ({
  bookingId: id(number),
  reference: `REF${number}`,
  status: 'confirmed',
  startsAt: `2026-03-0${number}T09:00:00.000Z`,
  endsAt: `2026-03-0${number}T10:00:00.000Z`,
  quantity: 1,
  variantId: id(100),
  variantName: '60 minutes',
  title: 'Massage · 60 minutes',
  customerId: id(200),
  customerName: `Customer ${number}`,
  resourceIds: [id(300)],
  seriesId: null,
  severity: 'stranded',
  isNew: true,
  reasons: [
    {
      code: 'no_active_resource',
      sentence: 'no_active_resource.none',
      params: { variant: '60 minutes' },
      ruleId: null,
    },
  ],
  sameTimeResourceIds: [],
  nearest: { startsAt: '2026-03-09T09:00:00.000Z', endsAt: '2026-03-09T10:00:00.000Z' },
  version: 1,
  move: {
    startsAt: `2026-03-1${number}T09:00:00.000Z`,
    endsAt: `2026-03-1${number}T10:00:00.000Z`,
    resourceIds: [id(300)],
  } as object | null,
  ...values,
})

/** What is sent for a booking that is moved as the plan says. */
const shown = (number: number) => ({ id: id(number), version: 1, ...affected(number).move })

/** A channel's form, in an API that says of every change that these bookings fall outside. */
const open = async (listed: readonly ReturnType<typeof affected>[]) => {
  let items = listed
  const front = channel({ name: 'Front desk' })
  const api = channelsApi([front])
  const asked: SimulateInput[] = []
  const decided: { ids: string[]; action: string; reason: string }[] = []
  server.use(
    ...api.handlers,
    http.post(`${apiUrl}/availability/simulate`, async ({ request }) => {
      asked.push((await request.json()) as SimulateInput)
      const count = (severity: string) => items.filter(one => one.severity === severity).length
      return HttpResponse.json({
        ...noEffect,
        bookings: { ...noEffect.bookings, strandedCount: count('stranded'), irregularCount: count('irregular'), items },
      })
    }),
    http.post(`${apiUrl}/bookings/bulk`, async ({ request }) => {
      const body = (await request.json()) as (typeof decided)[number]
      decided.push(body)
      return HttpResponse.json(body.ids.map(one => ({ id: one, ok: true })))
    }),
  )
  const { user } = renderScreens({ path: `/setup/channels/?edit=${front.id}`, resources: [channels] })
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Channel' }))
  await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), ' 2')
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  const change = (later: typeof listed) => {
    items = later
  }
  return { api, user, dialog, save, asked, decided, change }
}

const saved = () => screen.findByText('Channel updated successfully')
const question = async () => within(await screen.findByRole('alertdialog'))

it('saves without a word when no booking falls outside, or only breaks a rule', async () => {
  const { save, asked, api } = await open([affected(1, { severity: 'irregular' })])
  await save()
  await saved()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.sent('PATCH')).toHaveLength(1)
  expect(asked.at(-1)).toMatchObject({
    changes: [{ action: 'update', entityType: 'channels', data: { name: 'Front desk 2' } }],
  })
})

it('asks before it strands bookings, names the first five, and writes nothing when one goes back', async () => {
  const { user, save, api, decided } = await open([1, 2, 3, 4, 5, 6, 7].map(number => affected(number)))
  await save()
  const dialog = await question()
  expect(dialog.getByRole('heading', { name: '7 bookings to come could not take place' })).toBeInTheDocument()
  expect(dialog.getByText('7 of 7 can be moved, as shown here.')).toBeInTheDocument()
  expect(dialog.getAllByText('Massage · 60 minutes')).toHaveLength(7)
  expect(dialog.getByText('Can move to: Mar 11, 2026, 10:00')).toBeVisible()
  expect(dialog.getByText(/^Customer 6|Customer 6$/, { selector: 'strong' })).not.toBeVisible()
  await user.click(dialog.getByText('and 2 more'))
  expect(dialog.getByText('Can move to: Mar 17, 2026, 10:00')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.sent('PATCH')).toHaveLength(0)
  expect(decided).toEqual([])

  await save()
  await user.click((await question()).getByRole('button', { name: 'Save and move what can be moved' }))
  await saved()
  const all = [1, 2, 3, 4, 5, 6, 7]
  expect(decided).toMatchObject([{ action: 'move', ids: all.map(id), moves: all.map(shown), notify: false }])
  expect(await screen.findByText('7 bookings moved')).toBeInTheDocument()
})

it('keeps bookings with a reason, which it asks for', async () => {
  const { user, save, decided, api } = await open([affected(1)])
  await save()
  const dialog = await question()
  const reason = dialog.getByRole('textbox', { name: /^Reason/ })
  expect(reason).toHaveValue('Decided when “Front desk 2” was saved')
  await user.clear(reason)
  await user.click(dialog.getByRole('button', { name: 'Save and keep' }))
  expect(reason).toHaveAccessibleDescription('Say why')
  expect(api.sent('PATCH')).toHaveLength(0)
  await user.type(reason, 'They come anyway')
  await user.click(dialog.getByRole('button', { name: 'Save and keep' }))
  await saved()
  expect(decided).toEqual([{ action: 'keep', ids: [id(1)], reason: 'They come anyway', notify: false }])
})

it('does what was chosen in the panel once it is saved, and does not ask again', async () => {
  const { user, dialog, save, decided } = await open([affected(1), affected(2), affected(3, { move: null })])
  await user.click(await dialog.findByText('What this changes'))
  const rows = within(dialog.getByRole('list', { name: 'Bookings that no longer fit' })).getAllByRole('listitem')
  const row = (index: number) => within(rows[index] as HTMLElement)
  expect(row(2).getByRole('button', { name: 'Move' })).toBeDisabled()
  await user.click(row(0).getByRole('button', { name: 'Cancel booking' }))
  expect(row(0).getByRole('button', { name: 'Cancel booking' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(dialog.getByRole('checkbox', { name: 'Select all' }))
  const all = within(dialog.getByRole('group', { name: '3 selected' }))
  await user.click(all.getByRole('button', { name: 'Keep' }))
  await user.click(row(1).getByRole('button', { name: 'Move' }))
  expect(dialog.getByRole('checkbox', { name: /^Tell customers by mail/ })).not.toBeChecked()
  expect(decided).toEqual([])
  await save()
  await saved()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(decided).toMatchObject([
    { action: 'keep', ids: [id(1), id(3)], notify: false },
    { action: 'move', ids: [id(2)], moves: [shown(2)], notify: false },
  ])
})

it('moves what can be moved, tells customers only if that is ticked, and says what stays', async () => {
  const { user, save, decided } = await open([affected(1), affected(2, { move: null })])
  await save()
  const dialog = await question()
  expect(dialog.getByText('1 of 2 can be moved, as shown here.')).toBeInTheDocument()
  expect(dialog.getByText('Nothing is free within 14 days: it stays where it is.')).toBeInTheDocument()
  await user.click(dialog.getByRole('checkbox', { name: /^Tell customers by mail/ }))
  await user.click(dialog.getByRole('button', { name: 'Save and move what can be moved' }))
  await saved()
  expect(decided).toMatchObject([{ action: 'move', ids: [id(1)], moves: [shown(1)], notify: true }])
})

it('asks again with the new plan when something was booked since the question', async () => {
  const { user, save, decided, change, api } = await open([affected(1)])
  await save()
  const dialog = await question()
  change([affected(1, { move: affected(5).move })])
  await user.click(dialog.getByRole('button', { name: 'Save and move what can be moved' }))
  expect(await dialog.findByText(/^Something was booked or changed meanwhile/)).toBeInTheDocument()
  expect(dialog.getByText('Can move to: Mar 15, 2026, 10:00')).toBeInTheDocument()
  expect(api.sent('PATCH')).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Save and move what can be moved' }))
  await saved()
  expect(decided).toMatchObject([{ action: 'move', moves: [{ ...shown(5), id: id(1) }] }])
})

it('asks when what was chosen in the panel would go elsewhere by now', async () => {
  const { user, dialog, save, decided, change } = await open([affected(1)])
  await user.click(await dialog.findByText('What this changes'))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  change([affected(1, { version: 2 })])
  await save()
  const asked = await question()
  expect(asked.getByText(/^Something was booked or changed meanwhile/)).toBeInTheDocument()
  await user.click(asked.getByRole('button', { name: 'Save and move what can be moved' }))
  await saved()
  expect(decided).toMatchObject([{ action: 'move', moves: [{ ...shown(1), version: 2 }] }])
})

const underWay = () =>
  http.post(
    `${apiUrl}/availability/simulate`,
    () =>
      HttpResponse.json(
        { code: 'rate_limited', status: 429, message: { key: 'refusal.oneAtATime', args: {} } },
        { status: 429, headers: { 'Retry-After': '1' } },
      ),
    { once: true },
  )

it('waits quietly while somebody else asks, and then asks before it strands bookings', async () => {
  const { save, api } = await open([affected(1)])
  server.use(underWay())
  await save()
  const dialog = await question()
  expect(dialog.getByRole('heading', { name: '1 booking to come could not take place' })).toBeInTheDocument()
  expect(api.sent('PATCH')).toHaveLength(0)
})

it('shows the effect in the panel once somebody else has been answered', async () => {
  const { user, dialog } = await open([affected(1)])
  server.use(underWay(), underWay())
  await user.click(await dialog.findByText('What this changes'))
  await dialog.findByRole('list', { name: 'Bookings that no longer fit' }, { timeout: 5000 })
})

it('saves as before and says so when the effect is not known, or not in time', async () => {
  const { save, api } = await open([])
  server.use(http.post(`${apiUrl}/availability/simulate`, () => HttpResponse.error()))
  await save()
  await saved()
  expect(await screen.findByText('Which bookings this concerns could not be said in time.')).toBeInTheDocument()
  expect(api.sent('PATCH')).toHaveLength(1)
})

it('waits three seconds for the effect and no longer', async () => {
  const { save, api } = await open([affected(1)])
  server.use(
    http.post(`${apiUrl}/availability/simulate`, async () => {
      await delay('infinite')
      return HttpResponse.json(noEffect)
    }),
  )
  await save()
  expect(await screen.findByText('Channel updated successfully', {}, { timeout: 10_000 })).toBeInTheDocument()
  expect(screen.getByText('Which bookings this concerns could not be said in time.')).toBeInTheDocument()
  expect(api.sent('PATCH')).toHaveLength(1)
})

it('asks once before deleting what strands bookings', async () => {
  const { user, dialog, api, decided } = await open([affected(1)])
  server.use(http.delete(`${apiUrl}/channels/:id`, () => new HttpResponse(null, { status: 204 })))
  await chooseDelete(user, dialog)
  const keep = await screen.findByRole('button', { name: 'Delete and keep bookings' })
  const only = within(screen.getByRole('alertdialog', { name: 'Delete Front desk?' }))
  expect(only.getByText('1 booking to come could not take place')).toBeInTheDocument()
  await user.click(keep)
  expect(await screen.findByText('1 booking kept')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.sent('PATCH')).toHaveLength(0)
  expect(decided).toMatchObject([{ action: 'keep' }])
})

it('asks plainly before deleting what strands nothing, and not at all once the dialog is left', async () => {
  const { user, dialog } = await open([affected(1)])
  let answer = () => {}
  server.use(
    http.post(`${apiUrl}/availability/simulate`, async () => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      return HttpResponse.json({
        ...noEffect,
        bookings: { ...noEffect.bookings, strandedCount: 1, items: [affected(1)] },
      })
    }),
  )
  await chooseDelete(user, dialog)
  const first = within(await screen.findByRole('alertdialog', { name: 'Delete Front desk?' }))
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  answer()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  server.use(http.post(`${apiUrl}/availability/simulate`, () => HttpResponse.json(noEffect)))
  await chooseDelete(user, dialog)
  const plain = within(await screen.findByRole('alertdialog', { name: 'Delete Front desk?' }))
  expect(await plain.findByRole('button', { name: 'Delete' })).toBeInTheDocument()
  expect(plain.queryByText(/could not take place/)).toBeNull()
})

it('finds the first day that a change is about', () => {
  const today = '2026-03-02'
  const vacation = { name: 'Vacation', parameters: { startDate: '2026-08-03', endDate: '2026-08-14' } }
  expect(firstDate(vacation, undefined, today)).toBe('2026-08-03')
  const longer = { parameters: { startDate: '2026-08-03', endDate: '2026-08-21' } }
  expect(firstDate(longer, vacation, today)).toBe('2026-08-14')
  expect(firstDate({ parameters: {} }, vacation, today)).toBe('2026-08-03')
  expect(firstDate({ name: 'Open', validFrom: '2026-01-01' }, vacation, today)).toBeUndefined()
})
