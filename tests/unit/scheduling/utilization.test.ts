import { expect, it } from 'vitest'
import { utilizationOf } from '../../../src/scheduling/engine/utilization'

const hour = 3_600_000
const day = Date.parse('2026-03-02T00:00:00.000Z')
const span = (from: number, to: number) => ({
  startsAt: new Date(day + from * hour).toISOString(),
  endsAt: new Date(day + to * hour).toISOString(),
})
const booked = (...spans: ReturnType<typeof span>[]) => ({ spans })

it('counts open time once however many share it, and only what lies in it and in the day', () => {
  const pool = { open: [span(9, 17)], bookings: [booked(span(11, 13), span(16, 19)), booked(span(10, 12))] }
  const night = { open: [span(-2, 2)], bookings: [booked(span(-1, 1))] }
  expect(utilizationOf([pool], day, day + 24 * hour)).toEqual({ open: 8 * hour, booked: 4 * hour })
  const tomorrow = { open: [span(33, 41)], bookings: [booked(span(33, 34))] }
  expect(utilizationOf([pool, night, tomorrow], day, day + 24 * hour)).toEqual({ open: 10 * hour, booked: 5 * hour })
})

it('is nothing of nothing on a closed day', () => {
  expect(utilizationOf([{ open: [], bookings: [booked(span(9, 10))] }], day, day + 24 * hour)).toEqual({
    open: 0,
    booked: 0,
  })
})
