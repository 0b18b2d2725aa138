import { resourceRules } from '../../../src/resources/resourceRules'
import { type RuleTypeName, ruleTypes } from '../../../src/resources/ruleTypes'
import type { UnitOfWork } from '../../serve'
import { freeName } from '../freeName'

/** `1440` → `24 h`; null unless a length in minutes. */
const length = (minutes: unknown): string | null => {
  if (typeof minutes !== 'number' || !Number.isInteger(minutes)) return null
  return minutes > 0 && minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

type Parameters = Readonly<Record<string, unknown>>

const counted: Readonly<Record<string, string>> = { bookings: 'booking', minutes: 'minute', quantity: 'unit' }

/** `2 bookings per customer and week`. */
const limit = ({ max, measure, period, subject }: Parameters): string | null => {
  const unit = counted[text(measure) ?? 'bookings']
  if (typeof max !== 'number' || !unit || !text(period)) return null
  return `${max} ${unit}${max === 1 ? '' : 's'} per ${text(subject) ?? 'resource'} and ${period}`
}

/** Parameters are not validated yet. */
const details: Readonly<Partial<Record<RuleTypeName, (parameters: Parameters) => string | null>>> = {
  blackout: ({ startDate, endDate }) =>
    startDate === endDate || !text(endDate) ? text(startDate) : `${text(startDate)} – ${text(endDate)}`,
  booking_limit: limit,
  min_notice: ({ minutes }) => length(minutes),
  max_advance: ({ days }) => (typeof days === 'number' ? `${days} d` : null),
  start_interval: ({ intervalMinutes }) => length(intervalMinutes),
  min_gap: ({ minutes }) => length(minutes),
  capacity_override: ({ capacity }) => (typeof capacity === 'number' ? String(capacity) : null),
  cancellation_notice: ({ minutes }) => length(minutes),
}

/** `Minimum notice 24 h`; numbered if taken. */
export const ruleName = (unit: UnitOfWork, type: RuleTypeName, parameters: Parameters): Promise<string> =>
  freeName(unit, resourceRules, [ruleTypes[type].label, details[type]?.(parameters)].filter(Boolean).join(' '))
