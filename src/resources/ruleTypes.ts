import {
  type Bounds,
  choice,
  DAY,
  type Fields,
  flag,
  integer,
  localDate,
  localTime,
  type Message,
  minutes,
  type TypedFields,
  weekdays,
  weeklyHours,
} from '../declare'

/** See docs/domain.md#the-law-of-combination. */
export type RuleClass = 'restrict' | 'scalar'

interface RuleType<F extends Fields = Fields> extends TypedFields {
  bounds?: Bounds<F>
  label: string
  class: RuleClass
  fields: F
}

const ruleType = <F extends Fields>(type: RuleType<F>): RuleType<F> => type

interface TimePattern {
  startTime?: string | null
  endTime?: string | null
}

const days = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / DAY + 1

type Problems<Name extends string> = { readonly [N in Name]?: Message['key'] | undefined }

const bothTimes = ({ startTime, endTime }: TimePattern): Problems<'endTime'> =>
  Boolean(startTime) !== Boolean(endTime) ? { endTime: 'validation.bothOrNone' } : {}

const atLeastOne =
  (names: readonly [string, string]) =>
  (values: Readonly<Record<string, unknown>>): Problems<string> =>
    names.every(name => !values[name]) ? { [names[0]]: 'validation.oneOfTwo' } : {}

/** See docs/domain.md#rule-types. */
export const ruleTypes = {
  blackout: ruleType({
    label: 'Blackout',
    class: 'restrict',
    help: 'Nothing can be booked on these dates: holidays, maintenance, vacation.',
    fields: {
      startDate: localDate({ required: true }),
      endDate: localDate({ required: true, help: 'The last day, included.' }),
      startTime: localTime({ label: 'From', help: 'Empty: the whole day.' }),
      endTime: localTime({ label: 'To' }),
      daysOfWeek: weekdays({ label: 'Only on' }),
      repeatsYearly: flag({ label: 'Every year' }),
    },
    bounds: { endDate: { min: 'startDate' } },
    check: values => {
      const tooLong = days(values.startDate, values.endDate) > (values.repeatsYearly ? 31 : 366)
      return { ...bothTimes(values), ...(tooLong && { endDate: 'validation.tooManyDays' }) }
    },
  }),
  opening_hours: ruleType({
    label: 'Opening hours',
    class: 'restrict',
    help: 'Bookings must lie inside these hours. Narrows the schedule, never widens it.',
    fields: { weeklyHours: weeklyHours({ default: [] }) },
  }),
  booking_limit: ruleType({
    label: 'Booking limit',
    class: 'restrict',
    help: 'At most so much in a day, week or month.',
    fields: {
      max: integer({ required: true, min: 1, max: 10_000, label: 'At most' }),
      measure: choice(['bookings', 'minutes', 'quantity'], { default: 'bookings', label: 'Counted in' }),
      period: choice(['day', 'week', 'month'], { required: true, label: 'In a' }),
      subject: choice(['resource', 'customer'], { default: 'resource', label: 'For each' }),
    },
  }),
  approval_required: ruleType({
    label: 'Approval required',
    class: 'restrict',
    help: 'Matching bookings wait for approval, and keep their place meanwhile.',
    fields: {
      minDurationMinutes: minutes({ min: 1, max: 527_040, label: 'From a length of' }),
      minQuantity: integer({ min: 1, max: 10_000, label: 'From a quantity of' }),
      newCustomersOnly: flag(),
    },
  }),
  buffer: ruleType({
    label: 'Buffer',
    class: 'scalar',
    help: 'Time to prepare and clean up around every booking.',
    fields: {
      beforeMinutes: minutes({ default: 0, max: 1440, label: 'Before' }),
      afterMinutes: minutes({ default: 0, max: 1440, label: 'After' }),
    },
    check: atLeastOne(['beforeMinutes', 'afterMinutes']),
  }),
  min_notice: ruleType({
    label: 'Minimum notice',
    class: 'scalar',
    help: 'How long before its start a booking must be made.',
    fields: { minutes: minutes({ required: true, max: 525_600, label: 'Notice' }) },
  }),
  max_advance: ruleType({
    label: 'Maximum advance',
    class: 'scalar',
    help: 'How many days ahead bookings are taken; 0 means today only.',
    fields: { days: integer({ required: true, min: 0, max: 1095 }) },
  }),
  duration_limit: ruleType({
    label: 'Duration limit',
    class: 'scalar',
    help: 'How short or long a booking may be.',
    fields: {
      minMinutes: minutes({ min: 1, label: 'At least' }),
      maxMinutes: minutes({ min: 1, label: 'At most' }),
    },
    bounds: { maxMinutes: { min: 'minMinutes' } },
    check: atLeastOne(['minMinutes', 'maxMinutes']),
  }),
  start_interval: ruleType({
    label: 'Start interval',
    class: 'scalar',
    help: 'Bookings start only at these minutes of the day: every 60 from 0 means on the hour.',
    fields: {
      intervalMinutes: minutes({ required: true, min: 5, max: 1440, label: 'Every' }),
      offsetMinutes: minutes({ default: 0, max: 1439, label: 'From' }),
    },
    bounds: { offsetMinutes: { before: 'intervalMinutes' } },
  }),
  min_gap: ruleType({
    label: 'Minimum gap',
    class: 'scalar',
    help: 'Between neighboring bookings there is no gap, or at least this one.',
    fields: { minutes: minutes({ required: true, min: 5, max: 720, label: 'Gap' }) },
  }),
  capacity_override: ruleType({
    label: 'Capacity override',
    class: 'scalar',
    help: 'Another capacity at these times: summer seats, half-staffed days; 0 closes.',
    fields: {
      capacity: integer({ required: true, min: 0, max: 10_000 }),
      startDate: localDate({ label: 'From date' }),
      endDate: localDate({ label: 'Until date' }),
      daysOfWeek: weekdays({ label: 'Only on' }),
      startTime: localTime({ label: 'From' }),
      endTime: localTime({ label: 'To' }),
    },
    bounds: { endDate: { min: 'startDate' } },
    check: bothTimes,
  }),
  cancellation_notice: ruleType({
    label: 'Cancellation notice',
    class: 'scalar',
    help: 'Later than this before the start, customers may no longer cancel or move; staff may, with a reason.',
    fields: {
      minutes: minutes({ required: true, max: 525_600, label: 'Notice' }),
      appliesTo: choice(['cancel', 'reschedule', 'both'], { default: 'both' }),
    },
  }),
}

export type RuleTypeName = keyof typeof ruleTypes
export const ruleTypeNames = Object.keys(ruleTypes) as [RuleTypeName, ...RuleTypeName[]]
