import { describe, expect, it } from 'vitest'
import { blackoutOf } from '../../../src/features/bookings/blackoutOf'
import { variantFor } from '../../../src/features/bookings/dialog/chosenTime'
import type { Variant } from '../../../src/resources/variants'

describe('closing a time', () => {
  const parametersOf = (startsAt: string, endsAt: string) =>
    blackoutOf({ resourceId: 'r', resourceName: 'Room', startsAt, endsAt, timeZone: 'Europe/Berlin' }).parameters

  it('takes the wall clock of the resource, in summer and in winter', () => {
    const day = { startDate: '2026-07-01', endDate: '2026-07-01' }
    expect(parametersOf('2026-07-01T08:00:00Z', '2026-07-01T09:30:00Z')).toEqual({
      ...day,
      startTime: '10:00',
      endTime: '11:30',
    })
    expect(parametersOf('2026-12-01T08:00:00Z', '2026-12-01T09:30:00Z')).toMatchObject({ startTime: '09:00' })
  })

  it('ends a day at 24:00', () => {
    expect(parametersOf('2026-07-01T20:00:00Z', '2026-07-01T22:00:00Z')).toMatchObject({
      startDate: '2026-07-01',
      endDate: '2026-07-01',
      startTime: '22:00',
      endTime: '24:00',
    })
  })
})

describe('the variant for a marked time', () => {
  const variant = (values: object) => ({ isActive: true, durationType: 'fixed', ...values }) as unknown as Variant
  const half = variant({ id: 'half', durationMinutes: 30 })
  const closed = variant({ id: 'closed', durationMinutes: 60, isActive: false })
  const whole = variant({ id: 'whole', durationMinutes: 60 })
  const open = variant({ durationType: 'flexible', minDurationMinutes: 60, maxDurationMinutes: 240 })
  const start = '2026-07-01T08:00:00Z'

  it('is the active one that takes exactly as long', () => {
    expect(variantFor([half, closed, whole], start, '2026-07-01T09:00:00Z')).toBe(whole)
    expect(variantFor([half, open], start, '2026-07-01T10:30:00Z')).toBe(open)
  })

  it('is left open when none does, or when no end was marked', () => {
    expect(variantFor([half, whole], start, '2026-07-01T08:45:00Z')).toBeUndefined()
    expect(variantFor([half, whole], start, null)).toBeUndefined()
  })
})
