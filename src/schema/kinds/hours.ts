import type { ZodMiniType } from 'zod/mini'
import { DAY } from '../../time/instant'
import { minutesPerDay } from '../../time/localTime'
import type { Zod } from '../field'
import type { CheckKey } from '../messages'
import { localTime, weekday } from './dates'
import { type Kind, type KindTraits, type ListField, problem, type StructureOptions, structured } from './kind'
import { jsonList } from './sqlChecks'
import { objectSchema } from './structures'

declare module '../field' {
  interface KindOptions {
    weeklyHours: object
    dateOverrides: object
  }
  interface KindValues {
    weeklyHours: WeeklyHoursBlock[]
    dateOverrides: DateOverride[]
  }
}

export interface HoursBlock {
  /** HH:mm */
  startTime: string
  /** HH:mm or 24:00; before `startTime` if the block ends on the next day. */
  endTime: string
}

export interface WeeklyHoursBlock extends HoursBlock {
  /** 1 is Monday, 7 is Sunday. */
  dayOfWeek: number
}

export interface DateOverride {
  startDate: string
  /** Included. */
  endDate: string
  isClosed: boolean
  hours: HoursBlock[]
  repeatsYearly: boolean
  label: string | null
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** `[start, end)`; past 1440 if the block ends on the next day. */
const minutesOfBlock = ({ startTime, endTime }: HoursBlock): [number, number] => {
  const start = minutesOf(startTime)
  const end = minutesOf(endTime)
  return [start, end <= start ? end + minutesPerDay : end]
}

/** On a circle of `length` minutes; -1 without one. */
const overlapping = (blocks: readonly (readonly [number, number])[], length: number): number => {
  const order = blocks.map((block, index) => ({ block, index })).sort((a, b) => a.block[0] - b.block[0])
  for (let i = 0; i < order.length; i++) {
    const current = order[i]
    const next = order[(i + 1) % order.length]
    if (!current || !next || order.length === 1) continue
    const nextStart = next.block[0] + (i + 1 === order.length ? length : 0)
    if (current.block[1] > nextStart) return next.index
  }
  return -1
}

const block = {
  startTime: localTime({ required: true, label: 'From' }),
  endTime: localTime({ required: true, label: 'To' }),
}

const checkBlocks = <B extends HoursBlock>(z: Zod, dayOf: (block: B) => number, length: number, maxPerDay: number) =>
  z.check<B[]>(context => {
    const blocks = context.value
    blocks.forEach(({ startTime, endTime }, index) => {
      if (startTime === '24:00' || startTime === endTime)
        context.issues.push(problem(blocks, [index, 'endTime'], 'validation.emptyHours'))
    })
    for (let weekday = 1; weekday <= 7; weekday++) {
      if (blocks.filter(candidate => dayOf(candidate) === weekday).length > maxPerDay) {
        context.issues.push(problem(blocks, [], 'validation.tooMany', { max: maxPerDay }))
      }
    }
    const placed = blocks.map(candidate => {
      const [start, end] = minutesOfBlock(candidate)
      const offset = (dayOf(candidate) - 1) * minutesPerDay
      return [offset + start, offset + end] as const
    })
    const index = overlapping(placed, length)
    if (index >= 0) context.issues.push(problem(blocks, [index, 'startTime'], 'validation.hoursOverlap'))
  })

const weeklyHoursSchema = (z: Zod) =>
  z
    .array(objectSchema(z, { dayOfWeek: weekday({ required: true }), ...block }))
    .check(checkBlocks(z, ({ dayOfWeek }) => dayOfWeek, 7 * minutesPerDay, 10))

const weeklyHoursTraits = { kind: 'weeklyHours', sort: 'none' } as const satisfies KindTraits<'weeklyHours'>

/** Weekly opening hours. Blocks must not overlap, even past midnight (docs/domain.md#schedules). */
export const weeklyHours = <const R extends true | undefined = undefined>({
  default: initial,
  ...options
}: StructureOptions<R> & { default: WeeklyHoursBlock[] }): ListField<'weeklyHours', WeeklyHoursBlock, R> =>
  structured(weeklyHoursTraits, weeklyHoursSchema, {}, 'defaulted', options, initial)

export const weeklyHoursKind = {
  about: 'Opening hours that repeat every week.',
  traits: weeklyHoursTraits,
  columns: () => [jsonList(70)],
  sample: () => [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
} satisfies Kind<'weeklyHours'>

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY
const dayKey = (days: number): string => new Date(days * DAY).toISOString().slice(5, 10)

const shareDate = (a: DateOverride, b: DateOverride): boolean => {
  if (a.repeatsYearly === b.repeatsYearly && !a.repeatsYearly)
    return a.startDate <= b.endDate && b.startDate <= a.endDate
  const keysOf = ({ startDate, endDate }: DateOverride) => {
    const first = dayNumber(startDate)
    // 366 days cover every month-day.
    const length = Math.min(dayNumber(endDate) - first + 1, 366)
    return new Set(Array.from({ length }, (_, index) => dayKey(first + index)))
  }
  const keys = keysOf(a)
  return Array.from(keysOf(b)).some(key => keys.has(key))
}

const checkOverrides = (z: Zod) =>
  z.check<DateOverride[]>(context => {
    const overrides = context.value
    const report = (index: number, name: string, key: CheckKey, args?: Record<string, string>) =>
      context.issues.push(problem(overrides, [index, name], key, args))
    overrides.forEach((override, index) => {
      const { startDate, endDate, isClosed, hours, repeatsYearly } = override
      if (endDate < startDate) {
        report(index, 'endDate', 'validation.endsBeforeStart')
        return
      }
      if (repeatsYearly && dayNumber(endDate) - dayNumber(startDate) >= 31)
        report(index, 'endDate', 'validation.yearlyTooLong')
      if (isClosed && hours.length > 0) report(index, 'hours', 'validation.closedWithHours')
      if (!isClosed && hours.length === 0) report(index, 'hours', 'validation.openWithoutHours')
      const other = overrides
        .slice(0, index)
        .find(earlier => earlier.startDate <= earlier.endDate && shareDate(earlier, override))
      if (other)
        report(index, 'startDate', 'validation.overrideShared', {
          other: other.label ?? `${other.startDate} – ${other.endDate}`,
        })
    })
  })

const dateOverridesSchema = (z: Zod) =>
  z
    .array(
      z.strictObject({
        // The editor's id.
        id: z.optional(z.string().check(z.maxLength(64))),
        startDate: z.iso.date(),
        endDate: z.iso.date(),
        isClosed: z.boolean(),
        hours: z._default(
          z.array(objectSchema(z, block)).check(checkBlocks(z, () => 1, Number.POSITIVE_INFINITY, 10)),
          [],
        ),
        repeatsYearly: z._default(z.boolean(), false),
        label: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(120))), null),
      }) as ZodMiniType<DateOverride>,
    )
    .check(z.maxLength(500), checkOverrides(z))

const dateOverridesTraits = { kind: 'dateOverrides', sort: 'none' } as const satisfies KindTraits<'dateOverrides'>

/** Dates with other hours than the weekly ones, or none (docs/domain.md#schedules). */
export const dateOverrides = <const R extends true | undefined = undefined>(
  options: StructureOptions<R> = {},
): ListField<'dateOverrides', DateOverride, R> =>
  structured(dateOverridesTraits, dateOverridesSchema, {}, 'defaulted', options, [])

export const dateOverridesKind = {
  about: 'Dates on which other hours than the weekly ones hold, or none.',
  traits: dateOverridesTraits,
  columns: () => [jsonList(500)],
  sample: () => [],
} satisfies Kind<'dateOverrides'>
