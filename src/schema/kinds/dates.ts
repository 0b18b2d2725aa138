import { formatInstant } from '../../time/formatInstant'
import { MINUTE } from '../../time/instant'
import type { Zod } from '../field'
import type { CheckKey } from '../messages'
import type { Now, Today } from '../said'
import {
  type CommonOptions,
  eachOnce,
  field,
  type Kind,
  type KindTraits,
  problem,
  rule,
  type Spelt,
  type Starting,
} from './kind'
import { between } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    weekday: object
    weekdays: object
    localDate: object
    localTime: object
    instant: object
    dateRange: object
  }
  interface KindValues {
    weekday: number
    weekdays: number[]
    localDate: string
    localTime: string
    instant: string
    dateRange: DateRange
  }
}

const dayOfWeek = (z: Zod) => z.int().check(z.gte(1), z.lte(7))

const weekdayTraits = {
  kind: 'weekday',
  sort: 'number',
  filter: 'equal',
  csv: (value, { weekday }) => weekday(value),
} as const satisfies KindTraits<'weekday'>

/** A day of the week: 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekday = <const O extends CommonOptions<number>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(weekdayTraits, dayOfWeek, {}, options)

export const weekdayKind = {
  about: 'A day of the week: 1 is Monday, 7 is Sunday.',
  traits: weekdayTraits,
  columns: () => [{ type: 'smallint', check: between(1, 7) }],
  compared: { parse: text => (/^\d$/.test(text) ? Number(text) : text) },
  sample: () => 7,
} satisfies Kind<'weekday'>

const weekdaysTraits = {
  kind: 'weekdays',
  sort: 'none',
  csv: (value, { weekday }) => value.map(weekday).join(', '),
} as const satisfies KindTraits<'weekdays'>

/** Days of the week, 1 (Monday) to 7; null means every day. */
export const weekdays = <const O extends CommonOptions<number[]>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(weekdaysTraits, z => z.array(dayOfWeek(z)).check(z.minLength(1), eachOnce(z)), {}, options)

export const weekdaysKind = {
  about: 'Some days of the week, 1 (Monday) to 7; empty means every day.',
  traits: weekdaysTraits,
  columns: () => [
    {
      type: 'smallint[]',
      check: column => `cardinality(${column}) between 1 and 7 and ${column} <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]`,
    },
  ],
  sample: () => [1, 7],
} satisfies Kind<'weekdays'>

/** PostgreSQL's calendar has no year 0. */
const hasYear = (z: Zod) => rule(z, (value: string) => !value.startsWith('0000'), 'validation.date')

const date = (z: Zod) => z.iso.date().check(hasYear(z))

const localDateTraits = { kind: 'localDate', sort: 'plain', filter: 'span' } as const satisfies KindTraits<'localDate'>

/** A calendar date, YYYY-MM-DD, without a time zone. */
export const localDate = <const O extends CommonOptions<string, Today | Starting<string>>>(
  options: Spelt<O> = {} as Spelt<O>,
) => field(localDateTraits, date, {}, options)

export const localDateKind = {
  about: 'A date on the calendar, YYYY-MM-DD, without a time zone.',
  traits: localDateTraits,
  columns: () => [{ type: 'date' }],
  sample: () => '2026-03-02',
} satisfies Kind<'localDate'>

const localTimeTraits = { kind: 'localTime', sort: 'plain' } as const satisfies KindTraits<'localTime'>

/** A wall-clock time, HH:mm; 24:00 is the end of the day. */
export const localTime = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    localTimeTraits,
    z =>
      z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'validation.time' satisfies CheckKey })),
    {},
    options,
  )

export const localTimeKind = {
  about: 'A time on the wall clock, HH:mm; 24:00 is the end of the day.',
  traits: localTimeTraits,
  columns: () => [{ type: 'time(0)' }],
  sample: () => '09:30',
} satisfies Kind<'localTime'>

const instantTraits = { kind: 'instant', sort: 'plain', filter: 'span' } as const satisfies KindTraits<'instant'>

const inUtc = (text: string): string => {
  const millis = Date.parse(text)
  return Number.isNaN(millis) ? text : formatInstant(millis)
}

/** An offset can move an instant into year 0 or 10000. */
const hasFourDigitYear = (z: Zod) => rule(z, (value: string) => /^(?!0000)\d{4}-/.test(value), 'validation.instant')

const anyInstant = (z: Zod) => z.iso.datetime({ offset: true }).check(z.overwrite(inUtc), hasFourDigitYear(z))

/** A moment, ISO 8601 with any offset; stored and answered in UTC. */
export const instant = <const O extends CommonOptions<string, Now | Starting<string>>>(
  options: Spelt<O> = {} as Spelt<O>,
) => field(instantTraits, anyInstant, {}, options)

export const instantKind = {
  about: 'A moment, ISO 8601 with any offset, answered in UTC with milliseconds.',
  traits: instantTraits,
  // JavaScript's precision: a read value equals the stored one.
  columns: () => [{ type: 'timestamptz(3)' }],
  compared: { schema: anyInstant, bound: date },
  // Later with each number: an end follows its start.
  sample: (_, number) => new Date(Date.UTC(2026, 2, 2) + (number % 1200) * MINUTE).toISOString(),
} satisfies Kind<'instant'>

/** Inclusive. */
export interface DateRange {
  /** YYYY-MM-DD */
  start: string
  /** Inclusive, YYYY-MM-DD */
  end: string
}

const dateRangeTraits = {
  kind: 'dateRange',
  sort: 'plain',
  filter: 'overlap',
  // An ISO 8601 interval.
  csv: ({ start, end }) => `${start}/${end}`,
} as const satisfies KindTraits<'dateRange'>

/** A first and a last day, both included. */
export const dateRange = <const O extends CommonOptions<DateRange>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    dateRangeTraits,
    z =>
      z.strictObject({ start: date(z), end: date(z) }).check(
        z.check<DateRange>(({ value, issues }) => {
          if (value.end < value.start) issues.push(problem(value, ['end'], 'validation.endsBeforeStart'))
        }),
      ),
    {},
    options,
  )

export const dateRangeKind = {
  about: 'A first and a last day, both included. Lists find what has a day in the time asked for.',
  traits: dateRangeTraits,
  columns: () => [
    { suffix: '_start', key: 'start', type: 'date' },
    { suffix: '_end', key: 'end', type: 'date', check: end => `${end} >= ${end.replace(/_end$/, '_start')}` },
  ],
  compared: { schema: date },
  sample: () => ({ start: '2026-03-02', end: '2026-03-08' }),
} satisfies Kind<'dateRange'>
