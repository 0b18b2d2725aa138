import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import SeriesPage from '../../../src/features/series/SeriesPage'
import { bookingSeries } from '../../../src/resources/bookingSeries'
import { bookings } from '../../../src/resources/bookings'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()

const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
const seriesId = id(1)
const [mia, jonas] = [id(31), id(32)]
const typeId = id(40)

/** Mondays at ten in Berlin, before summer time; far enough ahead to stay to come. */
const occurrence = (index: number, values: object = {}) => {
  const date = `2090-03-${String(6 + 7 * index).padStart(2, '0')}`
  return {
    ...{ index, date, ruleStartsAt: `${date}T09:00:00.000Z`, startsAt: `${date}T09:00:00.000Z` },
    ...{ endsAt: `${date}T10:00:00.000Z`, state: 'booked', isMoved: false, exceptions: [], dst: null },
    ...{ bookingId: id(100 + index), resourceIds: [mia], requiresApproval: false, reasons: [], nearest: null },
    ...values,
  }
}

/** What makes a date that was left out. */
const taken = {
  ...{ state: 'skipped', bookingId: null, resourceIds: [] },
  reasons: [{ code: 'tenant_inactive', sentence: 'tenant_inactive', params: {} }],
}

const series = {
  ...{ id: seriesId, version: 1, reference: 'SERIES01', variantId: id(2), title: 'Facial', channelId: id(3) },
  ...{ customerId: id(4), customerName: 'Ada Ahmed', timeZone: 'Europe/Berlin', rrule: 'FREQ=WEEKLY;COUNT=3;WKST=MO' },
  ...{ startsAt: '2090-03-06T09:00:00.000Z', endsAt: '2090-03-06T10:00:00.000Z', exDates: [], quantity: 1 },
  ...{ onConflict: 'fail', nearestWithinDays: 0, keepResources: true, total: { amount: 5000, currency: 'EUR' } },
  bookedTotal: { amount: 15_000, currency: 'EUR' },
  ...{ paymentStatus: 'unpaid', notes: 'Bring tea', internalNotes: null, status: 'active', resourceIds: [] },
  ...{ occurrenceCount: 3, bookedCount: 3, movedCount: 0, skippedCount: 0, nextStartsAt: null, lastStartsAt: null },
  ...{ icalSequence: 0, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  occurrences: [occurrence(0), occurrence(1), occurrence(2)],
}

const booking = {
  ...{ id: id(101), version: 1, reference: 'BOOKING1', catalogItemId: id(5), variantId: id(2), status: 'confirmed' },
  ...{ resourceIds: [mia], resources: [{ resourceId: mia, resourceTypeId: typeId, name: 'Mia' }] },
}

const listOf = (records: object[]) =>
  HttpResponse.json(records, { headers: { 'X-Total-Count': String(records.length) } })

/** The page of the series, and what is sent to its calls; each is answered with the series unless told otherwise. */
const open = async (
  answer: (action: string) => Response | undefined = () => undefined,
  values: object = {},
  /** What dry runs answer. */
  preview: (action: string) => object = () => series,
) => {
  const sent: { action: string; body: object }[] = []
  const record = async (action: string, request: Request) => {
    const body = (await request.json()) as object
    if ('dryRun' in body && body.dryRun) return HttpResponse.json(preview(action))
    sent.push({ action, body })
    return answer(action) ?? HttpResponse.json(series)
  }
  const assigned = [
    { resourceId: mia, resourceName: 'Mia', resourceTypeId: typeId },
    { resourceId: jonas, resourceName: 'Jonas', resourceTypeId: typeId },
  ]
  server.use(
    http.get(`${apiUrl}/bookings/series/${seriesId}`, () => HttpResponse.json({ ...series, ...values })),
    http.get(`${apiUrl}/bookings/series/${seriesId}/history`, () => HttpResponse.json([])),
    http.patch(`${apiUrl}/bookings/series/${seriesId}`, ({ request }) => record('patch', request)),
    http.post(`${apiUrl}/bookings/series/${seriesId}/:action`, ({ request, params }) =>
      record(String(params.action), request),
    ),
    http.get(`${apiUrl}/bookings/${booking.id}`, () => HttpResponse.json(booking)),
    http.get(`${apiUrl}/catalog-items/${id(5)}/variants/${id(2)}/resources`, () => HttpResponse.json(assigned)),
    http.get(`${apiUrl}/resources/types`, () => listOf([{ id: typeId, name: 'Therapist' }])),
    http.get(`${apiUrl}/customers/${id(4)}`, () =>
      HttpResponse.json({ id: id(4), version: 1, name: 'Ada Ahmed', email: 'ada@example.test' }),
    ),
    http.get(`${apiUrl}/resources`, () => listOf([{ id: mia, name: 'Mia' }])),
    http.get(`${apiUrl}/channels`, () => listOf([{ id: id(3), name: 'Front desk' }])),
  )
  const { user } = renderScreens({
    path: `/series/${seriesId}`,
    resources: [bookingSeries, bookings],
    own: { [bookingSeries.name]: { edit: SeriesPage } },
  })
  const dates = within(await screen.findByRole('region', { name: /^Dates/ }))
  /** Opens a dialog from the menu of the second date. */
  const change = async (item: string, title: string) => {
    await user.click((await dates.findAllByRole('button', { name: /^Change / }))[1] as HTMLElement)
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('dialog', { name: title }))
  }
  return { user, sent, change }
}

const done = () => screen.findByText('Series changed')

it('moves this date and the following, and says which of them are not free', async () => {
  const refusal = {
    ...{ type: 'x', title: 'Conflict', status: 409, code: 'slot_unavailable', detail: 'Not free.' },
    ...{ reasons: [], alternatives: [], occurrences: [occurrence(2, { state: 'conflict' })] },
  }
  let isTaken = true
  const { user, sent, change } = await open(() => (isTaken ? HttpResponse.json(refusal, { status: 409 }) : undefined))
  const dialog = await change('Move', 'Move dates of the series')
  await user.clear(dialog.getByRole('textbox', { name: 'Time' }))
  await user.type(dialog.getByRole('textbox', { name: 'Time' }), '14:00')
  expect(dialog.queryByRole('combobox', { name: 'When a new time is not free' })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'This and the following' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Also dates that were changed on their own' }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Not free: .*20/)
  isTaken = false
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await done()
  expect(sent.at(-1)).toMatchObject({
    action: 'reschedule',
    body: {
      ...{ scope: 'following', occurrence: 1, startsAt: '2090-03-13T13:00:00.000Z' },
      ...{ onConflict: 'fail', overwriteExceptions: true, notify: true },
    },
  })
})

it('gives all to come another resource', async () => {
  const { user, sent, change } = await open()
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  server.use(
    http.get(`${apiUrl}/bookings/${booking.id}`, async () => {
      await held
      return HttpResponse.json(booking)
    }),
  )
  const dialog = await change('Change resources', 'Change resources of the series')
  // What is still to come stands above the choice, and would push it away.
  expect(dialog.queryByRole('radio')).toBeNull()
  expect(dialog.getByRole('button', { name: 'Change resources' })).toBeDisabled()
  letGo()
  const who = await dialog.findByRole('combobox', { name: 'Therapist' })
  await user.selectOptions(who, 'Jonas')
  await user.click(dialog.getByRole('radio', { name: 'All to come' }))
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'When a date is not free' }),
    'Leave that date where it is',
  )
  await user.click(dialog.getByRole('button', { name: 'Change resources' }))
  await done()
  expect(sent).toMatchObject([
    { action: 'reassign', body: { scope: 'all', occurrence: 1, resourceIds: [jonas], onConflict: 'skip' } },
  ])
})

it('cancels only this date, with the reason that it needs at its field', async () => {
  const problem = {
    ...{ type: 'x', title: 'Unprocessable', status: 422, code: 'validation', detail: 'Please check: reason.' },
    errors: { reason: 'Give a reason' },
  }
  let isLate = true
  const { user, sent, change } = await open(() => (isLate ? HttpResponse.json(problem, { status: 422 }) : undefined))
  const dialog = await change('Cancel', 'Cancel dates of the series')
  await user.click(dialog.getByRole('combobox', { name: /Who cancels/ }))
  await user.click(await screen.findByRole('option', { name: 'The customer' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(reason).toHaveAccessibleDescription('Give a reason'))
  isLate = false
  await user.click(await dialog.findByRole('checkbox', { name: /^Tell .*@/ }))
  await user.type(reason, 'Ill')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await done()
  expect(sent.at(-1)).toMatchObject({
    action: 'cancel',
    body: { scope: 'this', occurrence: 1, reason: 'Ill', by: 'customer', notify: false },
  })
})

it('tries what was left out again, and tells of it only who is to be told', async () => {
  const left = [occurrence(0), occurrence(1, taken), occurrence(2, taken)]
  const tried = { ...series, occurrences: [occurrence(0), occurrence(1), occurrence(2, taken)] }
  const { user, sent } = await open(undefined, { skippedCount: 2, occurrences: left }, () => tried)
  await user.click(await screen.findByRole('button', { name: 'Retry left-out dates' }))
  const question = within(await screen.findByRole('dialog', { name: 'Book left-out dates' }))
  expect(await question.findByText('1 of 2 free')).toBeVisible()
  expect(question.getByText(/is suspended/)).toBeVisible()
  await user.click(await question.findByRole('checkbox', { name: 'Tell Ada Ahmed (ada@example.test)' }))
  await user.click(question.getByRole('button', { name: 'Book' }))
  await done()
  expect(sent).toMatchObject([{ action: 'retry-skipped', body: { onConflict: 'skip', notify: false } }])
})

it('says what all of it costs, who takes it and for whom, and no number that is of a part of it', async () => {
  await open(undefined, { rrule: 'FREQ=WEEKLY;COUNT=2;WKST=MO' })
  expect(await screen.findByText('€150.00 for 3 dates')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ada Ahmed' })).toHaveAttribute('href', `/customers/${id(4)}`)
  expect((await screen.findAllByText('Mia')).length).toBeGreaterThan(0)
  expect(screen.getByText(/Every week on Monday$/)).toBeVisible()
  expect(screen.queryByText(/2 times/)).toBeNull()
})

it('books a date that was left out at another time', async () => {
  const left = { skippedCount: 1, occurrences: [occurrence(0), occurrence(1, taken), occurrence(2)] }
  const { user, sent, change } = await open(undefined, left)
  const dialog = await change('Book at another time', 'Book this date at another time')
  expect(dialog.queryByRole('radio')).toBeNull()
  await user.clear(dialog.getByRole('textbox', { name: 'Time' }))
  await user.type(dialog.getByRole('textbox', { name: 'Time' }), '15:30')
  await user.click(dialog.getByRole('button', { name: 'Book' }))
  await done()
  expect(sent).toMatchObject([
    { action: 'retry-skipped', body: { indexes: [1], startsAt: '2090-03-13T14:30:00.000Z', notify: true } },
  ])
})

it('shows where every date goes before it moves', async () => {
  const later = { startsAt: '2090-03-13T13:00:00.000Z', endsAt: '2090-03-13T14:00:00.000Z' }
  const moved = {
    ...series,
    occurrences: [
      ...[occurrence(0), occurrence(1, { ...later, ruleStartsAt: later.startsAt })],
      occurrence(2, { ruleStartsAt: '2090-03-20T13:00:00.000Z', reasons: taken.reasons }),
    ],
  }
  const { user, change } = await open(undefined, {}, () => moved)
  const dialog = await change('Move', 'Move dates of the series')
  await user.click(dialog.getByRole('radio', { name: 'This and the following' }))
  expect(await dialog.findByText('1 of 2 free')).toBeVisible()
  const [goes, stays] = dialog.getAllByRole('listitem')
  expect(goes).toHaveTextContent(/14:00.*Now.*10:00.*Free$/)
  expect(stays).toHaveTextContent(/is suspended.*Stays where it is$/)
})

it('shows every date that would be added, and leaves those that are there alone', async () => {
  const added = occurrence(3)
  const nearest = { startsAt: '2090-04-04T08:00:00.000Z', endsAt: '2090-04-04T09:00:00.000Z' }
  const own = { startsAt: '2090-04-03T08:00:00.000Z', endsAt: '2090-04-03T09:00:00.000Z' }
  const refused = { ...occurrence(2, taken), ...own, index: 4, ruleStartsAt: own.startsAt, nearest }
  const longer = { ...series, occurrences: [...series.occurrences, added, refused] }
  const { user, sent } = await open(undefined, {}, () => longer)
  await user.click(await screen.findByRole('button', { name: 'Extend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add dates to the end' }))
  expect(await dialog.findByText('1 of 2 free')).toBeVisible()
  const rows = dialog.getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toHaveTextContent(/^4.*11:00.*Free$/)
  expect(rows[1]).toHaveTextContent(/^5.*is suspended.*Nearest: .*Apr 4/)
  expect(sent).toEqual([])
})

it('says why a change cannot be shown', async () => {
  const { user, change } = await open()
  const problem = { status: 422, code: 'validation', detail: 'No.', errors: { startsAt: 'Stay on the same day' } }
  server.use(
    http.post(`${apiUrl}/bookings/series/${seriesId}/reschedule`, () => HttpResponse.json(problem, { status: 422 })),
  )
  const dialog = await change('Move', 'Move dates of the series')
  await user.click(dialog.getByRole('radio', { name: 'All to come' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Stay on the same day')
})

it('says in its history what was made, and what each date costs, in words', async () => {
  const entry = {
    ...{ id: id(90), at: '2026-01-01T00:00:00.000Z', actor: { type: 'user', name: 'Grace' }, action: 'created' },
    ...{ via: null, reason: null, entityType: 'bookingSeries', entityId: seriesId },
    changes: {
      rrule: { from: null, to: series.rrule },
      startsAt: { from: null, to: series.startsAt },
      total: { from: null, to: series.total },
      icalSequence: { from: null, to: 0 },
    },
  }
  const { user } = await open()
  server.use(http.get(`${apiUrl}/bookings/series/${seriesId}/history`, () => HttpResponse.json([entry])))
  await user.click(screen.getByRole('button', { name: 'History' }))
  const what = await screen.findByText('Created · Rule: Every week on Monday, 3 times · €50.00 a date')
  expect(what.closest('article')).not.toHaveTextContent(/Ical|Total/)
})

it('changes the notes of all', async () => {
  const { user, sent, change } = await open()
  const dialog = await change('Change notes', 'Change notes of the series')
  const notes = dialog.getByRole('textbox', { name: 'Notes' })
  expect(notes).toHaveValue('Bring tea')
  await user.clear(notes)
  await user.click(dialog.getByRole('radio', { name: 'All to come' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await done()
  expect(sent).toMatchObject([{ action: 'patch', body: { scope: 'all', notes: null, overwriteExceptions: false } }])
})

it('is extended by a number of dates, or until a day', async () => {
  const { user, sent } = await open()
  const extend = async () => {
    await user.click(await screen.findByRole('button', { name: 'Extend' }))
    return within(await screen.findByRole('dialog', { name: 'Add dates to the end' }))
  }
  const byCount = await extend()
  await user.clear(byCount.getByRole('spinbutton', { name: 'How many more' }))
  await user.type(byCount.getByRole('spinbutton', { name: 'How many more' }), '2')
  await user.click(byCount.getByRole('button', { name: 'Extend' }))
  await done()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const byDate = await extend()
  await user.selectOptions(byDate.getByRole('combobox', { name: 'Add' }), 'Dates until a day')
  // Four weeks after the last one.
  expect(byDate.getByRole('textbox', { name: /^Until/ })).toHaveValue('Apr 17, 2090')
  await user.click(byDate.getByRole('button', { name: 'Extend' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    { action: 'extend', body: { count: 2, onConflict: 'skip', nearestWithinDays: 7, notify: true } },
    { action: 'extend', body: { untilDate: '2090-04-17', onConflict: 'skip', nearestWithinDays: 7, notify: true } },
  ])
})
