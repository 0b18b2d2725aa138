import { describe, expect, it } from 'vitest'
import { variantFor } from '../../../src/features/bookings/dialog/chosenTime'
import type { Variant } from '../../../src/resources/variants'

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
