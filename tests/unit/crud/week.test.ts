import { describe, expect, it } from 'vitest'
import { closeSpan, copyDay, nextBlock, openSpan } from '../../../src/crud/inputs/hours/week'
import { type WeeklyHoursBlock, weeklyHours } from '../../../src/schema'
import { checkValue } from '../../../src/schema/validation'

const on = (dayOfWeek: number, startTime: string, endTime: string): WeeklyHoursBlock => ({
  dayOfWeek,
  startTime,
  endTime,
})
const hours = (from: number, to: number) => ({ start: from * 60, end: to * 60 })
const friday = on(5, '20:00', '02:00')

describe('painting a week', () => {
  it('joins what overlaps or touches, on that day alone', () => {
    const week = [on(1, '09:00', '12:00'), on(1, '14:00', '17:00'), on(2, '00:00', '08:00')]
    expect(openSpan(week, 1, hours(12, 15))).toEqual([on(1, '09:00', '17:00'), on(2, '00:00', '08:00')])
    expect(openSpan(week, 1, hours(17, 24))).toContainEqual(on(1, '14:00', '24:00'))
  })

  it('leaves alone what the day before has opened past midnight', () => {
    expect(openSpan([friday], 6, hours(1, 4))).toEqual([friday, on(6, '02:00', '04:00')])
    expect(openSpan([friday], 6, hours(0, 2))).toEqual([friday])
  })

  it('splits and shortens what it closes', () => {
    expect(closeSpan([on(1, '09:00', '17:00')], 1, hours(12, 13))).toEqual([
      on(1, '09:00', '12:00'),
      on(1, '13:00', '17:00'),
    ])
    expect(closeSpan([friday], 5, hours(18, 21))).toEqual([on(5, '21:00', '02:00')])
  })

  it('closes past midnight too, and what is left after the gap begins on the next day', () => {
    expect(closeSpan([friday], 6, hours(1, 3))).toEqual([on(5, '20:00', '01:00')])
    expect(closeSpan([friday], 6, hours(0, 1))).toEqual([on(5, '20:00', '24:00'), on(6, '01:00', '02:00')])
    // Sunday runs into Monday.
    expect(closeSpan([on(7, '22:00', '03:00')], 1, hours(0, 12))).toEqual([on(7, '22:00', '24:00')])
  })

  it('never paints what the declaration refuses', () => {
    const { schema } = weeklyHours({ default: [] })
    let week: WeeklyHoursBlock[] = []
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 16807) % 2147483647
      return seed % below
    }
    for (let stroke = 0; stroke < 500; stroke++) {
      const start = next(48) * 30
      const span = { start, end: start + (1 + next((1440 - start) / 30)) * 30 }
      const day = 1 + next(7)
      week = next(2) ? openSpan(week, day, span) : closeSpan(week, day, span)
      expect(checkValue(schema, week)).toEqual({ value: week })
    }
  })
})

it('a day is copied over others, in place of what they had', () => {
  const week = [on(1, '09:00', '12:00'), on(1, '13:00', '17:00'), on(3, '08:00', '20:00'), friday]
  expect(copyDay(week, 1, [3, 2])).toEqual([
    on(1, '09:00', '12:00'),
    on(1, '13:00', '17:00'),
    on(2, '09:00', '12:00'),
    on(2, '13:00', '17:00'),
    on(3, '09:00', '12:00'),
    on(3, '13:00', '17:00'),
    friday,
  ])
})

it.each([
  [[], { startTime: '09:00', endTime: '17:00' }],
  [[on(1, '09:00', '12:00')], { startTime: '13:00', endTime: '17:00' }],
  [[on(1, '09:00', '22:30')], { startTime: '23:00', endTime: '24:00' }],
  [[friday], { startTime: '', endTime: '' }],
])('one more block follows the last', (blocks, block) => expect(nextBlock(blocks)).toEqual(block))
