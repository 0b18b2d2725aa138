import * as z from 'zod/mini'
import type { Field, Fields, KindOptions, Presence, ResourceRef, TypedFields, ValueOf } from './field'
import { choice, flag, localTime, tags, text, weekday } from './fields'

type ObjectOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }

interface StructureOptions {
  label?: string
  help?: string
  immutable?: boolean
}

/** A zod schema for an object of declared fields: left-out fields take their default, or null. */
export const objectSchema = (fields: Fields) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const schema = field.schema as z.ZodMiniType
        if (field.presence === 'required') return [name, schema]
        if (field.presence === 'defaulted') return [name, z._default(schema, field.default)]
        return [name, z._default(z.nullable(schema), null)]
      }),
    ),
  )

/** An object with fields of its own, such as an address; null when nothing is known. */
export const group = <F extends Fields>(
  fields: F,
  options: StructureOptions = {},
): Field<'group', ObjectOf<F>, 'optional', true> => ({
  kind: 'group',
  schema: objectSchema(fields) as unknown as z.core.$ZodType<ObjectOf<F>>,
  options: { fields },
  presence: 'optional',
  writable: true,
  ...options,
})

interface ItemsOptions<F extends Fields> extends StructureOptions {
  max: number
  /** What one of them is called: "Add question". */
  itemLabel: string
  /** A field whose values must all differ. */
  distinct?: keyof F & string
  /** Fields that take part only while others of the same item have one of these values. */
  conditions?: { readonly [K in keyof F]?: { readonly when: { readonly [N in keyof F]?: readonly ValueOf<F[N]>[] } } }
  /** What one item's fields have to do with each other: keys of messages, by field. */
  check?: (item: ObjectOf<F>) => { readonly [K in keyof F]?: string | undefined }
}

type ListField<K extends 'items' | 'weeklyHours' | 'dateOverrides' | 'references', V> = Field<K, V[], 'defaulted', true>

/** A short ordered list of objects that belong to the record and have no life of their own. */
export const items = <F extends Fields>(
  fields: F,
  { max, itemLabel, distinct, conditions = {}, check, ...options }: ItemsOptions<F>,
): ListField<'items', ObjectOf<F>> => ({
  kind: 'items',
  schema: z
    .array(objectSchema(fields))
    .check(z.maxLength(max), unrepeated(distinct), consistent(check)) as unknown as z.core.$ZodType<ObjectOf<F>[]>,
  options: { fields, max, itemLabel, conditions: conditions as KindOptions['items']['conditions'] },
  presence: 'defaulted' as const,
  writable: true,
  default: [],
  ...options,
})

const unrepeated = (name: string | undefined) =>
  z.check<Record<string, unknown>[]>(context => {
    if (!name) return
    const seen = new Set<unknown>()
    context.value.forEach((item, index) => {
      if (seen.has(item[name])) context.issues.push(problem(context.value, [index, name], 'validation.repeated'))
      seen.add(item[name])
    })
  })

const consistent = <T>(check: ((item: T) => Readonly<Record<string, string | undefined>>) | undefined) =>
  z.check<Record<string, unknown>[]>(context => {
    context.value.forEach((item, index) => {
      for (const [name, key] of Object.entries(check?.(item as T) ?? {})) {
        if (key) context.issues.push(problem(context.value, [index, name], key))
      }
    })
  })

const problem = (input: unknown, path: PropertyKey[], key: string, args: Record<string, string | number> = {}) => ({
  code: 'custom' as const,
  input,
  path,
  params: { key, args },
})

/** An object whose fields depend on the value of the choice `by` beside it; checked by `validate`. */
export const typed = <P extends Presence = 'required'>(
  by: string,
  types: Readonly<Record<string, TypedFields>>,
  options: StructureOptions = {},
): Field<'typed', Record<string, unknown>, P, true> => ({
  kind: 'typed',
  schema: z.record(z.string(), z.unknown()),
  options: { by, types },
  presence: 'required' as P,
  writable: true,
  ...options,
})

/** The ids of records of another resource, in the same tenant; each once. */
export const references = (
  to: () => ResourceRef,
  { max = 1000, ...options }: StructureOptions & { max?: number } = {},
): ListField<'references', string> => ({
  kind: 'references',
  schema: z.array(z.uuid()).check(
    z.maxLength(max),
    z.refine(ids => new Set(ids).size === ids.length, { params: { key: 'validation.repeated' } }),
  ),
  options: { to, max },
  presence: 'defaulted',
  writable: true,
  default: [],
  ...options,
})

export interface HoursBlock {
  /** HH:mm on the wall clock. */
  startTime: string
  /** HH:mm, or 24:00; earlier than `startTime` when the block ends on the next day. */
  endTime: string
}

export interface WeeklyHoursBlock extends HoursBlock {
  /** 1 is Monday, 7 is Sunday. */
  dayOfWeek: number
}

export interface DateOverride {
  startDate: string
  /** The last day, included. */
  endDate: string
  isClosed: boolean
  hours: HoursBlock[]
  repeatsYearly: boolean
  label: string | null
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const day = 24 * 60

/** `[start, end)` in minutes from midnight; the end lies past 24:00 when the block ends on the next day. */
const minutesOfBlock = ({ startTime, endTime }: HoursBlock): [number, number] => {
  const start = minutesOf(startTime)
  const end = minutesOf(endTime)
  return [start, end <= start ? end + day : end]
}

/** The index of the first block that begins before another one has ended, in a circle of `length` minutes; -1 if none. */
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

const checkBlocks = <B extends HoursBlock>(dayOf: (block: B) => number, length: number, maxPerDay: number) =>
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
      const offset = (dayOf(candidate) - 1) * day
      return [offset + start, offset + end] as const
    })
    const index = overlapping(placed, length)
    if (index >= 0) context.issues.push(problem(blocks, [index, 'startTime'], 'validation.hoursOverlap'))
  })

const weeklyHoursSchema = z
  .array(
    objectSchema({ dayOfWeek: weekday({ required: true }), ...block }) as unknown as z.ZodMiniType<WeeklyHoursBlock>,
  )
  .check(checkBlocks(({ dayOfWeek }) => dayOfWeek, 7 * day, 10))

/** Opening hours that repeat every week; blocks of a day, with what spills over from the day before, do not overlap (domain.md §2.4). */
export const weeklyHours = (
  options: StructureOptions & { default: WeeklyHoursBlock[] },
): ListField<'weeklyHours', WeeklyHoursBlock> => ({
  kind: 'weeklyHours',
  schema: weeklyHoursSchema,
  options: {},
  presence: 'defaulted',
  writable: true,
  ...options,
})

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000
const dayKey = (days: number): string => new Date(days * 86_400_000).toISOString().slice(5, 10)

/** Whether two overrides are in force on one and the same date of some year. */
const shareDate = (a: DateOverride, b: DateOverride): boolean => {
  if (a.repeatsYearly === b.repeatsYearly && !a.repeatsYearly)
    return a.startDate <= b.endDate && b.startDate <= a.endDate
  const keysOf = ({ startDate, endDate }: DateOverride) => {
    const first = dayNumber(startDate)
    // A year's days are all the month-days there are.
    const length = Math.min(dayNumber(endDate) - first + 1, 366)
    return new Set(Array.from({ length }, (_, index) => dayKey(first + index)))
  }
  const keys = keysOf(a)
  return Array.from(keysOf(b)).some(key => keys.has(key))
}

const checkOverrides = z.check<DateOverride[]>(context => {
  const overrides = context.value
  const report = (index: number, name: string, key: string, args?: Record<string, string>) =>
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

const dateOverridesSchema = z
  .array(
    z.strictObject({
      // Editors may tell entries apart by an id of their own; it means nothing here.
      id: z.optional(z.string().check(z.maxLength(64))),
      startDate: z.iso.date(),
      endDate: z.iso.date(),
      isClosed: z.boolean(),
      hours: z._default(
        z
          .array(objectSchema(block) as unknown as z.ZodMiniType<HoursBlock>)
          .check(checkBlocks(() => 1, Number.POSITIVE_INFINITY, 10)),
        [],
      ),
      repeatsYearly: z._default(z.boolean(), false),
      label: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(120))), null),
    }) as unknown as z.ZodMiniType<DateOverride>,
  )
  .check(z.maxLength(500), checkOverrides)

/** Dates on which other hours than the weekly ones hold, or none; no two of them share a date (domain.md §2.4). */
export const dateOverrides = (options: StructureOptions = {}): ListField<'dateOverrides', DateOverride> => ({
  kind: 'dateOverrides',
  schema: dateOverridesSchema,
  options: {},
  presence: 'defaulted',
  writable: true,
  default: [],
  ...options,
})

/** What is asked of a customer when booking (domain.md §2.9). */
export const questionFields = {
  key: text({ required: true, max: 40, help: 'A short name for exports, such as allergies.' }),
  label: text({ required: true, max: 240, label: 'Question' }),
  type: choice(['text', 'textarea', 'number', 'select', 'checkbox', 'date'], {
    default: 'text',
    labels: { textarea: 'Long text', select: 'Choice' },
  }),
  required: flag({ label: 'Must be answered' }),
  options: tags({ maxItems: 50, maxLength: 120, help: 'The choices, for a question of the type Choice.' }),
}
