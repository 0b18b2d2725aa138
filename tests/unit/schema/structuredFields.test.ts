import { describe, expect, it } from 'vitest'
import '../../../src/resources/checks'
import { catalogItems } from '../../../src/resources/catalogItems'
import { resourceRules } from '../../../src/resources/resourceRules'
import { schedules } from '../../../src/resources/schedules'
import { variants } from '../../../src/resources/variants'
import { englishText } from '../../../src/schema/checkTexts'
import { validate } from '../../../src/schema/validation'

const errorsOf = (result: ReturnType<typeof validate>) =>
  result.ok ? {} : Object.fromEntries(Object.entries(result.errors).map(([name, error]) => [name, englishText(error)]))

const schedule = (values: object) =>
  errorsOf(validate(schedules, { name: 'Desk', timeZone: 'Europe/Berlin', ...values }, { role: 'admin' }))
const rule = (ruleType: string, parameters: object, more: object = {}) =>
  errorsOf(validate(resourceRules, { name: 'Rule', ruleType, parameters, ...more }, { role: 'admin' }))
const hours = (dayOfWeek: number, startTime: string, endTime: string) => ({ dayOfWeek, startTime, endTime })

describe('weekly hours', () => {
  it('may touch, and may run past midnight into a free morning', () => {
    expect(
      schedule({ weeklyHours: [hours(1, '09:00', '12:00'), hours(1, '12:00', '24:00'), hours(7, '22:00', '02:00')] }),
    ).toEqual({})
  })

  it('may not overlap, also not with what spills over from Sunday into Monday', () => {
    const overlap = 'These hours overlap others of the same day, or run into the next one’s'
    expect(schedule({ weeklyHours: [hours(2, '09:00', '12:00'), hours(2, '11:59', '13:00')] })).toEqual({
      'weeklyHours.1.startTime': overlap,
    })
    expect(schedule({ weeklyHours: [hours(1, '01:00', '03:00'), hours(7, '22:00', '02:00')] })).toEqual({
      'weeklyHours.0.startTime': overlap,
    })
  })

  it('names what is wrong with a block', () => {
    expect(schedule({ weeklyHours: [hours(8, '9:00', '10:00')] })).toEqual({
      'weeklyHours.0.dayOfWeek': 'At most 7',
      'weeklyHours.0.startTime': 'Enter a time as HH:mm',
    })
    expect(schedule({ weeklyHours: [hours(3, '10:00', '10:00')] })).toEqual({
      'weeklyHours.0.endTime': 'The end must differ from the start',
    })
  })
})

describe('date overrides', () => {
  const closed = (startDate: string, endDate: string, more: object = {}) => ({
    startDate,
    endDate,
    isClosed: true,
    ...more,
  })

  it('may be closed or have hours, and must be one of them', () => {
    expect(
      schedule({
        dateOverrides: [
          closed('2026-08-03', '2026-08-23'),
          {
            startDate: '2026-03-07',
            endDate: '2026-03-07',
            isClosed: false,
            hours: [{ startTime: '10:00', endTime: '14:00' }],
          },
        ],
      }),
    ).toEqual({})
    expect(schedule({ dateOverrides: [{ startDate: '2026-03-07', endDate: '2026-03-07', isClosed: false }] })).toEqual({
      'dateOverrides.0.hours': 'Add hours, or mark the day as closed',
    })
  })

  it('may not share a date, also not with one that repeats every year', () => {
    expect(
      schedule({
        dateOverrides: [
          closed('2020-12-24', '2020-12-26', { repeatsYearly: true, label: 'Christmas' }),
          closed('2026-12-20', '2026-12-24'),
        ],
      }),
    ).toEqual({
      'dateOverrides.1.startDate': 'This shares a date with “Christmas”',
    })
    expect(
      schedule({
        dateOverrides: [
          closed('2025-12-31', '2026-01-02', { repeatsYearly: true }),
          closed('2027-01-03', '2027-12-30'),
        ],
      }),
    ).toEqual({})
    expect(schedule({ dateOverrides: [closed('2026-05-02', '2026-05-01')] })).toEqual({
      'dateOverrides.0.endDate': 'The end must not be before the start',
    })
  })
})

describe('a rule’s parameters', () => {
  it('follow from its type', () => {
    expect(rule('min_notice', { minutes: 120 })).toEqual({})
    expect(rule('min_notice', { days: 2 })).toEqual({
      'parameters.minutes': 'Required',
      'parameters.days': 'There is no such field',
    })
    expect(rule('buffer', {})).toEqual({ 'parameters.beforeMinutes': 'Fill in at least one of the two' })
    expect(rule('start_interval', { intervalMinutes: 30, offsetMinutes: 30 })).toEqual({
      'parameters.offsetMinutes': 'Less than 30',
    })
    expect(rule('blackout', { startDate: '2026-01-01', endDate: '2026-03-01', repeatsYearly: true })).toEqual({
      'parameters.endDate': 'At most 366 days; for yearly rules at most 31',
    })
    expect(rule('blackout', { startDate: '2026-01-01', endDate: '2026-01-01', startTime: '07:00' })).toEqual({
      'parameters.endTime': 'Fill in both times, or neither',
    })
  })

  it('are filled in with their defaults', () => {
    const result = validate(
      resourceRules,
      { name: 'Limit', ruleType: 'booking_limit', parameters: { max: 3, period: 'day' } },
      { role: 'admin' },
    )
    expect(result).toMatchObject({
      ok: true,
      values: { parameters: { max: 3, period: 'day', measure: 'bookings', subject: 'resource' } },
    })
  })

  it('are asked for, and the type never changes', () => {
    expect(errorsOf(validate(resourceRules, { name: 'x', ruleType: 'min_gap' }, { role: 'admin' }))).toEqual({
      parameters: 'Required',
    })
    const current = {
      name: 'x',
      ruleType: 'min_gap',
      parameters: { minutes: 30 },
      applyToAllResources: false,
      resourceIds: [],
      resourceTypeIds: [],
      channelIds: [],
      isActive: true,
    }
    expect(errorsOf(validate(resourceRules, { parameters: { minutes: 4 } }, { role: 'admin', current }))).toEqual({
      'parameters.minutes': 'At least 5',
    })
    expect(errorsOf(validate(resourceRules, { ruleType: 'buffer' }, { role: 'admin', current }))).toHaveProperty(
      'ruleType',
    )
  })

  it('may not name resources when the rule is for all', () => {
    const id = '0197c0de-0000-7000-8000-000000000001'
    expect(rule('min_gap', { minutes: 30 }, { applyToAllResources: true, resourceIds: [id] })).toHaveProperty(
      'resourceIds',
    )
    expect(rule('min_gap', { minutes: 30 }, { resourceIds: [id, id] })).toEqual({
      resourceIds: 'Each value may appear once',
    })
  })
})

describe('catalog', () => {
  it('keeps question keys apart', () => {
    const question = { key: 'allergies', label: 'Any allergies?' }
    expect(validate(catalogItems, { name: 'Tour', questions: [question] }, { role: 'admin' })).toMatchObject({
      values: { slug: 'tour', questions: [{ ...question, type: 'text', required: false, options: [] }] },
    })
    expect(
      errorsOf(validate(catalogItems, { name: 'Tour', questions: [question, question] }, { role: 'admin' })),
    ).toEqual({
      'questions.1.key': 'Each value may appear once',
    })
    const choice = { ...question, type: 'select' }
    expect(errorsOf(validate(catalogItems, { name: 'Tour', questions: [choice] }, { role: 'admin' }))).toEqual({
      'questions.0.options': 'Required',
    })
  })

  it('checks what a variant’s fields mean together', () => {
    const price = { amount: 1000, currency: 'EUR' }
    const check = (values: object) => errorsOf(validate(variants, { price, ...values }, { role: 'admin' }))
    expect(check({})).toEqual({})
    expect(
      check({ durationType: 'flexible', minDurationMinutes: 60, maxDurationMinutes: 100, durationStepMinutes: 30 }),
    ).toHaveProperty('maxDurationMinutes')
    expect(check({ pricingUnit: 'per_hour' })).toHaveProperty('pricingUnit')
    expect(check({ minQuantity: 3, maxQuantity: 2 })).toHaveProperty('maxQuantity')
  })
})
