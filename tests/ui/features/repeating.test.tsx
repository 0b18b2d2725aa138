import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import type { BookingRequest } from '../../../src/features/bookings/bookingsApi'
import RepeatFields from '../../../src/features/series/RepeatFields'
import { bookingSeries } from '../../../src/resources/bookingSeries'
import { renderScreens } from '../crud/support/renderScreens'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()

const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
const hour = 3_600_000
const spanAt = (start: number) => ({
  startsAt: new Date(start).toISOString(),
  endsAt: new Date(start + hour).toISOString(),
})

/** Mondays at ten in Berlin, before summer time. */
const first = Date.parse('2090-03-06T09:00:00Z')
const request: BookingRequest = {
  ...{ variantId: id(2), channelId: null, endsAt: null, quantity: null, resourceIds: [] },
  startsAt: new Date(first).toISOString(),
}

interface Body {
  exDates: readonly string[]
  onConflict: string
  nearestWithinDays: number
}

/** Four Mondays of which the third is not free, and free again the day after. */
const preview = ({ exDates, onConflict, nearestWithinDays }: Body) => {
  const occurrences = [0, 1, 2, 3].map(index => {
    const own = spanAt(first + index * 7 * 24 * hour)
    const isTaken = index === 2
    const nearest = isTaken && nearestWithinDays >= 1 ? { ...spanAt(Date.parse(own.startsAt) + 24 * hour) } : null
    const isMoved = isTaken && onConflict === 'nearest' && nearest !== null
    const date = own.startsAt.slice(0, 10)
    const isLeftOut = exDates.includes(date)
    return {
      ...{ index, date, ruleStartsAt: own.startsAt, ...(isMoved && !isLeftOut ? nearest : own) },
      state: isLeftOut ? 'excluded' : isTaken && !isMoved ? 'skipped' : 'booked',
      ...{ isMoved: isMoved && !isLeftOut, exceptions: [], dst: null, bookingId: null, resourceIds: [] },
      requiresApproval: false,
      reasons: isTaken && !isLeftOut ? [{ code: 'tenant_inactive', sentence: 'tenant_inactive', params: {} }] : [],
      nearest,
    }
  })
  const booked = occurrences.filter(({ state }) => state === 'booked')
  return {
    ...{ occurrences, occurrenceCount: 4 - exDates.length, bookedCount: booked.length },
    ...{ movedCount: booked.filter(one => one.isMoved).length, total: { amount: 5000, currency: 'EUR' } },
  }
}

const open = async () => {
  const asked: Body[] = []
  const onChange = vi.fn()
  server.use(
    http.post(`${apiUrl}/bookings/series`, async ({ request: sent }) => {
      const body = (await sent.json()) as Body & { dryRun: boolean }
      expect(body.dryRun).toBe(true)
      asked.push(body)
      return HttpResponse.json(preview(body))
    }),
  )
  const list = () => <RepeatFields request={request} customerId={null} onChange={onChange} />
  const { user } = renderScreens({
    path: '/series',
    resources: [bookingSeries],
    role: 'staff',
    own: { [bookingSeries.name]: { list } },
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Repeat' }), 'Every week')
  await screen.findByText('3 of 4 free')
  const dates = () => screen.getAllByRole('listitem').map(row => within(row))
  const ticks = () => dates().map(date => (date.getByRole('checkbox') as HTMLInputElement).checked)
  const toggle = (index: number) => user.click(dates()[index]?.getByRole('checkbox') as HTMLElement)
  return { user, asked, dates, ticks, toggle, wanted: () => onChange.mock.lastCall?.[0] }
}

it('ticks the dates that would be booked and no other, with why one is not and what is nearest', async () => {
  const { dates, ticks, asked, wanted } = await open()
  expect(ticks()).toEqual([true, true, false, true])
  expect(dates()[2]?.getByText(/is suspended/)).toBeVisible()
  // Further than the same day.
  expect(dates()[2]?.getByText(/^Nearest: .*21/)).toBeVisible()
  expect(screen.getByText('€150.00 in all')).toBeVisible()
  expect(asked.at(-1)).toMatchObject({ onConflict: 'skip', nearestWithinDays: 7 })
  await waitFor(() => expect(wanted()).toMatchObject({ bookedCount: 3 }))
})

it('leaves out a date that is unticked, and takes it back', async () => {
  const { ticks, toggle, wanted } = await open()
  await toggle(1)
  await waitFor(() => expect(ticks()).toEqual([true, false, false, true]))
  expect(screen.getByText('Left out on purpose')).toBeVisible()
  await waitFor(() => expect(wanted()).toMatchObject({ exDates: ['2090-03-13'], bookedCount: 2 }))
  await toggle(1)
  await waitFor(() => expect(ticks()).toEqual([true, true, false, true]))
})

it('takes the nearest time for a refused date that is ticked, and counts it as one at another time', async () => {
  const { ticks, toggle, dates, wanted } = await open()
  await toggle(2)
  expect(await screen.findByText('3 of 4 free, 1 at another time')).toBeVisible()
  expect(ticks()).toEqual([true, true, true, true])
  expect(dates()[2]?.getByText(/^Takes .*21/)).toBeVisible()
  await waitFor(() =>
    expect(wanted()).toMatchObject({ onConflict: 'nearest', nearestWithinDays: 7, exDates: [], bookedCount: 4 }),
  )
})

it('asks once for all that are not free, and can look for the nearest time on the same day alone', async () => {
  const { user, ticks, wanted } = await open()
  const choice = screen.getByRole('combobox', { name: 'When a date is not free' })
  await user.selectOptions(choice, 'Take the nearest time within 7 days')
  await waitFor(() => expect(ticks()).toEqual([true, true, true, true]))
  await user.selectOptions(choice, 'Take the nearest time of that day')
  await waitFor(() => expect(ticks()).toEqual([true, true, false, true]))
  expect(wanted()).toMatchObject({ onConflict: 'nearest', nearestWithinDays: 0 })
})
