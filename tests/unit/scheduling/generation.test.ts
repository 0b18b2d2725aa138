import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  generateTimeslots,
  openingDays,
  type PlannedTimeslot,
  type TimeslotInput,
  zoneOf,
} from '../../../src/scheduling'
import { diffTimeslots } from '../../../src/scheduling/schedule/diffTimeslots'
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

describe('a plan of timeslots', () => {
  const MINUTE = 60_000
  const start = Date.UTC(2026, 2, 2)
  const utc = zoneOf('UTC')
  /** Disjoint, some touching. */
  const spans = fc
    .array(fc.tuple(fc.constantFrom(0, 0, 30, 60), fc.constantFrom(30, 60, 90)), { maxLength: 6 })
    .map(list => {
      let free = start
      return list.map(([gap, length]) => {
        const from = free + gap * MINUTE
        free = from + length * MINUTE
        return { start: from, end: free }
      })
    })
  const capacity = fc.constantFrom(null, null, 1)
  const kind = fc.record({
    capacity: fc.constantFrom(undefined, null, 1),
    bookedQuantity: fc.constantFrom(undefined, 0, 0, 1),
    origin: fc.constantFrom('generated', 'generated', 'manual'),
    isEdited: fc.constantFrom(false, false, undefined, true),
    status: fc.constantFrom('open', 'open', undefined, 'closed'),
    isInRange: fc.constantFrom(true, true, true, false),
  })
  const world = fc.record({
    wanted: spans.chain(list => fc.tuple(...list.map(span => capacity.map(of => ({ ...span, capacity: of }))))),
    others: spans
      .chain(list => fc.tuple(...list.map((span, i) => kind.map(of => ({ ...of, ...span, id: `${i}` })))))
      .chain(list => fc.shuffledSubarray(list, { minLength: list.length })),
    replace: fc.boolean(),
    now: fc.constantFrom(-60, 0, 30, 60, 90).map(minutes => start + minutes * MINUTE),
  })

  it('is what a literal reading of the rules makes', () => {
    fc.assert(
      fc.property(world, ({ wanted, others, replace, now }) => {
        const slots = others.map(
          ({ start: from, end, isInRange: _, ...rest }) =>
            ({ ...rest, scheduleId: 'x', startsAt: from, endsAt: end }) as TimeslotInput,
        )
        const existing = slots.filter((_, i) => others[i]?.isInRange)
        const plan = diffTimeslots(wanted, existing, slots, { replace, now, zone: utc })

        type Span = { start: number; end: number }
        const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end
        const isSame = (a: Span, b: Span) => a.start === b.start && a.end === b.end
        const fateOf = (one: (typeof others)[number]) => {
          const isWanted = wanted.some(each => isSame(each, one) && each.capacity === (one.capacity ?? null))
          if (!replace || isWanted || one.start <= now) return 'keep'
          if (one.origin === 'manual' && !wanted.some(each => overlap(each, one))) return 'keep'
          if (one.bookedQuantity) return 'generating.booked'
          if (one.origin === 'manual') return 'generating.manual'
          return one.isEdited || one.status === 'closed' ? 'generating.edited' : 'delete'
        }
        const staying = others
          .filter(one => !one.isInRange || fateOf(one) !== 'delete')
          .sort((a, b) => a.start - b.start)
        const isThere = (each: Span) => staying.some(one => one.isInRange && isSame(one, each))
        const blockedBy = (one: Span) =>
          wanted.filter(
            each => each.start >= now && !isThere(each) && staying.find(other => overlap(other, each)) === one,
          )
        const expected = [
          ...others
            .filter(({ isInRange }) => isInRange)
            .map(one => {
              const fate = fateOf(one)
              const reasons = [
                ...(fate.startsWith('generating') ? [fate] : []),
                ...(fate !== 'delete' && blockedBy(one).length > 0 ? ['generating.inTheWay'] : []),
              ]
              const action = fate.startsWith('generating') ? 'conflict' : fate
              return { at: one.start, end: one.end, id: one.id, action, capacity: one.capacity ?? null, reasons }
            }),
          ...wanted
            .filter(each => each.start >= now && !staying.some(one => overlap(one, each)))
            .map(each => ({
              at: each.start,
              end: each.end,
              id: null,
              action: 'create',
              capacity: each.capacity,
              reasons: [],
            })),
        ]
        const inOrder = expected.sort(
          (a, b) => a.at - b.at || Number(b.action === 'delete') - Number(a.action === 'delete'),
        )
        expect(
          plan.map(({ startsAt, endsAt, timeslotId, action, capacity: of, reasons = [] }) => ({
            at: Date.parse(startsAt),
            end: Date.parse(endsAt),
            id: timeslotId,
            action,
            capacity: of,
            reasons: reasons.map(({ sentence }) => sentence),
          })),
        ).toEqual(inOrder)
        for (const slot of plan) expect('reason' in slot).toBe((slot.reasons?.length ?? 0) > 0)
      }),
      { numRuns: 1000 },
    )
  })

  it('takes the capacity that is asked for, else the schedule’s', () => {
    const of = (slotCapacity: number | null | undefined, asked: object = {}) =>
      generateTimeslots(
        schedule({ ...(slotCapacity !== undefined && { slotCapacity }) }),
        [],
        { from: MON, to: MON, ...asked },
        NOW,
      ).timeslots[0]?.capacity
    expect([
      of(undefined),
      of(3),
      of(3, { capacity: null }),
      of(3, { capacity: 5 }),
      of(3, { capacity: undefined }),
    ]).toEqual([null, 3, null, 5, 3])
  })

  it('begins no timeslot before the one of another block has ended', () => {
    const both = schedule({ weeklyHours: [...week([1], '09:00', '12:00'), ...week([1], '10:30', '14:00')] })
    const { timeslots } = generateTimeslots(both, [], { from: MON, to: MON }, NOW)
    expect(timeslots.map(slot => clock(slot.startsAt))).toEqual(['09:00', '10:00', '11:00', '12:30'])
  })

  it('has the nights that begin on its dates, and what begins on both', () => {
    const kept = (blocks: [string, string][], from: string, to: string) => {
      const hours = schedule({ weeklyHours: blocks.flatMap(([begin, end]) => week(EVERY_DAY, begin, end)) })
      const all = carryOut(generateTimeslots(hours, [], { from: '2026-02-28', to: '2026-03-06' }, NOW).timeslots)
      return generateTimeslots(hours, all, { from, to }, NOW).timeslots.map(
        slot => `${slot.action} ${slot.startsAt.slice(8, 13)}`,
      )
    }
    const night = ['keep 02T21', 'keep 02T22', 'keep 02T23', 'keep 03T00']
    expect(kept([['22:00', '02:00']], MON, MON)).toEqual(night)
    expect(kept([['22:00', '02:00']], MON, '2026-03-03')).toEqual([
      ...night,
      'keep 03T21',
      'keep 03T22',
      'keep 03T23',
      'keep 04T00',
    ])
    expect(
      kept(
        [
          ['22:00', '01:00'],
          ['00:00', '02:00'],
        ],
        MON,
        MON,
      ),
    ).toEqual(['keep 01T23', 'keep 02T00', 'keep 02T21', 'keep 02T22', 'keep 02T23'])
  })

  it('notes a date that the zone never had, also the last', () => {
    const apia = schedule({ timeZone: 'Pacific/Apia' })
    const notes = (to: string) =>
      generateTimeslots(apia, [], { from: '2011-12-28', to }, '2011-12-01T00:00:00.000Z').dstNotes
    expect(notes('2011-12-30')).toMatchObject([
      { date: '2011-12-30', dayLengthMinutes: 0, sentence: 'clockChange.skipped' },
    ])
    expect(notes('2011-12-29')).toEqual([])
  })
})
