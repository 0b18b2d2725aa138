import { expect, it } from 'vitest'
import { partsOf } from '../../../src/features/schedules/generation'
import { previewDays } from '../../../src/features/schedules/previewDays'

const hours = (days: number[], startTime: string, endTime: string) =>
  days.map(dayOfWeek => ({ dayOfWeek, startTime, endTime }))
const special = (date: string) => ({
  startDate: date,
  endDate: date,
  isClosed: true,
  hours: [],
  repeatsYearly: false,
  label: null,
})

it('shows what the hours come to: seasons, special dates, nights and clock changes', () => {
  const days = previewDays(
    {
      timeZone: 'Europe/Berlin',
      mode: 'timeslots',
      slotDurationMinutes: 60,
      slotGapMinutes: 30,
      validUntil: '2026-03-30',
      weeklyHours: [...hours([1], '09:00', '12:00'), ...hours([6], '22:00', '06:00')],
      dateOverrides: [special('2026-03-09')],
    },
    '2026-03-01',
    '2026-04-06',
  )
  const of = (date: string) => {
    const { openMinutes, timeslotCount, dayLengthMinutes } = days.get(date)!
    return { openMinutes, timeslotCount, dayLengthMinutes }
  }
  expect(of('2026-03-02')).toEqual({ openMinutes: 180, timeslotCount: 2, dayLengthMinutes: 1440 })
  expect(of('2026-03-09')).toEqual({ openMinutes: 0, timeslotCount: 0, dayLengthMinutes: 1440 })
  expect(of('2026-03-21')).toMatchObject({ openMinutes: 480 })
  // The night of the clock change is an hour shorter.
  expect(of('2026-03-28')).toMatchObject({ openMinutes: 420 })
  expect(of('2026-03-29').dayLengthMinutes).toBe(1380)
  expect(of('2026-04-06').openMinutes).toBe(0)
})

it('takes what is being typed as if it were not there, and an unknown zone as nothing', () => {
  const typed = {
    timeZone: 'Europe/Berlin',
    validFrom: '20',
    mode: 'timeslots',
    slotDurationMinutes: 0,
    weeklyHours: [...hours([1], '09:00', '10:00'), { dayOfWeek: 2, startTime: '', endTime: '1' }],
    dateOverrides: [{ ...special(''), endDate: '2026-' }],
  } as const
  const days = previewDays(typed as never, '2026-03-02', '2026-03-03')
  expect(Array.from(days.values(), ({ openMinutes }) => openMinutes)).toEqual([60, 0])
  expect(previewDays({ ...typed, timeZone: 'Mars/Base' } as never, '2026-03-02', '2026-03-03').size).toBe(0)
})

it('generates a range in parts that leave no day out and none twice', () => {
  expect(partsOf('2026-01-01', '2026-01-01')).toEqual([{ from: '2026-01-01', to: '2026-01-01' }])
  expect(partsOf('2026-01-01', '2026-03-04')).toEqual([
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-03-03' },
    { from: '2026-03-04', to: '2026-03-04' },
  ])
})
