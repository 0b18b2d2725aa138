import { describe, expect, it } from 'vitest'
import { generateTimeslots, openingDays, type PlannedTimeslot, type TimeslotInput } from '../../../src/scheduling'
import { clock, EVERY_DAY, schedule, week } from './fixture'

const NOW = '2026-02-20T12:00:00.000Z'
const MON = '2026-03-02'

/** The timeslots there are after a plan was carried out. */
const carryOut = (plan: readonly PlannedTimeslot[]): TimeslotInput[] => {
  return plan
    .filter(slot => slot.action !== 'delete')
    .map(({ startsAt, endsAt, capacity }, i) => ({
      id: `${i}`,
      scheduleId: 'hours',
      startsAt,
      endsAt,
      capacity,
      status: 'open',
      origin: 'generated',
    }))
}

describe('generating timeslots', () => {
  it('tiles each block by itself, with the gap between', () => {
    const split = schedule({ weeklyHours: [...week([1], '09:00', '12:00'), ...week([1], '12:00', '17:00')] })
    const { timeslots } = generateTimeslots(
      split,
      [],
      { from: MON, to: MON, slotDurationMinutes: 80, gapMinutes: 10, capacity: 4 },
      NOW,
    )
    expect(timeslots.map(slot => clock(slot.startsAt))).toEqual(['09:00', '10:30', '12:00', '13:30', '15:00'])
    expect(timeslots[0]).toMatchObject({ capacity: 4, action: 'create', endsAt: '2026-03-02T09:20:00.000Z' })
  })

  it('notes the days on which the clocks change', () => {
    const night = schedule({ weeklyHours: week(EVERY_DAY, '00:00', '06:00') })
    const { created, dstNotes } = generateTimeslots(night, [], { from: '2026-03-28', to: '2026-03-30' }, NOW)
    expect(created).toBe(6 + 5 + 6)
    expect(dstNotes).toMatchObject([
      { date: '2026-03-29', dayLengthMinutes: 1380, text: 'Sun 29 Mar 2026 has 23 hours: after 01:59 comes 03:00.' },
    ])
  })

  it('leaves the tail of the evening before alone', () => {
    const late = schedule({ weeklyHours: week(EVERY_DAY, '22:00', '02:00') })
    const sunday = generateTimeslots(late, [], { from: '2026-03-01', to: '2026-03-01' }, NOW)
    const monday = { from: MON, to: MON, onExisting: 'replace_unbooked' as const, slotDurationMinutes: 120 }
    const plan = generateTimeslots(late, carryOut(sunday.timeslots), monday, NOW)
    expect(plan).toMatchObject({ created: 2, deleted: 0, conflicts: 0 })
    expect(plan.timeslots.every(slot => slot.action === 'create')).toBe(true)
  })

  it('is idempotent after it was carried out, also where it replaced', () => {
    const first = generateTimeslots(schedule(), [], { from: MON, to: '2026-03-06' }, NOW)
    const change = {
      from: MON,
      to: '2026-03-06',
      slotDurationMinutes: 90,
      capacity: 3,
      onExisting: 'replace_unbooked' as const,
    }
    const second = generateTimeslots(schedule(), carryOut(first.timeslots), change, NOW)
    expect(second).toMatchObject({ created: 25, deleted: 40, kept: 0 })
    const third = generateTimeslots(schedule(), carryOut(second.timeslots), change, NOW)
    expect(third).toMatchObject({ created: 0, deleted: 0, kept: 25, conflicts: 0 })
  })

  it('keeps what is there, adds only where there is room, and says what it could not add', () => {
    const [first] = generateTimeslots(schedule(), [], { from: MON, to: MON }, NOW).timeslots
    const existing = carryOut(first ? [first] : [])
    const plan = generateTimeslots(schedule(), existing, { from: MON, to: MON, slotDurationMinutes: 90 }, NOW)
    expect(plan).toMatchObject({ created: 4, kept: 1, deleted: 0 })
    expect(plan.timeslots[0]).toMatchObject({
      action: 'keep',
      reason: 'In its place these are not created: Mon 2 Mar 2026 09:00.',
    })
  })

  it.each<[string, Partial<TimeslotInput>]>([
    ['booked', { bookedQuantity: 2 }],
    ['edited by hand', { isEdited: true }],
    ['edited by hand', { status: 'closed' }],
    ['made by hand', { origin: 'manual' }],
  ])('never deletes one that is %s', (reason, over) => {
    const [first] = carryOut(generateTimeslots(schedule(), [], { from: MON, to: MON }, NOW).timeslots)
    const existing = first ? [{ ...first, ...over }] : []
    const plan = generateTimeslots(
      schedule(),
      existing,
      { from: MON, to: MON, slotDurationMinutes: 90, onExisting: 'replace_unbooked' },
      NOW,
    )
    expect(plan).toMatchObject({ created: 4, deleted: 0, conflicts: 1 })
    expect(plan.timeslots[0]?.reason).toContain(reason)
  })

  it('makes none in the past, and refuses what is too much or wholly past', () => {
    expect(generateTimeslots(schedule(), [], { from: '2026-02-20', to: '2026-02-20' }, NOW).created).toBe(4)
    const generate =
      (from: string, to: string, minutes = 60) =>
      () => {
        return generateTimeslots(
          schedule({ weeklyHours: week(EVERY_DAY, '00:00', '24:00') }),
          [],
          { from, to, slotDurationMinutes: minutes },
          NOW,
        )
      }
    expect(generate('2026-03-01', '2027-02-28', 5)).toThrow(expect.objectContaining({ code: 'too_many_timeslots' }))
    expect(generate('2026-03-01', '2027-03-02')).toThrow(expect.objectContaining({ code: 'range_too_long' }))
    expect(generate('2026-02-01', '2026-02-19')).toThrow(expect.objectContaining({ code: 'range_in_past' }))
  })
})

describe('preview of a schedule', () => {
  it('shows the length of days, overrides and validity', () => {
    const preview = openingDays(
      schedule({
        weeklyHours: [
          ...week([7], '09:00', '12:00'),
          ...week([7], '12:00', '13:00'),
          ...week([1, 6], '22:00', '03:30'),
        ],
        validUntil: '2026-03-30',
        dateOverrides: [
          {
            id: 'o',
            startDate: '2025-12-31',
            endDate: '2026-01-02',
            isClosed: true,
            hours: [],
            repeatsYearly: true,
            label: 'New year',
          },
        ],
      }),
      '2026-03-28',
      '2026-04-04',
    )
    expect(preview.slice(0, 3)).toMatchObject([
      {
        date: '2026-03-28',
        dayLengthMinutes: 1440,
        clockChange: 'none',
        windows: [{ endsAt: '2026-03-29T01:30:00.000Z', minutes: 270 }],
      },
      {
        date: '2026-03-29',
        dayLengthMinutes: 1380,
        clockChange: 'skipped',
        windows: [{ startsAt: '2026-03-29T07:00:00.000Z', minutes: 240 }],
      },
      { date: '2026-03-30', windows: [{ minutes: 330 }] },
    ])
    expect(preview.at(-1)).toMatchObject({ date: '2026-04-04', windows: [] })
  })

  it('repeats yearly overrides over the end of a year, and drops blocks that a gap empties', () => {
    const yearly = schedule({
      weeklyHours: week(EVERY_DAY, '02:15', '03:00'),
      dateOverrides: [
        {
          startDate: '2025-12-31',
          endDate: '2026-01-01',
          isClosed: true,
          hours: [],
          repeatsYearly: true,
          label: 'New year',
        },
      ],
    })
    const open = (from: string, to: string) => openingDays(yearly, from, to).map(day => day.windows.length)
    expect(open('2027-12-30', '2028-01-02')).toEqual([1, 0, 0, 1])
    expect(openingDays(yearly, '2028-01-01', '2028-01-01')[0]?.override).toEqual({
      id: null,
      label: 'New year',
      isClosed: true,
    })
    expect(open('2026-03-28', '2026-03-30')).toEqual([1, 0, 1])
  })
})
